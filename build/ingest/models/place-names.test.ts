import { expect, test } from "vitest";
import { NO_MODEL_TRAITS } from "../../sources/listing.ts";
import { matchNamesToModels } from "./describe-models.ts";

const RECORD = { host: null, source: "operator", as_of: "2026-11-26", traits: NO_MODEL_TRAITS };

test("an alias for an id with a date does not decide which model the name without the date means", () => {
  const facts = {
    models: [{ slug: "command-r-0824" }, { slug: "command-r" }],
    offers: [{ file: "azure", model_id: "cohere-command-r-08-2024", model: "command-r-0824" }],
    modelAliases: [{ alias: "command-r-08-2024", model: "command-r-0824", reason: "a release" }],
  } as unknown as Parameters<typeof matchNamesToModels>[1];
  const { mentions } = matchNamesToModels([{ ...RECORD, name: "command-r" }], facts);
  expect([...mentions.keys()]).toEqual(["command-r"]);
});

test("a record under the name of a known model is about this model, not about one whose name differs by a word that does not count", () => {
  const facts = {
    models: [{ slug: "quark-1b" }, { slug: "quark-1b-instruct" }],
    offers: [{ file: "acme", model_id: "acme/quark-1b", model: "quark-1b" }],
    modelAliases: [{ alias: "bazaar/quark-1b", model: "quark-1b", reason: "the base model" }],
  } as unknown as Parameters<typeof matchNamesToModels>[1];
  const of = (name: string) =>
    [...matchNamesToModels([{ ...RECORD, name }], facts).mentions.keys()].join();
  expect(of("acme/Quark-1B-Instruct")).toBe("quark-1b-instruct");
  expect(of("acme/Quark-1B")).toBe("quark-1b");
});
