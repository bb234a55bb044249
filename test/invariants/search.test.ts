import { expect } from "vitest";
import { misnamed } from "../../generator/search/evaluation/evaluate.ts";
import { getSome } from "../builders/get.ts";
import { verifies } from "../contract/verifies.ts";

verifies("5.7", "every model comes first under its own name and slug", async ({ context }) => {
  const models = getSome(context.catalog.models, "models");
  expect(misnamed(models, context.search)).toEqual([]);
});
