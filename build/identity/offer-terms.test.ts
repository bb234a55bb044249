import { describe, expect, test } from "vitest";
import { stated } from "../../test/builders/price-statements.ts";
import {
  type BillingQuestion,
  createTiers,
  type TierQuestion,
  toBilling,
  toServiceTier,
} from "./offer-terms.ts";

/** `modelId` sold of `model` beside `siblings`. */
const tier = (modelId: string, model: string, more: Partial<TierQuestion> = {}) =>
  toServiceTier({ host: "bazaar", modelId, model, siblings: [modelId], ownIds: [], ...more });

describe("the standard tier", () => {
  test.each([
    ["acme/acme-large", "acme-large"],
    ["acme-large-2026-01-05", "acme-large"],
    ["acme-large:free", "acme-large"],
    ["acme-large:thinking", "acme-large"],
    ["gpt-4-turbo", "gpt-4-turbo"],
    ["grok-4-fast-reasoning", "grok-4-fast"],
    ["gemini-3-pro-preview", "gemini-3-pro-preview"],
    ["flux-2-flex", "flux-2-flex"],
    ["qwen3-coding-plus", "qwen3-coding-plus"],
    ["fast/acme-large", "acme-large"],
    ["acme-guarantee", "acme"],
  ])("%s of %s", (modelId, model) => {
    expect(tier(modelId, model)).toBe("standard");
  });
});

describe("a word of its own names the tier", () => {
  test.each([
    ["acme-large-batch", "batch"],
    ["acme-large-flex", "flex"],
    ["Acme-Large-tput", "flex"],
    ["stealth/acme-large", "flex"],
    ["acme-large-priority", "priority"],
    ["acme/Acme-Large-TEE", "confidential"],
    ["TEE/acme-large", "confidential"],
    ["TEE 2/acme-large", "confidential"],
    ["e2ee-acme-large-p", "confidential"],
  ] as const)("%s: %s", (modelId, expected) => {
    expect(tier(modelId, "acme-large")).toBe(expected);
  });
});

describe("a region", () => {
  test.each([
    "us.acme.acme-large-v1:0",
    "us-gov.acme.acme-large",
    "apac.acme.acme-large",
    "regional.acme.acme-large",
    "eu/acme-large",
    "acme-large@us-east5",
    "acme-large@eu",
  ])("is another tier: %s", (modelId) => {
    expect(tier(modelId, "acme-large")).toBe("regional");
  });

  test("of the whole world is the standard one where no plain id is sold", () => {
    const world = "global.acme.acme-large";
    const regions = ["us.acme.acme-large", world];
    expect(tier(world, "acme-large", { siblings: regions })).toBe("standard");
    expect(tier(world, "acme-large", { siblings: ["acme.acme-large", ...regions] })).toBe(
      "regional",
    );
  });
});

describe("a faster mode", () => {
  test.each(["acme-large-fast", "Acme-Large-Turbo", "acme-large-highspeed", "acme-large:nitro"])(
    "is another tier beside the plain id: %s",
    (modelId) => {
      expect(tier(modelId, "acme-large", { siblings: ["acme-large", modelId] })).toBe("fast");
    },
  );
});

test("a coding-only or a roomier id is another tier beside the plain one", () => {
  const siblings = ["acme-large", "coding-acme-large", "Pro/acme-large"];
  expect(tier("coding-acme-large", "acme-large", { siblings })).toBe("flex");
  expect(tier("Pro/acme-large", "acme-large", { siblings })).toBe("priority");
  expect(tier("Pro/acme-large", "acme-large")).toBe("standard");
});

test("a copy that is less or more quantised is another tier beside the plain one", () => {
  const siblings = ["acme-large"];
  for (const id of ["acme-large-precision", "route/acme-large-full"])
    expect(tier(id, "acme-large", { siblings }), id).toBe("priority");
  expect(tier("Acme-Large-Lite", "acme-large", { siblings })).toBe("flex");
  expect(tier("acme-large-precision", "acme-large")).toBe("standard");
});

describe("a preview", () => {
  test("is another tier once the lab, or the host, sells the finished model", () => {
    const id = "acme-large-preview-05-06";
    expect(tier(id, "acme-large")).toBe("standard");
    expect(tier(id, "acme-large", { ownIds: ["acme-large"] })).toBe("preview");
    expect(tier(id, "acme-large", { siblings: [id, "acme/acme-large"] })).toBe("preview");
    expect(tier(id, "acme-large", { ownIds: ["acme-large-exp", id] })).toBe("standard");
  });
});

const billing = (more: Partial<BillingQuestion>) =>
  toBilling({
    host: "acme-cloud",
    kind: "inference",
    modelId: "acme-large",
    modelType: "text",
    input: 1,
    output: 2,
    ...more,
  });

test("a subscription is a plan, whatever its token price reads", () => {
  expect(billing({ kind: "plan", input: 0, output: 0 })).toBe("plan");
  expect(billing({ kind: "plan", input: 1, output: 2 })).toBe("plan");
  expect(billing({ kind: "plan", modelId: "acme-large:free", input: 0, output: 0 })).toBe("plan");
});

test("a price of 0 is free, and so is an id that says so and has no price", () => {
  expect(billing({ input: 0, output: 0 })).toBe("free");
  expect(billing({ input: 0, output: null, modelType: "embedding" })).toBe("free");
  for (const modelId of [
    "acme/acme-large:free",
    "acme-large-free",
    "Acme Large (free)",
    "free/acme",
  ])
    expect(billing({ modelId, input: null, output: null }), modelId).toBe("free");
});

test("a price above 0 is paid by the token, whatever the id says", () => {
  expect(billing({})).toBe("tokens");
  expect(billing({ modelId: "acme-large-free" })).toBe("tokens");
  expect(billing({ input: 0, output: 2 })).toBe("tokens");
});

const id = (model_id: string) => ({ file: "acme", model_id, model: "acme-2" });
const says = (model_id: string, note: string | null = null) => ({
  ...stated("2026-01-01", 1, 2, { model_id, note }),
  file: "acme",
});
const tierOfPreview = (prices: ReturnType<typeof says>[]) =>
  createTiers(
    {
      models: [{ slug: "acme-2", lab: "acme" }],
      providers: [{ slug: "acme", own_hosts: ["acme"] }],
      prices,
    },
    [id("acme-2-preview"), id("acme-2")],
  )("acme", "acme-2-preview", "acme-2");

test("a preview beside the finished model is a tier of its own", () => {
  expect(tierOfPreview([says("acme-2-preview"), says("acme-2")])).toBe("preview");
});
