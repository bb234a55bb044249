import { beforeAll, expect, test } from "vitest";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";
import { getSharedSampleCatalog } from "../../../test/builders/sample-catalog.ts";
import type { LoadedCatalog } from "../../pipeline/load.ts";
import { toChangeTitle } from "./changes.ts";

let loaded: LoadedCatalog;
beforeAll(async () => {
  loaded = await getSharedSampleCatalog();
});

test.each([
  ["on the day of its release", "2026-03-08", "released"],
  ["a week before", "2026-03-15", "released"],
  ["45 days after", "2026-01-22", "released"],
  ["46 days after", "2026-01-21", "listed for the first time"],
  ["eight days before", "2026-03-16", "listed for the first time"],
  ["with no known release", null, "listed for the first time"],
])("a model first seen %s is reported so", (_, release_date, reported) => {
  const row = { type: "new_model", model: "acme-large", date: "2026-03-08", release_date };
  expect(toChangeTitle(row as ChangeRow, loaded.catalog)).toBe(`ACME-LARGE ${reported}`);
});
