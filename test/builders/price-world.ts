/** A small market for tests of prices: many cases in one catalogue, each with a model of its own. */
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow, PriceRow } from "../../build/model/catalog/rows.ts";
import type { LoadedCatalog } from "../../generator/pipeline/load.ts";
import { sampleModel, sampleOffer, sampleProvider, sampleSource } from "./fact-builders.ts";
import { readPriceStatements, samplePrice } from "./price-statements.ts";
import { loadSampleCatalog } from "./sample-catalog.ts";
import { SAMPLE_FACTS } from "./sample-facts.ts";

type Statement = FactOfKind<"prices">;

/** The newest day of the ledger, and the last day recorded for every source. */
export const NEWEST_LEDGER_DAY = "2026-06-01";

/**
 * What is said of one model. In ids, `acme-large` stands for its own slug.
 *
 * @example `acme: genai-prices 2 | bazaar: models-dev 1, litellm 2` What each host's id is said to cost, in the words of
 * `readPriceStatements`; without a host, at bazaar. What follows an arrow (`→`) is what the test expects of them.
 */
export type PriceCase = string | PriceCaseWithOffers;

interface PriceCaseWithOffers {
  /** Host → the price statements for its ids. */
  prices: string | Readonly<Record<string, Statement[]>>;
  /** Host → id → fields in which the offer differs from a standard-tier offer billed by the token. */
  offers?: Record<string, Record<string, Partial<FactOfKind<"offers">>>>;
  model?: Partial<FactOfKind<"models">>;
  /** What the ingest holds back of models-dev at bazaar since the day before the newest. */
  held?: Pick<FactOfKind<"held">, "rule" | "field">;
  /** Host → meanings of its id `acme-large` over time: the case whose model it means from each day on. */
  moving?: Record<string, readonly { since: string | null; means: string; keeps?: boolean }[]>;
}

/**
 * The lab acme sells at acme first, also at acme-cloud, and in another region at acme-cn. models-dev follows every host
 * except backwater, which only litellm reports. genai-prices reads the labs' pages and lists a few ids at openrouter.
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
  sampleProvider("yuan"),
];
const SOURCES =
  "genai-prices latecomer litellm models-dev newcomer operator spring upstream bazaar copycat".split(
    " ",
  );
/** Sources that are no longer read → the days on which they were. */
const FORMER_READINGS: Readonly<Record<string, string[]>> = {
  newcomer: ["2026-01-01"],
  spring: ["2026-01-01", "2026-04-10"],
};
/** Days on which the other sources were read. */
const READ_ON = `2026-01-01 2026-05-28 2026-05-29 2026-05-30 2026-05-31 ${NEWEST_LEDGER_DAY}`.split(
  " ",
);
const READINGS = SOURCES.flatMap((source) =>
  (FORMER_READINGS[source] ?? READ_ON).map((day) => ({ source, day, rows: null })),
);
const FOLLOWED = HOSTS.map(({ slug }) => slug).filter((slug) => slug !== "backwater");

export interface LoadedPriceCases<Name extends string> {
  catalog: Catalog;
  db: LoadedCatalog["snapshot"]["db"];
  model(name: Name): ModelRow;
  /** The model's published rows at a host. */
  series(name: Name, host: string): PriceRow[];
  /** The same rows as text: date, change and input price, which is left out when it is null. */
  rows(name: Name, host: string): string[];
  /** The model's offer at a host. */
  at(name: Name, host: string): OfferRow | undefined;
  /** Replaces the case's own slug in an id or a reason by `acme-large`. */
  plain(name: Name, text: string): string;
}

