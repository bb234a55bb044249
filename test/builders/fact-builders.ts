/** Builders that return one complete made-up fact of each kind; tests override single fields. */
import type { FactOfKind } from "../../build/facts/kinds.ts";
import { Benchmark } from "../../build/schema/benchmark.ts";
import { createUndescribedModel, Offer } from "../../build/schema/model.ts";
import { Provider } from "../../build/schema/provider.ts";
import { Source } from "../../build/schema/source.ts";
import { createNullFields } from "../../build/schema/values.ts";

export const sampleSource = (id: string): FactOfKind<"sources"> => ({
  ...createNullFields(Source),
  id,
  name: `Upstream ${id}`,
  url: `https://${id}.example`,
  license: "MIT",
  license_url: "https://opensource.org/license/mit",
  credit: `Facts of ${id}`,
  provides: ["prices"],
  // Later than the last statement of the sample, and earlier than the days that tests of nights and mirrors use.
  recorded_on: "2026-06-01",
  missed_runs: 0,
});

export const sampleProvider = (
  slug: string,
  more: Partial<FactOfKind<"providers">> = {},
): FactOfKind<"providers"> => ({
  ...createNullFields(Provider),
  slug,
  name: slug.toUpperCase(),
  is_lab: false,
  is_host: true,
  host_kind: "inference",
  host_kind_reason: "rule: made up",
  own_hosts: [],
  url: `https://${slug}.example`,
  source: "upstream",
  as_of: "2026-01-01",
  ...more,
});

export const sampleModel = (
  slug: string,
  lab: string,
  more: Partial<FactOfKind<"models">> = {},
): FactOfKind<"models"> => ({
  ...createUndescribedModel(),
  slug,
  name: slug.toUpperCase(),
  lab,
  is_open_source: false,
  release_date: "2026-02-01",
  knowledge_cutoff: "2025-06",
  context_window: 100_000,
  max_output_tokens: 8_000,
  input_modalities: ["text"],
  output_modalities: ["text"],
  supports: { tools: true, reasoning: null, structured_output: null, attachments: false },
  source: "upstream",
  as_of: "2026-02-02",
  ...more,
});

/** An offer: the model that `modelId` means at a host. Its prices are separate statements (`price-statements.ts`). */
export const sampleOffer = (
  model: string,
  modelId: string,
  more: Partial<FactOfKind<"offers">> = {},
): FactOfKind<"offers"> => ({
  ...createNullFields(Offer),
  model_id: modelId,
  model,
  service_tier: "standard",
  billing: "tokens",
  status: "active",
  source: "upstream",
  as_of: "2026-03-01",
  ...more,
});

export const sampleScore = (
  model: string,
  value: number,
  more: Partial<FactOfKind<"scores">> = {},
): FactOfKind<"scores"> => ({
  model,
  configuration: null,
  score: value,
  self_reported: false,
  source: "upstream",
  source_url: "https://upstream.example/scores",
  as_of: "2026-03-05",
  ...more,
});

export const sampleBenchmark = (
  slug: string,
  more: Partial<FactOfKind<"benchmarks">> = {},
): FactOfKind<"benchmarks"> => ({
  ...createNullFields(Benchmark),
  slug,
  name: slug.toUpperCase(),
  category: "reasoning",
  unit: "%",
  max_score: 100,
  floor: 0,
  measures: "Made-up tasks",
  higher_is_better: true,
  source: "upstream",
  source_url: `https://${slug}.example`,
  ...more,
});
