import { expect, test } from "vitest";
import { findModelNamesInText, findUnknownModelNames } from "./listed-names.ts";

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

test.each<[string, string[]]>([
  // In a list of names, each is meant to be one.
  ["norn-4o, nron-5\nfoo-bar", ["nron-5", "foo-bar"]],
  ["- router/team/norn-5:free\n- 'norn-9'", ["norn-9"]],
  // Elsewhere, the value of a model field and what is like a published name.
  [
    '{"model": "foo", "zod": "^4.2.1", "key": "sk-1abc2", "old": "norn-9-pro"}',
    ["foo", "norn-9-pro"],
  ],
  ["The norn is set to auto at norn-4o.", []],
])("the unknown names in %j are %j", (text, names) => {
  const isLike = (word: string) => word.startsWith("norn");
  expect(findUnknownModelNames(text, SLUGS, isLike)).toEqual(names);
});
