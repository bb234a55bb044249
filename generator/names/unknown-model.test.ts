import { expect, it } from "vitest";
import { model } from "../../test/builders/fact-builders.ts";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../test/builders/sample-facts.ts";
import { nearModels } from "./unknown-model.ts";

it("suggests what the search finds where no name is near: errors in two words", async () => {
  const models = [model("claude-sonnet-4-5", "acme", { name: "Claude Sonnet 4.5" })];
  const loaded = await loadSample({
    ...SAMPLE,
    json: { ...SAMPLE.json, models: [...SAMPLE.json.models, ...models] },
  });
  expect(nearModels("cluade-sonet", loaded).map(({ slug }) => slug)).toEqual(["claude-sonnet-4-5"]);
  await loaded.dispose();
});
