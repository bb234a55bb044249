/**
 * The facts that the package contains for its commands and its `cost()`. Lines of JSON: one that describes the file,
 * one for each table, then one for each model with its offers and rate cards, so that a command parses only the models
 * it needs. No dependencies; runs anywhere.
 */
import type { CatalogRateCard, ReassignedModelId } from "../cost/card-of-day.ts";
import type { ModelNameFinderFacts } from "../identity/name-finder.ts";
import { createLazyValue, memoizePerKey } from "../schema/collections.ts";

/** Each version of the package reads exactly one format. */
const FACTS_FORMAT = 1;
export const PACKAGED_FACTS_URL_PATH = "/package-facts.jsonl";

type NameFacts = ModelNameFinderFacts<PackagedHost>;
type NamedModel = NameFacts["models"][number];
type NamedOffer = NameFacts["offers"][number];

/** What each field means: `build/schema/fields.ts`. */
export interface PackagedModel extends NamedModel {
  model_type: string | null;
  retirement_date: string | null;
  context_window: number | null;
  max_output_tokens: number | null;
  input_modalities: readonly string[] | null;
  output_modalities: readonly string[] | null;
  supports: Readonly<Record<string, boolean | null>>;
  is_open_source: boolean | null;
  avg_score: number | null;
  list_host: string | null;
  cheapest_host: string | null;
  default_host: string | null;
  first_seen: string | null;
  release_date_basis: string | null;
  /** The model that its lab names as its successor. */
  replacement: { slug: string | null; name: string; source_url: string } | null;
}

export interface PackagedHost {
  slug: string;
  name: string;
}

/** What a host sells now. */
export interface PackagedOffer {
  host: string;
  model_id: string;
  /** USD per 1M tokens; null when unknown. */
  input: number | null;
  output: number | null;
  /** USD per `unit`, by which the offers of a model are compared. */
  unit_price: number | null;
  unit: string | null;
  trust: string;
  /** Whether the offer may be the cheapest of its model. */
  is_eligible: boolean;
  /** Why it is not the cheapest; null for the one that is. */
  passed_over: string | null;
  last_confirmed: string | null;
  /** `retired` where the host has withdrawn it. */
  status: string;
  billing: string;
}

/** What a model cost at a host from a day on, until the next row's day. */
export interface PackagedRateCard extends CatalogRateCard {
  host: string;
  date: string;
  /** Null where it was not for sale from that day on. */
  model_id: string | null;
}

/** See `IdCardRow` in catalog/rows.ts. */
type IdCardFacts = PackagedRateCard & { name: string };

type ChangeFacts = Record<"date" | "type", string> &
  Record<"model" | "host", string | null> &
  Record<"old_input" | "new_input" | "old_output" | "new_output", number | null>;

/** Columns are read by position, also by older versions of the package, so new columns are added at the end. */
const MODEL_COLUMNS = [
  ...(["slug", "name", "lab", "model_type", "aliases", "status", "release_date"] as const),
  ...(["retirement_date", "context_window", "max_output_tokens", "input_modalities"] as const),
  ...(["output_modalities", "supports", "is_open_source", "avg_score", "offers"] as const),
  ...(["is_sold_by_lab", "list_host", "cheapest_host", "default_host"] as const),
  ...(["first_seen", "release_date_basis", "replacement", "past_ids"] as const),
] as const;
const HOST_COLUMNS = ["slug", "name"] as const;
const NAME_COLUMNS = ["kind", "name", "slug"] as const;
const MOVING_COLUMNS = ["host", "name", "model", "since"] as const;
const CHANGE_COLUMNS = [
  ...(["date", "type", "model", "host"] as const),
  ...(["old_input", "new_input", "old_output", "new_output"] as const),
] as const;
const CHANGE_TYPES = new Set(["new_model", "price_drop", "price_increase"]);
const OFFER_COLUMNS = [
  ...(["host", "model_id", "input", "output", "unit_price", "unit", "trust"] as const),
  ...(["is_eligible", "passed_over", "last_confirmed", "status", "billing"] as const),
] as const;
const CARD_COLUMNS = [
  ...(["host", "date", "model_id", "service_tier", "billing", "input", "output"] as const),
  ...(["cache_read", "cache_write", "cards", "source", "as_of", "cache_days"] as const),
  ...(["is_doubted"] as const),
] as const;

