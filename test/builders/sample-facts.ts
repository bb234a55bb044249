/** A small made-up `data/` tree for tests: fictional labs, hosts and prices, every kind of fact at least once. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FactKindName, FactOfKind } from "../../build/facts/kinds.ts";
import { type FactFileText, toCsvFactFile, toJsonFactFile } from "../../build/facts/write-facts.ts";
import {
  sampleBenchmark,
  sampleModel,
  sampleOffer,
  sampleProvider,
  sampleScore,
  sampleSource,
} from "./fact-builders.ts";
import { readPriceStatements } from "./price-statements.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

/** Contents of the sample's files, by fact kind. JSON kinds: one fact per file; CSV kinds: file name → rows. */
export interface SampleFacts {
  json: { [K in FactKindName]?: FactOfKind<K>[] };
  csv: { [K in FactKindName]?: Record<string, FactOfKind<K>[]> };
}

const RATES =
  "input@>200000=8; input@batch=2; output@>200000=30; output@batch=10; cache_read@>200000=0.8";

const NO_KIND = { host_kind: null, host_kind_reason: null };
const RENT = { median_usd_h: null, p10_usd_h: null, min_usd_h: 2.5 };
const COUNTS = { hn_mentions: null, wiki_views: null, github_stars: null, github_commits: 5 };
const FILES = { slug: "files", name: "Files", url: "https://files.example", category: "storage" };
const SKILL = { slug: "org-writing", name: "org/writing", url: "https://org.example/writing" };

export const SAMPLE_FACTS = {
  json: {
    service: [
      {
        name: "Model Almanac",
        summary: "Facts for tests.",
        base_url: "https://almanac.example",
        contact_url: "https://almanac.example/#contact",
        repository_url: null,
        tiers: false,
        license: "CC BY 4.0",
        license_url: "https://creativecommons.org/licenses/by/4.0/",
      },
    ],
    sources: ["upstream", "operator"].map(sampleSource),
    providers: [
      sampleProvider("acme", { is_lab: true, host_kind: "lab", own_hosts: ["acme"] }),
      sampleProvider("bazaar"),
      sampleProvider("cumulus"),
      sampleProvider("delta", { is_lab: true, is_host: false, ...NO_KIND }),
    ],
    models: [
      sampleModel("acme-large", "acme"),
      sampleModel("acme-small", "acme", { release_date: null }),
      sampleModel("delta-7b", "delta", { is_open_source: true, context_window: null }),
      sampleModel("delta-old", "delta", { release_date: "2023-01-01", as_of: "2026-01-01" }),
    ],
    benchmarks: [
      sampleBenchmark("chess", { unit: "elo", max_score: null }),
      sampleBenchmark("logic"),
      sampleBenchmark("sums", { category: "math" }),
      sampleBenchmark("words", { category: "knowledge", floor: 25 }),
    ],
    agents: [
      {
        slug: "coder",
        name: "Coder",
        summary: "Writes code.",
        maker: "ACME",
        url: "https://coder.example",
        source: "operator",
        as_of: "2026-01-01",
      },
    ],
    glossary: [
      {
        slug: "token",
        name: "Token",
        summary: "A piece of a word.",
        text: "Models read and write tokens.",
        also: [],
        see_also: [],
        as_of: "2026-01-01",
      },
    ],
  },
  csv: {
    offers: {
      acme: [
        sampleOffer("acme-large", "acme-large-v1"),
        sampleOffer("acme-small", "acme-small", { billing: "free" }),
      ],
      bazaar: [
        sampleOffer("acme-large", "acme/acme-large"),
        sampleOffer("acme-large", "acme/acme-large-20260201"),
        sampleOffer("delta-7b", "delta-7b"),
      ],
      cumulus: [sampleOffer("delta-7b", "delta-7b-fp8", { quantization: "fp8" })],
    },
    prices: {
      acme: readPriceStatements(
        `upstream 02-03 8/40 id=acme-large-v1, 03-01 4/20 id=acme-large-v1 cache_read=0.4 rates=${RATES},
        03-01 0 id=acme-small`,
      ),
      bazaar: readPriceStatements(
        `upstream 02-10 1/2 id=delta-7b cache_read=5, 03-01 3/18 id=acme/acme-large,
        03-01 3.5/18 id=acme/acme-large-20260201`,
      ),
      cumulus: readPriceStatements("upstream 03-10 0.2/0.4 id=delta-7b-fp8"),
    },
    scores: {
      chess: [sampleScore("acme-large", 1500)],
      logic: [
        sampleScore("acme-large", 80, { configuration: "high" }),
        sampleScore("acme-large", 70),
        sampleScore("delta-7b", 60),
      ],
      sums: [sampleScore("acme-large", 90)],
      words: [sampleScore("acme-large", 62.5)],
    },
    companies: {
      acme: [
        {
          metric: "employees",
          scope: null,
          value: 120,
          effective_date: null,
          as_of: "2026-01-15",
          method: "company disclosure",
          source: "upstream",
          source_url: "https://acme.example/about",
        },
      ],
    },
    mindshare: {
      agent: [{ day: "2026-01-01", slug: "coder", ...COUNTS, github_prs: 1, source: "upstream" }],
    },
    gpuRental: {
      upstream: [{ day: "2026-01-01", chip_slug: "h100", offers: 3, ...RENT }],
    },
    mcpServers: { list: [{ ...FILES, license: null, source: "upstream" }] },
    skills: { list: [{ ...SKILL, org: "org", source: "upstream" }] },
    modelAliases: { models: [{ alias: "acme-big", model: "acme-large", reason: "former name" }] },
  },
} satisfies SampleFacts;

/** Writes a sample tree below a new temporary folder. */
export async function writeSampleFacts(
  sample: SampleFacts = SAMPLE_FACTS,
): Promise<{ folder: string; data: string }> {
  const folder = createTemporaryFolder("sample");
  const data = join(folder, "data");
  const write = ({ path, text }: FactFileText) => {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), text);
  };
  for (const [name, facts] of Object.entries(sample.json))
    for (const fact of facts) write(toJsonFactFile(name as FactKindName, fact as never));
  for (const [name, files] of Object.entries(sample.csv))
    for (const [file, rows] of Object.entries(files))
      write(toCsvFactFile(name as FactKindName, file, rows as never));
  if (sample.csv.readings === undefined) write(toCsvFactFile("readings", "", readingsOf(sample)));
  if (!existsSync(join(data, "rules.csv"))) copyFileSync(RULES, join(data, "rules.csv"));
  return { folder, data };
}

/** Tests always use the real rules: a test that depends on a threshold reads it from them. */
const RULES = fileURLToPath(new URL("../../data/rules.csv", import.meta.url));

/** Readings on the days of prices and on each source's `recorded_on`. `operator` has none. */
function readingsOf({ json, csv }: SampleFacts): FactOfKind<"readings">[] {
  const days = [
    ...(json.sources ?? []).map(({ id, recorded_on }) => ({ source: id, day: recorded_on })),
    ...Object.values(csv.prices ?? {}).flatMap((rows) =>
      rows.map(({ source, recorded }) => ({ source, day: recorded })),
    ),
  ].filter(({ source }) => source !== "operator");
  const byKey = new Map(days.map((one) => [`${one.source} ${one.day}`, one]));
  return [...byKey.values()].map((one) => ({ ...one, rows: null }));
}
