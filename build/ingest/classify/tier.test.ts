import { describe, expect, test } from "vitest";
import { type TierQuestion, toServiceTier } from "../../identity/offer-terms.ts";

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

  test("a host that runs everything sealed says so of no id", () => {
    expect(tier("acme-large", "acme-large", { host: "tinfoil" })).toBe("confidential");
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

  test("is no version and no country's model", () => {
    expect(tier("acme-large@20260105", "acme-large")).toBe("standard");
    expect(tier("acme-large@default", "acme-large")).toBe("standard");
    expect(tier("@cf/acme/acme-large", "acme-large")).toBe("standard");
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
  const siblings = ["acme-large", "acme-large-fast"];

  test.each(["acme-large-fast", "Acme-Large-Turbo", "acme-large-highspeed", "acme-large:nitro"])(
    "is another tier beside the plain id: %s",
    (modelId) => {
      expect(tier(modelId, "acme-large", { siblings: ["acme-large", modelId] })).toBe("fast");
    },
  );

  test("is the standard tier of a host that sells no plain one", () => {
    expect(tier("acme-large-fast", "acme-large")).toBe("standard");
    const ownIds = ["acme-large", "acme-large-turbo"];
    expect(tier("acme-large-fast", "acme-large", { ownIds })).toBe("standard");
    expect(tier("big/acme-large-turbo", "acme-large", { ownIds })).toBe("fast");
    expect(tier("acme-large", "acme-large", { siblings })).toBe("standard");
  });
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

test("a region may end the id", () => {
  expect(tier("acme-large-us", "acme-large")).toBe("regional");
});

describe("a preview", () => {
  test("is another tier once the lab, or the host, sells the finished model", () => {
    const id = "acme-large-preview-05-06";
    expect(tier(id, "acme-large")).toBe("standard");
    expect(tier(id, "acme-large", { ownIds: ["acme-large"] })).toBe("preview");
    expect(tier(id, "acme-large", { siblings: [id, "acme/acme-large"] })).toBe("preview");
    expect(tier(id, "acme-large", { ownIds: ["acme-large-exp", id] })).toBe("standard");
  });

  test("is also called beta", () => {
    expect(tier("acme-large:beta", "acme-large", { ownIds: ["acme-large"] })).toBe("preview");
  });
});