const ID_CARD_COLUMNS = ["name", ...CARD_COLUMNS] as const;

/** Fields that the catalog and the packaged facts share. */
interface FactsOfModels extends NameFacts {
  models: readonly PackagedModel[];
  changes: readonly ChangeFacts[];
  moving_ids: readonly ReassignedModelId[];
  /** Newest day of any fact. */
  asOf: string;
  /** By host, then date. */
  rateCardsOf(model: string): readonly PackagedRateCard[];
  /** By host, id, then date. */
  idCardsOf(model: string): readonly IdCardFacts[];
}

/** The catalog from which the packaged facts are made. */
interface PackageFactsSource extends FactsOfModels {
  offersOf(model: string): readonly (PackagedOffer & NamedOffer & Announced)[];
  service: { base_url: string; license: string };
}
/** Announced prices, by the day from which they hold. */
interface Announced {
  announced: readonly (Omit<CatalogRateCard, "service_tier" | "billing"> & { effective: string })[];
}

/** For each host, the ids of the model there; the id that represents the model comes first. */
type ModelIds = readonly (readonly [host: string, model_id: string, ...variants: string[]])[];

/** @returns Lines of JSON, the same for the same catalog, with price changes and new models as the only changes. */
export function packFactsForClients(catalog: PackageFactsSource): string {
  const { asOf, service, models, providers, offersOf, rateCardsOf, idCardsOf } = catalog;
  const ids = models.map(
    ({ slug }): ModelIds =>
      offersOf(slug).map(({ host, model_id, variants }) => [
        ...([host, model_id] as const),
        ...variants.map((variant) => variant.model_id),
      ]),
  );
  return [
    {
      format: FACTS_FORMAT,
      as_of: asOf,
      url: service.base_url + PACKAGED_FACTS_URL_PATH,
      license: service.license,
      moving_ids: toTable(MOVING_COLUMNS, catalog.moving_ids),
    },
    toTable(MODEL_COLUMNS, models),
    ids,
    toTable(HOST_COLUMNS, providers),
    toTable(
      NAME_COLUMNS,
      catalog.other_names.filter(({ kind }) => kind === "provider"),
    ),
    toTable(
      CHANGE_COLUMNS,
      catalog.changes.filter(({ type }) => CHANGE_TYPES.has(type)),
    ),
    ...models.map(({ slug }) => [
      toTable(OFFER_COLUMNS, offersOf(slug)),
      toTable(CARD_COLUMNS, [
        ...rateCardsOf(slug),
        ...toAnnouncedCards(rateCardsOf(slug), offersOf(slug)),
      ]),
      toTable(ID_CARD_COLUMNS, idCardsOf(slug)),
    ]),
  ]
    .map((line) => JSON.stringify(line))
    .join("\n");
}

/** Cards for announced prices: the host's last card with the announced prices, dated on the day they take effect. */
const toAnnouncedCards = (
  cards: readonly PackagedRateCard[],
  offers: readonly (PackagedOffer & Announced)[],
): PackagedRateCard[] =>
  offers.flatMap(({ host, announced }) => {
    const card = cards.findLast((one) => one.host === host);
    if (card === undefined) return [];
    return announced.map(({ effective, ...change }) => ({ ...card, ...change, date: effective }));
  });

/** Values of the columns, a list for each row. */
type Table = readonly (readonly unknown[])[];

/** The last cells are left out while they are null or false: nearly every card ends with them. */
const toTable = <Row>(columns: readonly (keyof Row)[], rows: readonly Row[]): Table =>
  rows.map((row) => {
    const last = columns.findLastIndex((column) => (row[column] ?? false) !== false);
    return columns.slice(0, last + 1).map((column) => row[column]);
  });

