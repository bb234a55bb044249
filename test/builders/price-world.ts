/** A small market for tests of prices: many cases in one catalogue, each with a model of its own. */
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { PriceRow } from "../../build/model/catalog/rows.ts";
import { sampleModel, sampleOffer, sampleProvider, sampleSource } from "./fact-builders.ts";
import { getDefined } from "./get.ts";
import { readPriceStatements, samplePrice } from "./price-statements.ts";
import { loadSampleCatalog } from "./sample-catalog.ts";
import { SAMPLE_FACTS } from "./sample-facts.ts";

/** The newest day of the ledger, and the last day recorded for every source. */
export const NEWEST_LEDGER_DAY = "2026-06-01";

/**
 * What is said of one model: what each host's id is said to cost, in the words of `readPriceStatements`. Without a host,
 * it is at bazaar. A field of an offer is a field of its first statement. In ids, `acme-large` stands for the model's own
 * slug. What follows an arrow (`→`) is what the test expects.
 *
 * @example `acme: genai-prices 2 | bazaar: 1 billing=plan, litellm 2 → acme 2`
 */
export type PriceCase = string | PriceCaseWithModel;

interface PriceCaseWithModel {
  /** Rows are of bazaar. */
  prices: string | FactOfKind<"prices">[];
  model?: Partial<FactOfKind<"models">>;
  /** The rule by which the ingest holds back a field of models-dev at bazaar since the day before the newest. */
  held?: [rule: string, field: string];
  /** Host → the cases whose models its id `acme-large` meant over time. */
  moving?: Record<string, [since: string | null, means: string, keepsPrice?: boolean][]>;
}

/**
 * The lab acme sells at acme first, also at acme-cloud, and in another region at acme-cn. models-dev follows every host
 * except backwater, which only litellm reports; the host spring has a list of its own that is no longer read.
 * genai-prices reads the labs' pages and lists a few ids at openrouter.
 */
const OWN_HOSTS = ["acme", "acme-cloud", "acme-cn"];
const HOSTS = [
  sampleProvider("acme", { is_lab: true, host_kind: "lab", own_hosts: OWN_HOSTS }),
  sampleProvider("acme-cloud", { host_kind: "cloud" }),
  sampleProvider("acme-cn", { host_kind: "lab" }),
  sampleProvider("alps"),
  sampleProvider("backwater"),
  sampleProvider("bazaar"),
  sampleProvider("cirrus", { host_kind: "cloud" }),
  sampleProvider("delta", { is_lab: true, host_kind: "lab", own_hosts: ["delta"] }),
  sampleProvider("openrouter", { host_kind: "router", is_lab: true }),
  sampleProvider("perch", { host_kind: "plan" }),
  sampleProvider("router-a", { host_kind: "router" }),
  sampleProvider("router-b", { host_kind: "router" }),
  sampleProvider("spring"),
  sampleProvider("yuan"),
];
const SOURCES =
  "bazaar copycat genai-prices latecomer litellm models-dev newcomer operator spring third-party upstream";
/** Sources that are no longer read → the days on which they were. */
const FORMER_READINGS: Readonly<Record<string, string[]>> = {
  newcomer: ["2026-01-01"],
  "third-party": [],
  spring: ["2026-01-01", "2026-04-10"],
};
/** Days on which the other sources were read. */
const READ_ON = "01-01 05-28 05-29 05-30 05-31 06-01".split(" ").map((day) => `2026-${day}`);
const READINGS = SOURCES.split(" ").flatMap((source) =>
  (FORMER_READINGS[source] ?? READ_ON).map((day) => ({ source, day, rows: null })),
);
/** Every host sells this model, so that a statement about it makes the newest day of the ledger. */
const CLOCK = HOSTS.map(({ slug }) => {
  const source = slug === "backwater" ? "litellm" : "models-dev";
  const billing = slug === "perch" ? "plan" : "tokens";
  const price = { ...samplePrice(NEWEST_LEDGER_DAY, 1, 1, { model_id: "clock", source }), billing };
  return { host: slug, rows: [price], offers: [sampleOffer("clock", "clock", { billing })] };
});

export type LoadedPriceCases = Awaited<ReturnType<typeof loadPriceCases>>;

