import { expect, test } from "vitest";
import { type BillingQuestion, toBilling } from "../../identity/offer-terms.ts";

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

test("no price, or 0 for what is not paid by the token, is not free", () => {
  expect(billing({ input: null, output: null })).toBe("tokens");
  expect(billing({ modelId: "freedom-1", input: null, output: null })).toBe("tokens");
  for (const modelType of ["image", "video", "audio"] as const)
    expect(billing({ modelType, input: 0, output: 0 })).toBe("tokens");
  expect(billing({ host: "privatemode-ai", input: 0, output: 0 })).toBe("tokens");
});
