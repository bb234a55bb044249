import { beforeAll, expect, test } from "vitest";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";
import { getSharedSampleCatalog } from "../../../test/builders/sample-catalog.ts";
import type { LoadedCatalog } from "../../pipeline/load.ts";
import { htmlToText } from "../../site/components/html.ts";
import { renderChangeList } from "../../site/pages/changes.ts";
import { toChangeTitle } from "./changes.ts";

let loaded: LoadedCatalog;
beforeAll(async () => {
  loaded = await getSharedSampleCatalog();
});

test.each([
  ["on its release date", "2026-03-08", "released"],
  ["a week before its release", "2026-03-15", "listed (released 15 Mar 2026)"],
  ["45 days after its release", "2026-01-22", "listed (released 22 Jan 2026)"],
  ["46 days after its release", "2026-01-21", "listed for the first time"],
  ["eight days before its release", "2026-03-16", "listed for the first time"],
  ["without a known release date", null, "listed for the first time"],
])("first seen %s (%s), a model is reported as %s", (_, release_date, reported) => {
  const row = { type: "new_model", model: "acme-large", date: "2026-03-08", release_date };
  expect(toChangeTitle(row as ChangeRow, loaded.catalog)).toBe(`ACME-LARGE ${reported}`);
});

test("a retraction names the change that it retracts", () => {
  const row = { type: "correction", model: "acme-large", host: null, withdraws: 100_007 };
  const wrong = { withdrawn_type: "retirement", withdrawn_date: "2026-07-13" };
  expect(toChangeTitle({ ...row, ...wrong } as ChangeRow, loaded.catalog)).toBe(
    "Retracted: retirement of ACME-LARGE (13 Jul 2026)",
  );
});

test("several retractions on one day share a line below the other changes of that day", () => {
  const { catalog } = loaded;
  const rows = ["correction", "correction", "retirement"].map((type, at) => ({
    type,
    model: "acme-large",
    host: null,
    date: "2026-03-08",
    key: "2026-05-01",
    withdraws: at < 2 ? 100_007 + at : null,
    withdrawn_date: "2026-01-02",
    withdrawn_type: at === 0 ? "retirement" : "offer_added",
  }));
  const list = renderChangeList({ changes: rows as ChangeRow[], toHref: () => null }, catalog);
  expect(htmlToText(list).match(/\S.*/g)).toEqual([
    "8 Mar 2026",
    "ACME-LARGE: retirement on 1 May 2026",
    "8 Mar 2026",
    "2 earlier changes retracted as wrong: 1 retirement, 1 new offer",
  ]);
});
