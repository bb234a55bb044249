import { expect, test } from "vitest";
import * as z from "zod";
import { FACT_KINDS } from "../facts/kinds.ts";
import { findSchemaIssues } from "./values.ts";

test("findSchemaIssues finds the issues that safeParse finds", () => {
  const Row = z.strictObject({ slug: z.string().min(2), prices: z.array(z.number().positive()) });
  const values = [
    { slug: "ab", prices: [1] },
    { slug: "a", prices: [1, -1, "1"] },
    { slug: "ab", prices: [], more: 1 },
    { slug: "ab" },
    null,
    [],
  ];
  for (const value of values)
    expect(findSchemaIssues(Row, value)).toEqual(Row.safeParse(value).error?.issues ?? []);
});

test("every kind of fact is strict, so that a misspelt field is a fault", () => {
  for (const [kind, { schema }] of Object.entries(FACT_KINDS))
    expect(schema.def.catchall, kind).toBeInstanceOf(z.ZodNever);
});
