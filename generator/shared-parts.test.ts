import { expect, test } from "vitest";
import { shared, toJson } from "./shared-parts.ts";

test("an answer with shared parts is written as JSON.stringify writes it", () => {
  const one = shared({ n: 1, text: 'é"\u2028' });
  const two = shared({ n: 2, left: undefined });
  const rows = shared([{ n: 3 }, { n: 4 }]);
  const answers: object[] = [
    { data: [one, two, one], meta: { total: 2 } },
    { data: { models: [one, two], one, other: [1, null, { a: [] }], rows } },
    { data: [two, 1, null, undefined, { n: 3 }], gone: undefined, empty: [], nothing: null },
    [one, two],
    { 'a"b': one, date: "2026-01-01", deep: { deeper: { one } } },
  ];
  for (const answer of answers)
    for (let time = 0; time < 2; time++) expect(toJson(answer)).toBe(JSON.stringify(answer));
});