/** Loads all cases in one catalogue. @throws FactsError when the published facts break an invariant. */
export async function loadPriceCases<Name extends string>(
  cases: Record<Name, PriceCase>,
): Promise<LoadedPriceCases<Name>> {
  const named = Object.entries<PriceCase>(cases);
  const slugs = new Map(named.map(([name], index) => [name, `acme-case-${index}`]));
  const slugOf = (name: string) => slugs.get(name) ?? name;
  const facts = named.map(([name, one]) => toFacts(slugOf(name), one));
  const { catalog, snapshot } = await loadSampleCatalog({
    json: {
      ...SAMPLE_FACTS.json,
      sources: SOURCES.map((id) => ({
        ...sampleSource(id),
        recorded_on: NEWEST_LEDGER_DAY,
        generated_from: id === "copycat" ? ["models-dev", "newcomer"] : null,
      })),
      providers: HOSTS,
      models: [sampleModel("clock", "delta"), ...facts.map(({ model }) => model)],
    },
    csv: {
      readings: { "": READINGS },
      held: { "": named.flatMap(([name, one]) => toHeld(slugOf(name), one)) },
      prices: merged([
        clock((slug) => [samplePrice(NEWEST_LEDGER_DAY, 1, 1, CLOCK(slug))]),
        ...facts.map((one) => one.prices),
      ]),
      offers: merged([
        clock((host) => [
          sampleOffer("clock", "clock", { billing: host === "perch" ? "plan" : "tokens" }),
        ]),
        ...facts.map((one) => one.offers),
      ]),
      movingNames: {
        moving: named.flatMap(([name, one]) => toMovingNames(slugOf(name), one, slugOf)),
      },
    },
  });
  const series = (name: string, host: string) =>
    catalog.pricesOf(slugOf(name)).filter((row) => row.host === host);
  return {
    catalog,
    db: snapshot.db,
    series,
    rows: (name, host) =>
      series(name, host).map(({ date, change, input }) => joinKnown(date, change, input)),
    model: (name) => {
      const row = catalog.model(slugOf(name));
      if (!row) throw new Error(`no case is called ${name}`);
      return row;
    },
    at: (name, host) => catalog.offersOf(slugOf(name)).find((row) => row.host === host),
    plain: (name, text) => text.replaceAll(slugOf(name), "acme-large"),
  };
}

/** What a case expects to be published: the text behind the arrow. */
export function getExpected(one: PriceCase): string {
  const prices = typeof one === "string" ? one : one.prices;
  return typeof prices === "string" ? (prices.split(/\s+→ /)[1] ?? "") : "";
}

/** Joins the parts that are not null: `2026-01-01 added 2`. */
export const joinKnown = (...parts: (string | number | null)[]): string =>
  parts.filter((part) => part !== null).join(" ");

/**
 * A statement about a model that every host sells, recorded on `NEWEST_LEDGER_DAY` so that this is the ledger's newest
 * day.
 */
const CLOCK = (host: string): Partial<Statement> => ({
  model_id: "clock",
  source: host === "backwater" ? "litellm" : "models-dev",
});
const clock = <Row>(make: (host: string) => Row[]): Record<string, Row[]> =>
  Object.fromEntries([...FOLLOWED, "backwater"].map((host) => [host, make(host)]));

function readPrices(words: string): [host: string, rows: Statement[]][] {
  const [stated = ""] = words.split(/\s+→ /);
  return stated.split(/\s+\| /).map((part) => {
    const [, host = "bazaar", statements = ""] = /^(?:([a-z-]+): )?(.*)$/s.exec(part) ?? [];
    return [host, readPriceStatements(statements)];
  });
}

function toFacts(slug: string, one: PriceCase) {
  const { prices, offers = {}, model: more = {} } = typeof one === "string" ? { prices: one } : one;
  const own = (id: string) => id.replaceAll("acme-large", slug);
  const said = typeof prices === "string" ? readPrices(prices) : Object.entries(prices);
  const statements = said.map(([host, rows]): [string, Statement[]] => [
    host,
    rows.map((row) => ({ ...row, model_id: own(row.model_id) })),
  ]);
  return {
    model: sampleModel(slug, "acme", { is_open_source: true, ...more }),
    prices: Object.fromEntries(statements),
    offers: Object.fromEntries(
      said.map(([host, rows]) => [
        host,
        [...new Set(rows.map(({ model_id }) => model_id))].map((id) =>
          sampleOffer(slug, own(id), offers[host]?.[id]),
        ),
      ]),
    ),
  };
}

const toHeld = (slug: string, one: PriceCase): FactOfKind<"held">[] => {
  if (typeof one === "string" || one.held === undefined) return [];
  const found = { kind: "offer", key: `bazaar ${slug}`, value: null, source: "models-dev" };
  const days = { since: "2026-05-31", last_seen: NEWEST_LEDGER_DAY, readings: 2 };
  return [{ ...found, ...one.held, ...days }];
};

const toMovingNames = (
  slug: string,
  one: PriceCase,
  slugOf: (name: string) => string,
): FactOfKind<"movingNames">[] =>
  Object.entries((typeof one === "string" ? undefined : one.moving) ?? {}).flatMap(
    ([host, meanings]) =>
      meanings.map(({ since, means, keeps = true }) => ({
        host,
        model_id: slug,
        since,
        model: slugOf(means),
        keeps_price: keeps,
        reason: "made up",
        source_url: null,
      })),
  );

function merged<Row>(files: readonly Record<string, Row[]>[]): Record<string, Row[]> {
  const all: Record<string, Row[]> = {};
  for (const [host, rows] of files.flatMap((file) => Object.entries(file)))
    all[host] = [...(all[host] ?? []), ...rows];
  return all;
}
