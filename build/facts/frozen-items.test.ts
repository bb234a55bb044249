import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { checkFrozenTestItems } from "./references.ts";

const TEXT = "item_id,prompt\na,Why?\n";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const about = (version: string, items: string) => ({
  path: "experiments/sums/about.json",
  rows: [{ test: "sums", version, items_sha256: sha256(items) }],
});
const ITEMS = "experiments/sums/items.csv";

test("unchanged items have no fault", () => {
  expect(checkFrozenTestItems([about("1", TEXT)], new Map([[ITEMS, TEXT]]))).toEqual([]);
  expect(checkFrozenTestItems([], new Map([["experiments/sums/runs/a.json", TEXT]]))).toEqual([]);
});

test("changed items are a fault that names the file and what to write", () => {
  const changed = `${TEXT}b,How?\n`;
  expect(checkFrozenTestItems([about("9", TEXT)], new Map([[ITEMS, changed]]))).toEqual([
    {
      file: ITEMS,
      line: 1,
      field: "",
      message: `the items differ from those of version 9; restore them, or write version "10" and items_sha256 "${sha256(changed)}" into experiments/sums/about.json`,
    },
  ]);
});

test("items without a version, and a version without items, are faults", () => {
  expect(checkFrozenTestItems([], new Map([[ITEMS, TEXT]]))).toMatchObject([
    { file: ITEMS, message: expect.stringContaining("this folder has no about.json") },
  ]);
  expect(checkFrozenTestItems([about("1", TEXT)], new Map())).toMatchObject([
    {
      file: "experiments/sums/about.json",
      message: expect.stringContaining("no items.csv or items.json"),
    },
  ]);
});
