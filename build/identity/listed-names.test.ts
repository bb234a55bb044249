import { expect, test } from "vitest";
import { findModelNamesInText } from "./listed-names.ts";

const SLUGS = new Map(
  ["auto", "d1", "norn-4o", "sonar", "sonar-pro", "team/norn-5"].map((name) => [name, name]),
);

test.each<[string, string[]]>([
  // A published name after a host and with suffixes, and nothing else.
  ["key: sk-norn4o12345 norn-4o-mini", []],
  ["url: https://me:pass1@host.example/v1/models/Norn-4o", ["Norn-4o"]],
  ['["router/team/norn-5:free", "norn-4o-2025-01-31"]', ["team/norn-5:free", "norn-4o-2025-01-31"]],
  // A plain word is a name only in a list of names, or as the value of a model field.
  ["sonar, norn-4o\nsonar", ["sonar", "norn-4o"]],
  ['{"model": "sonar", "mode": "auto"}', ["sonar"]],
  ["The sonar is set to auto. See https://example.org/auto", []],
  ["const d1 = new Point(a.d1); // src/lib/d1", []],
  ["azure/d1", ["d1"]],
  ['models: ["d1"]\n- sonar', ["d1", "sonar"]],
])("the names in %j are %j", (text, names) => {
  const slugs = names.map((name) => name.toLowerCase().replace(/:free|-2025-01-31/, ""));
  const found = findModelNamesInText(text, SLUGS);
  expect([[...found.keys()], [...found.values()]]).toEqual([names, slugs]);
});