/** Loads all cases in one catalogue. @throws FactsError when the published facts break an invariant. */
export async function loadPriceCases(cases: Record<string, PriceCase>) {
  const slugs = new Map(Object.keys(cases).map((name, index) => [name, `acme-case-${index}`]));
  const slugOf = (name: string) => getDefined(slugs.get(name), `case ${name}`);
  const named = Object.entries(cases).map(([name, one]) => ({
    slug: slugOf(name),
    ...(typeof one === "string" ? { prices: one } : one),
  }));
  const sold = [...CLOCK, ...named.flatMap(toPricesAndOffers)];
  const ofHosts = <Row>(rowsOf: (one: (typeof sold)[number]) => Row[]) =>
    Object.fromEntries(
      HOSTS.map(({ slug }) => [slug, sold.filter(({ host }) => host === slug).flatMap(rowsOf)]),
    );
  const { catalog, snapshot } = await loadSampleCatalog({
    json: {
      ...SAMPLE_FACTS.json,
      sources: SOURCES.split(" ").map((id) => ({
        ...sampleSource(id),
        recorded_on: FORMER_READINGS[id]?.at(-1) ?? NEWEST_LEDGER_DAY,
        generated_from: id === "copycat" ? ["models-dev", "newcomer", "spring"] : null,
      })),
      providers: HOSTS,
      models: [
        sampleModel("clock", "delta"),
        ...named.map(({ slug, model }) =>
          sampleModel(slug, "acme", { is_open_source: true, ...model }),
        ),
      ],
    },
    csv: {
      readings: { "": READINGS },
      held: {
        "": named.flatMap(({ slug, held }) => {
          if (held === undefined) return [];
          const [rule, field] = held;
          const found = { rule, kind: "offer", key: `bazaar ${slug}`, field, value: null };
          const days = { since: "2026-05-31", last_seen: NEWEST_LEDGER_DAY, readings: 2 };
          return [{ ...found, source: "models-dev", ...days }];
        }),
      },
      prices: ofHosts(({ rows }) => rows),
      offers: ofHosts(({ offers }) => offers),
      movingNames: {
        moving: named.flatMap(({ slug, moving = {} }) =>
          Object.entries(moving).flatMap(([host, meanings]) =>
            meanings.map(([since, means, keeps_price = true]) => {
              const named = { host, model_id: slug, since, model: slugOf(means) };
              return {
                ...named,
                keeps_price,
                reason: "made up",
                source_url: `https://${host}.example/`,
              };
            }),
          ),
        ),
      },
    },
  });
  const series = (name: string, host: string) =>
    catalog.pricesOf(slugOf(name)).filter((row) => row.host === host);
  return {
    catalog,
    db: snapshot.db,
    /** The published rows of a case's model at a host. */
    series,
    /** The same rows in words: date (without the year 2026), change and input price, left out when it is null. */
    rows: (name: string, host: string, more: (row: PriceRow) => string[] = () => []) =>
      series(name, host).map((row) =>
        [row.date.replace(/^2026-/, ""), row.change, row.input ?? [], more(row)].flat().join(" "),
      ),
    model: (name: string) => catalog.getModel(slugOf(name)),
    at: (name: string, host: string) =>
      catalog.offersOf(slugOf(name)).find((row) => row.host === host),
    /** Replaces the case's own slug in an id or a reason by `acme-large`. */
    plain: (name: string, text: string) => text.replaceAll(slugOf(name), "acme-large"),
  };
}

/** What a case expects to be published: the text behind the arrow. */
export function getExpected(one: PriceCase): string {
  const { prices } = typeof one === "string" ? { prices: one } : one;
  const [, expected = ""] = typeof prices === "string" ? prices.split(/\s+→ /) : [];
  return expected.replace(/\s+/g, " ");
}

function toPricesAndOffers({ slug, prices }: PriceCaseWithModel & { slug: string }) {
  const parts = typeof prices === "string" ? prices.replace(/\s+→.*/s, "").split(/\s+\| /) : [];
  let source: string | undefined;
  const read = parts.map((part) => {
    const [, host = "bazaar", words = ""] = /^(?:([a-z-]+):\s+)?(.*)$/s.exec(part) ?? [];
    const stated = readPriceStatements(words, source);
    source = stated.at(-1)?.source;
    return { host, stated };
  });
  const all = typeof prices === "string" ? read : [{ host: "bazaar", stated: prices }];
  return all.map(({ host, stated }) => {
    const toOwnId = (id: string) => id.replaceAll("acme-large", slug);
    const rows = stated.map((row) => ({ ...row, model_id: toOwnId(row.model_id) }));
    const firsts = new Map(rows.toReversed().map((row) => [row.model_id, row]));
    return { host, rows, offers: [...firsts.values()].map((row) => toOffer(slug, row)) };
  });
}

const OFFER_FIELDS =
  /^(billing|context_window|max_output_tokens|retirement_date|service_tier|status)$/;
const toOffer = (slug: string, row: FactOfKind<"prices">) => {
  const fields = Object.entries(row).filter(([name]) => OFFER_FIELDS.test(name));
  return sampleOffer(slug, row.model_id, Object.fromEntries(fields));
};
