import { expect, test } from "vitest";
import { z } from "zod";
import { checkedOnce, toJson } from "./checked-once.ts";

test("a part is checked once, in whatever answer it stands", () => {
  let checks = 0;
  const Part = checkedOnce(z.looseObject({ n: z.number().refine(() => ++checks > 0) }));
  const List = z.looseObject({ data: z.array(Part) });
  const part = { n: 1 };
  for (let time = 0; time < 3; time++)
    expect(List.safeParse({ data: [part, part] }).success).toBe(true);
  expect(checks).toBe(1);
  expect(List.safeParse({ data: [{ n: 2 }] }).success).toBe(true);
  expect(checks).toBe(2);
});

test("a part that is wrong stays wrong, with its place", () => {
  const Part = checkedOnce(z.looseObject({ n: z.number() }));
  const List = z.looseObject({ data: z.array(Part) });
  const wrong = { n: "1" };
  for (let time = 0; time < 2; time++)
    expect(List.safeParse({ data: [wrong] }).error?.issues[0]?.path).toEqual(["data", 0, "n"]);
});

test("its published schema is that of the part", () => {
  const part = () => z.looseObject({ n: z.number().describe("How many") });
  expect(z.toJSONSchema(checkedOnce(part()))).toEqual(z.toJSONSchema(part()));
});

test("an answer with such parts is written as JSON.stringify writes it", () => {
  const Part = checkedOnce(z.looseObject({ n: z.number() }));
  const [one, two] = [
    { n: 1, text: 'é"\u2028' },
    { n: 2, left: undefined },
  ];
  for (const part of [one, two]) Part.parse(part);
  const answers: object[] = [
    { data: [one, two, one], meta: { total: 2 } },
    { data: { models: [one, two], one, other: [1, null, { a: [] }] } },
    { data: [two, 1, null, undefined, { n: 3 }], gone: undefined, empty: [], nothing: null },
    [one, two],
    { 'a"b': one, date: "2026-01-01", deep: { deeper: { one } } },
  ];
  for (const answer of answers)
    for (let time = 0; time < 2; time++) expect(toJson(answer)).toBe(JSON.stringify(answer));
});
