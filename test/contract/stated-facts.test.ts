/** What sources state of a model and of a host is in their answers. */
import { expect } from "vitest";
import { verifies } from "./harness.ts";

verifies("4.2-status", "has status, replacement, sizes and options", async ({ get }) => {
  const source_url = "https://northwind.example/deprecations";
  const stated = {
    // Deprecated, with the replacement that its lab names.
    "norn-4": {
      status: "deprecated",
      retirement_date: "2026-12-31",
      replacement: { slug: "norn-5", name: "Norn 5", source_url },
    },
    "taiga-r1": { parameters: { total: 671, active: 37 } },
    // Its size is read from its name.
    "taiga-3-3-70b": { parameters: { total: 70, active: null } },
    "norn-5": { parameters: null },
    "quill-sonnet-4-5": {
      reasoning_options: { effort: ["low", "high"], budget_tokens: { min: 1024, max: null } },
      supported_parameters: ["tool_choice", "tools"],
    },
  };
  for (const [slug, fields] of Object.entries(stated))
    expect((await get(`/api/v1/models/${slug}`)).body, slug).toMatchObject(fields);
});

verifies("E-providers", "a host has what a client needs to call it", async ({ get }) => {
  expect((await get("/api/v1/providers/quillon")).body).toMatchObject({
    npm: "@ai-sdk/anthropic",
    api_format: "anthropic",
    env: ["QUILLON_API_KEY"],
    pricing_page: "https://quillon.example/pricing",
  });
});
