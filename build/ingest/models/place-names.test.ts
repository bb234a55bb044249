import { expect, test } from "vitest";
import { NO_MODEL_TRAITS } from "../../sources/listing.ts";
import { matchNamesToModels } from "./describe-models.ts";

test("an alias for an id with a date does not decide which model the name without the date means", () => {
  const facts = {
    models: [{ slug: "command-r-0824" }, { slug: "command-r" }],
    offers: [{ file: "azure", model_id: "cohere-command-r-08-2024", model: "command-r-0824" }],
    modelAliases: [{ alias: "command-r-08-2024", model: "command-r-0824", reason: "a release" }],
  } as unknown as Parameters<typeof matchNamesToModels>[1];
  const record = { host: null, name: "command-r", source: "operator", as_of: "2026-11-26" };
  const { mentions } = matchNamesToModels([{ ...record, traits: NO_MODEL_TRAITS }], facts);
  expect([...mentions.keys()]).toEqual(["command-r"]);
});
