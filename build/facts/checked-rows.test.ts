import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE, writeSample } from "../../test/builders/sample-facts.ts";
import { checkedRows } from "./checked-rows.ts";
import { type FactFiles, openFactFiles, readFactFiles } from "./fact-files.ts";
import { FactsError } from "./fault.ts";

let sample: Awaited<ReturnType<typeof writeSample>>;
beforeAll(async () => {
  sample = await writeSample();
});
afterAll(() => sample.remove());

/** Files, and which texts were asked for, without those that are asked for again at once. */
function watched(files: FactFiles): { files: FactFiles; asked: string[] } {
  const asked: string[] = [];
  const get = (path: string) => {
    if (asked.at(-1) !== path) asked.push(path);
    return files.get(path);
  };
  return { files: { keys: () => files.keys(), has: (path) => files.has(path), get }, asked };
}

test("every file is read once, so that none needs to be kept", () => {
  const { files, asked } = watched(openFactFiles(sample.data));
  const kinds = new Set(Array.from(checkedRows(files), ({ kind }) => kind));
  expect(kinds).toContain("prices");
  const facts = asked.filter((path) => !/items\.(csv|json)$/.test(path));
  expect(facts.length).toBeGreaterThan(10);
  expect(facts).toEqual([...new Set(facts)]);
});

test("what a later file has may be named by an earlier one, what none has may not", () => {
  const files = new Map(readFactFiles(sample.data));
  const [model] = SAMPLE.json.models;
  const path = [...files.keys()].find((name) => name.endsWith(`/${model?.slug}.json`)) ?? "";
  const others = [...files.keys()].filter((name) => name.startsWith("models/") && name > path);
  const later = /([^/]+)\.json$/.exec(others.at(-1) ?? "")?.[1] ?? "";
  expect(later).not.toBe("");
  const naming = (slug: string) =>
    new Map(files).set(
      path,
      (files.get(path) ?? "").replace(/"base_model": [^,]+/, `"base_model": "${slug}"`),
    );
  const faultsOf = (changed: FactFiles): string[] => {
    try {
      for (const _ of checkedRows(changed));
      return [];
    } catch (error) {
      if (!(error instanceof FactsError)) throw error;
      return error.faults.map(({ field, message }) => `${field}: ${message}`);
    }
  };
  const about = (faults: readonly string[]) => faults.filter((text) => text.startsWith("base_"));
  expect(about(faultsOf(naming(later)))).toEqual([]);
  expect(about(faultsOf(naming("nobody-1")))).toEqual([
    'base_model: unknown models "nobody-1"; add it below data/models/ or fix the name',
  ]);
});
