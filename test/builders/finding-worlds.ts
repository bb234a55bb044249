/**
 * Many scenarios for tests of findings, loaded in one snapshot. The slugs of each scenario's labs, hosts, sources and
 * models have a prefix with its number, so scenarios do not affect one another.
 */
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { FindingFactRow } from "../../build/model/catalog/rows.ts";
import { sampleModel, sampleOffer, sampleProvider, sampleSource } from "./fact-builders.ts";
import { loadSampleCatalog } from "./sample-catalog.ts";
import { SAMPLE_FACTS } from "./sample-facts.ts";

/** Day on which the scenarios' sources were last read; all their facts are older. */
const LAST_READ = "2026-07-31";

export interface FindingScenario {
  /** Host → price statements there. A model's slug equals its id and begins with the slug of its lab. */
  prices: Record<string, FactOfKind<"prices">[]>;
  /** Slug → fields in which a model differs from the sample model. */
  models: Record<string, Partial<FactOfKind<"models">>>;
}

const SOURCES = ["upstream", "other"];
const KNOWN: FindingScenario["models"] = {
  "acme-small": { release_date: null },
  "delta-old": { release_date: "2023-01-01", as_of: "2026-01-01" },
};

const prefixOf = (world: number) => `w${world}-`;

/**
 * Loads all scenarios in one snapshot.
 * @returns Finding candidates of each scenario, with the prefixes removed from the slugs.
 */
export async function findFindingsPerScenario(
  worlds: readonly FindingScenario[],
): Promise<FindingFactRow[][]> {
  const facts = worlds.map((world, index) => toFacts(world, prefixOf(index)));
  const { catalog } = await loadSampleCatalog({
    json: {
      service: SAMPLE_FACTS.json.service,
      sources: [
        sampleSource("upstream"),
        sampleSource("operator"),
        ...facts.flatMap(({ sources }) => sources),
      ],
      providers: facts.flatMap(({ providers }) => providers),
      models: facts.flatMap(({ models }) => models),
    },
    csv: {
      prices: Object.fromEntries(facts.flatMap(({ prices }) => prices)),
      offers: Object.fromEntries(facts.flatMap(({ offers }) => offers)),
    },
  });
  return worlds.map((_, index) => findingsIn(catalog.finding_facts, prefixOf(index)));
}

function findingsIn(findings: readonly FindingFactRow[], prefix: string): FindingFactRow[] {
  const plain = (row: FindingFactRow) => JSON.stringify(row).replaceAll(`"${prefix}`, '"');
  return findings
    .filter((row) => row.model.startsWith(prefix))
    .map((row) => JSON.parse(plain(row)) as FindingFactRow);
}

function toFacts({ prices, models }: FindingScenario, prefix: string) {
  const own = (slug: string) => prefix + slug;
  const labs = ["acme", "delta"].map((slug) =>
    sampleProvider(own(slug), { is_lab: true, host_kind: "lab", own_hosts: [own(slug)] }),
  );
  const idsOf = (rows: FindingScenario["prices"][string]) => [
    ...new Set(rows.map((row) => row.model_id)),
  ];
  const slugs = idsOf(Object.values(prices).flat());
  return {
    sources: SOURCES.map((id) => ({ ...sampleSource(own(id)), recorded_on: LAST_READ })),
    providers: [
      ...labs,
      ...["bazaar", "cumulus"].map((slug) => sampleProvider(own(slug))),
      ...["router-a", "router-b", "router-c"].map((slug) =>
        sampleProvider(own(slug), { host_kind: "router" }),
      ),
    ],
    models: slugs.map((slug) =>
      sampleModel(own(slug), own(slug.split("-", 1)[0] ?? ""), {
        is_open_source: true,
        ...KNOWN[slug],
        ...models[slug],
      }),
    ),
    prices: Object.entries(prices).map(([host, rows]) => [
      own(host),
      rows.map((row) => ({
        ...row,
        model_id: own(row.model_id),
        source: row.source === "operator" ? row.source : own(row.source),
      })),
    ]),
    offers: Object.entries(prices).map(([host, rows]) => [
      own(host),
      idsOf(rows).map((id) => sampleOffer(own(id), own(id))),
    ]),
  };
}
