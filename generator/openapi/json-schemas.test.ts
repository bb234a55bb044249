import { expect, test } from "vitest";
import * as z from "zod";
import { makePublishedJsonSchemas } from "./json-schemas.ts";

test("schemas of code that is loaded twice in a process do not get in each other's way", () => {
  const uri = (id: string) => `#/${id}`;
  const before = makePublishedJsonSchemas(uri);
  z.object({ of: z.object({ other: z.string() }).meta({ id: "Rate" }) }).meta({ id: "RateCard" });
  expect(before.has("Rate")).toBe(true);
  expect(makePublishedJsonSchemas(uri)).toEqual(before);
});
