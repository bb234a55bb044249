import { expect, test } from "vitest";
import { findModelNamesInText } from "./listed-names.ts";

const SLUGS = new Map(
  ["auto", "d1", "norn-4o", "sonar", "sonar-pro", "team/norn-5"].map((name) => [name, name]),
);
const find = (text: string) => [...findModelNamesInText(text, SLUGS)];

test("finds published names in a file, after hosts and with suffixes, and nothing else", () => {
  expect(
    find(`# models
key: sk-norn4o12345
url: https://me:pass1@host.example/v1/models/Norn-4o
fallbacks: ["router/team/norn-5:free", "sonar-pro", "norn-4o-mini", "norn-4o-2025-01-31"]`),
  ).toEqual([
    ["Norn-4o", "norn-4o"],
    ["team/norn-5:free", "team/norn-5"],
    ["sonar-pro", "sonar-pro"],
    ["norn-4o-2025-01-31", "norn-4o"],
  ]);
});

test("takes a plain word as a name only in a list of names, or as the value of a model field", () => {
  expect(find("sonar, norn-4o\nsonar")).toEqual([
    ["sonar", "sonar"],
    ["norn-4o", "norn-4o"],
  ]);
  expect(find('{"model": "sonar", "mode": "auto"}')).toEqual([["sonar", "sonar"]]);
  expect(find("The sonar is set to auto. See https://example.org/auto")).toEqual([]);
  expect(find("const d1 = new Point(a.d1); // src/lib/d1")).toEqual([]);
  expect(find("azure/d1")).toEqual([["d1", "d1"]]);
  expect(find('models: ["d1"]\n- sonar')).toEqual([
    ["d1", "d1"],
    ["sonar", "sonar"],
  ]);
});
