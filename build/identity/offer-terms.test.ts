import { expect, test } from "vitest";
import { samplePrice } from "../../test/builders/price-statements.ts";
import type { Facts } from "../facts/kinds.ts";
import type { IdReassignment } from "../schema/editorial.ts";
import { type BillingModeClues, createServiceTierFinder, inferBillingMode } from "./offer-terms.ts";

/** Facts in which the lab Acme makes these models and sells them itself. */
const factsOf = (models: string[], more: object = {}) =>
  ({
    models: models.map((slug) => ({ slug, lab: "acme" })),
    providers: [{ slug: "acme", own_hosts: ["acme"] }],
    prices: [],
    movingNames: [],
    ...more,
  }) as unknown as Facts;

/** A word or a region in the id names its tier; some words do so only beside other ids of the model. */
const plain = { siblings: ["acme-large"] };
type Beside = { model?: string; siblings?: string[]; ownIds?: string[] };
test.each<[id: string, beside: Beside, expected: string]>([
  ["acme-large-2026-01-05", {}, "standard"],
  ["acme-guarantee", {}, "standard"],
  ["flux-2-flex", { model: "flux-2-flex" }, "standard"],
  ["acme-large-batch", {}, "batch"],
  ["acme-large-flex", {}, "flex"],
  ["Acme-Large-tput", {}, "flex"],
  ["stealth/acme-large", {}, "flex"],
  ["acme-large-priority", {}, "priority"],
  ["TEE 2/acme-large", {}, "confidential"],
  ["e2ee-acme-large-p", {}, "confidential"],
  ["us.acme.acme-large-v1:0", {}, "regional"],
  ["acme-large@us-east5", {}, "regional"],
  ["acme-large@eu", {}, "regional"],
  ["acme-large-fast", plain, "fast"],
  ["Acme-Large-Turbo", plain, "fast"],
  ["coding-acme-large", plain, "flex"],
  ["Acme-Large-Lite", plain, "flex"],
  ["Pro/acme-large", plain, "priority"],
  ["Pro/acme-large", {}, "standard"],
  ["acme-large-precision", plain, "priority"],
  ["route/acme-large-full", plain, "priority"],
  ["acme-large-precision", {}, "standard"],
  ["global.acme.acme-large", { siblings: ["acme.acme-large"] }, "regional"],
  ["global.acme.acme-large", { siblings: ["us.acme.acme-large"] }, "standard"],
  ["acme-large-preview", { ownIds: ["acme-large"] }, "preview"],
  ["acme-large-preview", { siblings: ["acme/acme-large"] }, "preview"],
  ["acme-large-preview", { ownIds: ["acme-large-exp"] }, "standard"],
])("the service tier of %s, %j is %s", (modelId, beside, expected) => {
  const { model = "acme-large", siblings = [modelId], ownIds = [] } = beside;
  const soldAt = (file: string, ids: string[]) =>
    ids.map((model_id) => ({ file, model_id, model }));
  const sold = [...soldAt("bazaar", siblings), ...soldAt("acme", ownIds)];
  const tierOf = createServiceTierFinder(factsOf([model]), sold);
  expect(tierOf("bazaar", modelId, model)).toBe(expected);
});

test("a preview has its own tier once the final model is sold, unless that is only resold or a moving name", () => {
  const sold = ["acme-2-preview", "acme-2"].map((model_id) => {
    return { file: "acme", model_id, model: "acme-2" };
  });
  const tierWith = (note: string | null, movingNames: IdReassignment[] = []) => {
    const prices = sold.map(({ file, model_id }) => {
      return { ...samplePrice("2026-01-01", 1, 2, { model_id, note }), file };
    });
    const facts = factsOf(["acme-2"], { prices, movingNames });
    return createServiceTierFinder(facts, sold)("acme", "acme-2-preview", "acme-2");
  };
  expect(tierWith(null)).toBe("preview");
  expect(tierWith("reseller: taken from a list")).toBe("standard");
  const moving = { host: "acme", model_id: "acme-2", since: null, model: "acme-2" };
  const declared = { ...moving, keeps_price: true, reason: "the newest release", source_url: null };
  expect(tierWith(null, [declared])).toBe("standard");
});

test.each<[Partial<BillingModeClues>, string]>([
  // An offer of a subscription host is a plan, whatever its token prices are.
  [{ kind: "plan", input: 0, output: 0 }, "plan"],
  [{ kind: "plan", modelId: "acme-large:free", input: 0, output: 0 }, "plan"],
  // A price of 0 is free, and so is an id that says so and has no price.
  [{ input: 0, output: 0 }, "free"],
  [{ input: 0, output: null, modelType: "embedding" }, "free"],
  [{ modelId: "acme-large-free", input: null, output: null }, "free"],
  [{ modelId: "Acme Large (free)", input: null, output: null }, "free"],
  [{ modelId: "free/acme", input: null, output: null }, "free"],
  // A price above 0 is paid by the token, whatever the id says.
  [{}, "tokens"],
  [{ input: 0, output: 2 }, "tokens"],
])("an offer with %j is billed as %s", (more, expected) => {
  const usual = { host: "acme-cloud", kind: "inference", modelId: "acme-large" } as const;
  const priced = { modelType: "text", input: 1, output: 2 } as const;
  expect(inferBillingMode({ ...usual, ...priced, ...more })).toBe(expected);
});