export interface PackagedFacts extends FactsOfModels {
  /** Where newer facts are published. */
  url: string;
  license: string;
  model(slug: string): PackagedModel | undefined;
  getModel(slug: string): PackagedModel;
  /** By blended price; free offers and those without a per-token price come last. */
  offersOf(model: string): readonly (PackagedOffer & NamedOffer)[];
}

/** @throws Error when `packFactsForClients` did not make the text. The message names the next step. */
export function parsePackagedFacts(text: string): PackagedFacts {
  const [head = "", ...lines] = text.split("\n");
  const { as_of: asOf, url, license, moving_ids } = parseHead(head);
  const [modelTable, idTable, hostTable, nameTable, changeTable, ...ownLines] = lines;
  const models = readTable<PackagedModel>(MODEL_COLUMNS, modelTable);
  const providers = readTable<PackagedHost>(HOST_COLUMNS, hostTable);
  if (ownLines.length !== models.length || changeTable === undefined)
    throw new Error("the facts are incomplete; download them again with --refresh");
  const places = new Map(models.map(({ slug }, index) => [slug, index]));
  const placeOf = (slug: string) => places.get(slug) ?? -1;
  const hosts = new Map(providers.map((host) => [host.slug, host]));
  const model = (slug: string) => models[placeOf(slug)];
  const ids = createLazyValue((): readonly ModelIds[] => JSON.parse(idTable ?? "[]"));
  const namedOffersOf = (slug: string): NamedOffer[] =>
    (ids()[placeOf(slug)] ?? []).map(([host, model_id, ...variants]) => ({
      model: slug,
      host,
      model_id,
      variants: variants.map((id) => ({ model_id: id })),
    }));
  const ownLineOf = memoizePerKey((slug: string) => parseOwnLine(ownLines[placeOf(slug)]));
  return {
    models,
    providers,
    asOf,
    url,
    license,
    moving_ids: toRows<ReassignedModelId>(MOVING_COLUMNS, moving_ids),
    other_names: readTable<NameFacts["other_names"][number]>(NAME_COLUMNS, nameTable),
    get changes() {
      return readTable<ChangeFacts>(CHANGE_COLUMNS, changeTable);
    },
    get offers() {
      return models.flatMap(({ slug }) => namedOffersOf(slug));
    },
    aliases: new Map(models.flatMap(({ slug, aliases }) => aliases.map((name) => [name, slug]))),
    model,
    getModel(slug) {
      const found = model(slug);
      if (!found) throw new Error(`the facts have no model ${slug}`);
      return found;
    },
    provider: (slug) => hosts.get(slug),
    offersOf(slug) {
      const named = namedOffersOf(slug);
      return ownLineOf(slug).offers.map((offer, index) => ({
        ...offer,
        model: slug,
        variants: named[index]?.variants ?? [],
      }));
    },
    rateCardsOf: (slug) => ownLineOf(slug).cards,
    idCardsOf: (slug) => ownLineOf(slug).idCards,
  };
}

function parseOwnLine(line = "[]") {
  const [offers, cards, idCards]: Table[] = JSON.parse(line);
  return {
    offers: toRows<PackagedOffer>(OFFER_COLUMNS, offers),
    cards: toRows<PackagedRateCard>(CARD_COLUMNS, cards),
    idCards: toRows<IdCardFacts>(ID_CARD_COLUMNS, idCards),
  };
}

const readTable = <Row>(columns: readonly (keyof Row)[], line = "[]"): Row[] =>
  toRows(columns, JSON.parse(line));

function parseHead(line: string): {
  as_of: string;
  url: string;
  license: string;
  moving_ids?: Table;
} {
  const head = /^\{"format":/.test(line) ? JSON.parse(line) : { format: "none" };
  if (head.format === FACTS_FORMAT) return head;
  throw new Error(
    `the facts have the format ${head.format}, but this version reads ${FACTS_FORMAT}; update model-almanac`,
  );
}

const toRows = <Row>(columns: readonly (keyof Row)[], table: Table = []): Row[] =>
  table.map((cells) => {
    const row: Partial<Record<keyof Row, unknown>> = {};
    for (const [index, column] of columns.entries())
      row[column] = cells[index] ?? (column === "is_doubted" ? false : null);
    return row as Row;
  });
