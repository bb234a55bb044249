/** What is sold, by whom, for how much, and how good it is. */
import { Benchmark } from "../../schema/benchmark.ts";
import { Model } from "../../schema/model.ts";
import { Offer } from "../../schema/offer.ts";
import { PriceStatement } from "../../schema/price-statement.ts";
import { Provider } from "../../schema/provider.ts";
import { RowDigests } from "../../schema/row-digests.ts";
import { Score } from "../../schema/score.ts";
import { Service } from "../../schema/service.ts";
import { Source } from "../../schema/source.ts";
import { kind } from "./fact-kind.ts";

export const CATALOG_KINDS = {
  service: kind({
    pattern: "service.json",
    format: "json",
    schema: Service,
    key: ["name"],
    file: null,
  }),
  sources: kind({
    pattern: "sources/*.json",
    format: "json",
    schema: Source,
    key: ["id"],
    file: "id",
  }),
  providers: kind({
    pattern: "providers/*.json",
    format: "json",
    schema: Provider,
    key: ["slug"],
    file: "slug",
    references: { source: "sources.id", own_hosts: "providers.slug" },
  }),
  models: kind({
    pattern: "models/*/*.json",
    format: "json",
    schema: Model,
    key: ["slug"],
    file: "slug",
    folder: "lab",
    references: { source: "sources.id", lab: "providers.slug", base_model: "models.slug" },
  }),
  offers: kind({
    pattern: "offers/*.csv",
    format: "csv",
    schema: Offer,
    key: ["model_id"],
    file: "host",
    references: { source: "sources.id", host: "providers.slug", model: "models.slug" },
  }),
  prices: kind({
    pattern: "prices/*.csv",
    format: "csv",
    schema: PriceStatement,
    // A statement and the end a rule puts to it may fall on one day: `stated` comes before `withdrawn`.
    key: ["recorded", "model_id", "source", "effective", "event"],
    file: "host",
    references: { source: "sources.id", host: "providers.slug" },
  }),
  digests: kind({
    pattern: "digests.csv",
    format: "csv",
    schema: RowDigests,
    key: ["path", "day"],
    file: null,
  }),
  benchmarks: kind({
    pattern: "benchmarks/*.json",
    format: "json",
    schema: Benchmark,
    key: ["slug"],
    file: "slug",
    references: { source: "sources.id", part_of: "benchmarks.slug" },
  }),
  scores: kind({
    pattern: "scores/*.csv",
    format: "csv",
    schema: Score,
    key: ["model", "configuration", "source", "source_url"],
    file: "benchmark",
    references: { source: "sources.id", benchmark: "benchmarks.slug", model: "models.slug" },
  }),
} as const;
