/** Ingest runs of the simulated market (`market.ts`); its upstreams are in memory. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readFactFileTexts } from "../../build/facts/fact-files.ts";
import { stageIngest } from "../../build/ingest/ingest.ts";
import type { IngestSummary } from "../../build/ingest/reports.ts";
import type { IngestDependencies, IngestOptions, SourceReader } from "../../build/ingest/run.ts";
import { sampleBenchmark, sampleProvider, sampleSource } from "./fact-builders.ts";
import type { UpstreamData, UpstreamTexts } from "./market.ts";
import { ATTENTION_ENTITIES, createUpstreamData, FEW_MODELS, toUpstreamTexts } from "./market.ts";
import { SAMPLE_FACTS, type SampleFacts, writeSampleFacts } from "./sample-facts.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

const own = { source: "operator" } as const;

/** The facts that exist before the market is read for the first time. */
const SIMULATED_MARKET_FACTS: SampleFacts = {
  json: {
    service: SAMPLE_FACTS.json.service,
    // All sources except openrouter, so that one source answers for the first time.
    sources: [
      ...["operator", "models-dev", "genai-prices", "litellm", "aider", "vast-ai", "sec-edgar"],
      ...["hacker-news", "wikimedia", "github-stars"],
    ].map((id) => ({ ...sampleSource(id), recorded_on: "2026-05-01" })),
    providers: [
      sampleProvider("acme", { ...own, is_lab: true, host_kind: "lab", own_hosts: ["acme"] }),
      sampleProvider("delta", { ...own, is_lab: true, host_kind: "lab", own_hosts: ["delta"] }),
      sampleProvider("alps", own),
      sampleProvider("bazaar", own),
      sampleProvider("cirrus", { ...own, host_kind: "cloud" }),
      sampleProvider("deepinfra", own),
      sampleProvider("openrouter", { ...own, host_kind: "router" }),
      sampleProvider("perch", { ...own, host_kind: "plan" }),
    ],
    benchmarks: [
      sampleBenchmark("sample-test", own),
      sampleBenchmark("sample-elo", { ...own, unit: "elo", max_score: null }),
      sampleBenchmark("aider-polyglot", { ...own, category: "coding" }),
    ],
    agents: ATTENTION_ENTITIES.map((slug) => ({
      slug,
      name: slug.toUpperCase(),
      summary: "Writes code.",
      maker: "ACME",
      url: `https://${slug}.example`,
      source: "operator",
      as_of: "2026-01-01",
    })),
  },
  csv: {
    labPrefixes: {
      labs: Object.entries({ lepton: "delta", quark: "acme" }).map(([prefix, lab]) => {
        return { prefix, lab, base_model: null };
      }),
    },
    hostAliases: {
      hosts: [
        ...["acme", "delta"].map((host) => {
          return { source: "genai-prices", name: `${host}-inc`, host };
        }),
        ...["acme", "cirrus", "delta"].map((host) => ({ source: "litellm", name: host, host })),
      ],
    },
    attention: {
      attention: ATTENTION_ENTITIES.map((slug) => ({
        entity_type: "agent" as const,
        slug,
        hn_query: slug,
        wikipedia_article: slug,
        github_repo: `${slug}/${slug}`,
      })),
    },
  },
};

/** Lowers the collectors' minimum row counts, because the simulated upstreams have few rows. */
const MIN_ROWS_FACTOR = 1 / 300;

export const FIRST_MARKET_DAY = "2026-06-01";
export const SECOND_MARKET_DAY = "2026-06-02";
export const THIRD_MARKET_DAY = "2026-06-03";

export async function createSimulatedMarket(models = FEW_MODELS): Promise<SimulatedMarket> {
  const { folder } = await writeSampleFacts(SIMULATED_MARKET_FACTS);
  return new SimulatedMarket(folder, models);
}

export class SimulatedMarket {
  /** What the upstreams report from now on; tests change it in place. */
  readonly market: UpstreamData;
  /** Changes the upstreams' files after the market was written as text. */
  distort?: (files: UpstreamTexts) => void;

  constructor(
    private readonly folder: string,
    private readonly models: typeof FEW_MODELS,
  ) {
    this.market = createUpstreamData(models);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  /** Runs an ingest on a day; accepts it, or discards it when it has faults. */
  async night(
    day: string,
    more: Partial<IngestOptions> = {},
    dependencies: Partial<IngestDependencies> = {},
  ): Promise<IngestSummary> {
    const files = toUpstreamTexts(this.market, day);
    this.distort?.(files);
    const folders = { dataFolder: this.at("data"), reportsFolder: this.at("reports") };
    const staged = await stageIngest(
      { ...folders, day, accept: [], minRowsFactor: MIN_ROWS_FACTOR, ...more },
      { reader: memoryReader(files), ...dependencies },
    );
    if (staged.summary.faults.length > 0) await staged.discard();
    else await staged.accept();
    return staged.summary;
  }

  /** Path below `data/` → text. */
  files = (): Map<string, string> => new Map(readFactFileTexts(this.at("data")));

  /** Copies the facts; the copy's upstreams report their initial values. */
  async copy(): Promise<SimulatedMarket> {
    const other = createTemporaryFolder("market");
    cpSync(this.at("data"), join(other, "data"), { recursive: true });
    return new SimulatedMarket(other, this.models);
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Reads from memory. A source without files is not read. */
const memoryReader = (files: UpstreamTexts): SourceReader => ({
  findReasonNotToRead: ({ id }) => (files.has(id) ? null : "nobody serves it"),
  read: async ({ id }) => ({ files: files.get(id) ?? new Map(), missing: [] }),
});
