import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSources } from "../facts/read-facts.ts";
import type { Source } from "../schema/source.ts";
import { readPackageGroups, toNotice, toPackages } from "./notice.ts";

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
  expect(toNotice([source("alpha")], [])).toContain(
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
  const notice = toNotice([beta, source("alpha")], []);
  expect(notice).toBe(toNotice([source("alpha"), beta], []));
  expect(notice.match(/Copyright: /g)).toHaveLength(1);
});

test("the operator's own work is no upstream", () => {
  expect(toNotice([source("operator")], [])).toBe(toNotice([], []));
});

test("packages are there by licence, in order, in lines that a page takes", () => {
  const names = Array.from({ length: 30 }, (_, index) => `package-${30 - index}`);
  const packages = names.map((name) => ({ name, license: "MIT", isDev: false }));
  const lone = { name: "alone", license: "ISC", isDev: false };
  const notice = toNotice([], [{ title: "Run", packages: [...packages, lone, lone] }]);
  expect(notice).toContain("  Run:\n\n    ISC\n      alone\n\n    MIT\n      package-1 package-10");
  for (const line of notice.split("\n")) expect(line.length).toBeLessThan(100);
});

test.each([
  ["none", { "node_modules/a": {} }, /a has the licence "none"/],
  [
    "one that nobody read",
    { "node_modules/a/node_modules/@b/c": { license: "GPL-9" } },
    /@b\/c has the licence "GPL-9"/,
  ],
])("a package with %s for a licence is a fault", (_, packages, message) => {
  expect(() => toPackages({ packages }, "package-lock.json")).toThrow(message);
});

test("the project itself and its workspaces are no packages of others", () => {
  const packages = { "": { name: "own" }, clients: {}, "node_modules/client": { link: true } };
  expect(toPackages({ packages }, "package-lock.json")).toEqual([]);
});

test("NOTICE says what data/sources and the lock files say; else run `npm run notice`", async () => {
  const written = await readFile(join(ROOT, "NOTICE"), "utf8");
  expect(written).toBe(
    toNotice(await readSources(join(ROOT, "data")), await readPackageGroups(ROOT)),
  );
});
