import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Source } from "../schema/source.ts";
import { toNotice } from "./notice.ts";
import { readSources } from "./read-sources.ts";

const ROOT = join(import.meta.dirname, "../..");

const source = (id: string, fields: Partial<Source> = {}): Source => ({
  id,
  name: `The ${id} list`,
  url: `https://${id}.example`,
  data_url: null,
  license: "MIT",
  license_url: `https://${id}.example/LICENSE`,
  copyright: `Copyright (c) 2025 ${id}`,
  credit: `Prices: ${id}`,
  provides: ["prices", "limits"],
  recorded_on: "2026-08-21",
  missed_runs: 0,
  ...fields,
});

test("every upstream is there with address, licence, copyright and what was taken", () => {
  expect(toNotice([source("alpha")])).toContain(
    [
      "The alpha list",
      "",
      "  Address:   https://alpha.example",
      "  Licence:   MIT <https://alpha.example/LICENSE>",
      "  Copyright: Copyright (c) 2025 alpha",
      "  Taken:     facts only: prices, limits",
      "  Credit:    Prices: alpha",
      "",
    ].join("\n"),
  );
});

test("the order of the sources does not matter, and a licence may have no copyright line", () => {
  const beta = source("beta", { copyright: null });
  const notice = toNotice([beta, source("alpha")]);
  expect(notice).toBe(toNotice([source("alpha"), beta]));
  expect(notice.match(/Copyright: /g)).toHaveLength(1);
});

test("the operator's own work is no upstream", () => {
  expect(toNotice([source("operator")])).toBe(toNotice([]));
});

test("NOTICE says what data/sources says; else run `npm run notice`", async () => {
  const written = await readFile(join(ROOT, "NOTICE"), "utf8");
  expect(written).toBe(toNotice(await readSources(join(ROOT, "data"))));
});
