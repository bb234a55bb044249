import { expect, test } from "vitest";
import * as z from "zod";
import { FACT_KINDS } from "../facts/kinds.ts";

test("every kind of fact is strict, so that a misspelt field is a fault", () => {
  for (const [kind, { schema }] of Object.entries(FACT_KINDS))
    expect(schema.def.catchall, kind).toBeInstanceOf(z.ZodNever);
});
