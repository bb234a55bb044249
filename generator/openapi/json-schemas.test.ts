import { expect, test } from "vitest";
import * as z from "zod";
import { makePublishedJsonSchemas } from "./json-schemas.ts";

test("schemas with the same ids, from code that is loaded twice, do not change the published ones", () => {
  const uri = (id: string) => `#/${id}`;
  const before = makePublishedJsonSchemas(uri);
  z.object({ of: z.object({ other: z.string() }).meta({ id: "Rate" }) }).meta({ id: "RateCard" });
  expect(before.has("Rate")).toBe(true);
  expect(makePublishedJsonSchemas(uri)).toEqual(before);
});
