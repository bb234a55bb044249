/** Files below `/tables/` for the models page and its script: rows of all models, and current prices. */

import { findRateCardOfRequest, toRateCard } from "../../../../build/cost/card-of-day.ts";
import { formatRatesCell, isMeterWithPriceColumn } from "../../../../build/cost/rates.ts";
import { parseModelFamilyAndVersion } from "../../../../build/identity/terms.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { subtractDays } from "../../../../build/schema/values.ts";
import { getModelListEntry } from "../../../endpoints/models/list-models.ts";
import {
  isStillSold,
  toFilterablePrices,
  toModelSortDate,
} from "../../../endpoints/models/model-filters.ts";
import {
  compareEqualPrices,
  findCheapestProvider,
  findNonTokenRateOfOffer,
  type HostRateCard,
  toListPrice,
} from "../../../endpoints/models/model-parts.ts";
import { listModelsSortedBy, toFilterableModel } from "../../../endpoints/models/model-query.ts";
import { isPriceChange, listChangesOfModel } from "../../../feeds/feeds.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { newestDate } from "../../../http/envelope.ts";
import { MODELS_TABLE_DATA_PATH, PRICES_TABLE_DATA_PATH } from "../../components/addresses.ts";
import { toPercentChange } from "../../components/html.ts";
import { rowsToArraysByColumn } from "../../components/table.ts";
import { type ModelsFileRow, toModelTableItem } from "./model-rows.ts";
import type { PricesFile, PricesFileRow } from "./workload-costs.ts";

export const makeModelsTableFile = (catalog: Catalog) => ({
  path: MODELS_TABLE_DATA_PATH,
  title: "AI models, one array per column",
  asOf: newestDate(catalog.models.map(({ as_of }) => as_of)),
  body: { columns: rowsToArraysByColumn(listModelsFileRows(catalog)) },
});

const listModelsFileRows = memoizePerCatalog((catalog): readonly ModelsFileRow[] =>
  listModelsSortedBy("avg_score", catalog).map(({ model }) => toModelTableRow(model, catalog)),
);

/** The models of the file with the values that filters and sorting use. */
export const listModelTableItems = memoizePerCatalog((catalog) =>
  listModelsFileRows(catalog).map(toModelTableItem),
);

function toModelTableRow(model: ModelRow, catalog: Catalog): ModelsFileRow {
  const { service_score: service, pricing, ...entry } = getModelListEntry(model.slug, catalog);
  const { input, output, basis, rate } = pricing;
  const { price: unit_price = input, unit = input === null ? null : "1M tokens" } = rate ?? {};
  const values = toFilterableModel(model, catalog);
  const cheapest = findCheapestProvider(model, catalog);
  const announced = toListPrice(model, catalog)?.announced?.[0];
  const blended = announced && toFilterablePrices(announced, model).blended;
  return {
    slug: entry.slug,
    name: entry.name,
    lab: entry.provider_slug,
    lab_name: entry.provider,
    model_type: entry.model_type,
    input_modalities: entry.input_modalities.join(" "),
    output_modalities: entry.output_modalities.join(" "),
    supports: values.supports.join(" "),
    lacks: values.lacks.join(" "),
    status: values.status.join(" "),
    license: model.weights_license,
    is_open_source: entry.is_open_source,
    context_window: entry.context_window,
    max_output_tokens: entry.max_output_tokens,
    input,
    output,
    basis,
    unit_price,
    unit,
    service_score: service?.score ?? null,
    score_low: service?.low ?? null,
    score_high: service?.high ?? null,
    is_provisional: service?.provisional ?? null,
    line_score: lineScores(catalog).get(model.slug) ?? null,
    is_listed_first: listedFirst(catalog).has(model.slug),
    avg_score: entry.avg_score,
    parameters: values.parameters,
    released: values.released,
    retirement_date: entry.retirement_date,
    replacement: model.replacement?.name ?? null,
    knowledge_cutoff: entry.knowledge_cutoff,
    offers: entry.offers,
    cheapest_host: cheapest?.provider ?? null,
    cheapest_blended: cheapest && toFilterablePrices(cheapest, model).blended,
    price_change: toPriceChange(model, catalog),
    announced_date: announced?.effective ?? null,
    announced_change: blended && values.blended ? toPercentChange(values.blended, blended) : null,
  };
}

interface DatedModel {
  slug: string;
  lab: string;
  released: string;
  score: number | null;
  /** Whether the model is for sale and its lab names no replacement. */
  isCurrent: boolean;
}

/** Words for a larger variant. A variant ranks at least as high as the model without the word. */
const LARGER = ["pro", "max", "ultra"];

/**
 * @returns Slug of a model without a score → score of the newest scored model of its line that was not released after
 * it. For a Pro, Max or Ultra model without such a score, the line without this word is used.
 */
export function inferScoresFromModelLine(models: readonly DatedModel[]): Map<string, number> {
  const newest = new Map<string, number>();
  const placed = new Map<string, number>();
  for (const model of models.toSorted((a, b) => compareByCodePoint(a.released, b.released))) {
    const words = parseModelFamilyAndVersion(model).family.split(" ");
    const [own, smaller] = [words, words.filter((word) => !LARGER.includes(word))].map(
      (line) => `${model.lab} ${line.join(" ")}`,
    );
    const place = newest.get(own ?? "") ?? newest.get(smaller ?? "");
    if (model.score !== null) newest.set(own ?? "", model.score);
    else if (place !== undefined) placed.set(model.slug, place);
  }
  return placed;
}

const datedModels = memoizePerCatalog((catalog): readonly DatedModel[] =>
  catalog.models.flatMap((model) => {
    const { slug, lab } = model;
    const released = toModelSortDate(model);
    const score = catalog.serviceScore(slug)?.score ?? null;
    const isCurrent = toFilterableModel(model, catalog).status.includes("current");
    return released === null ? [] : { slug, lab, released, score, isCurrent };
  }),
);
const lineScores = memoizePerCatalog((catalog) => inferScoresFromModelLine(datedModels(catalog)));
const listedFirst = memoizePerCatalog((catalog) =>
  findModelsToListFirstOnPage(
    datedModels(catalog),
    new Set(
      catalog.providers.flatMap(({ slug, flagship_lines }) =>
        (flagship_lines ?? []).map((line) => toLineKey({ slug: line, lab: slug })),
      ),
    ),
    subtractDays(catalog.asOf, DAYS_LISTED_FIRST),
  ),
);

/** Days after its release during which a model outside its lab's flagship lines may be listed first. */
const DAYS_LISTED_FIRST = 274;

/**
 * Selects the recent models that the models page lists first.
 * @param flagshipLines Keys (`toLineKey`) of the lines that labs present as their flagships.
 * @param since First release day for models of other lines (YYYY-MM-DD).
 * @returns Slugs of current models: the two newest versions of each flagship line, and models of other lines that were
 * released since that day and have their own score or the score of their line.
 */
export function findModelsToListFirstOnPage(
  models: readonly DatedModel[],
  flagshipLines: ReadonlySet<string>,
  since: string,
): Set<string> {
  const placed = inferScoresFromModelLine(models);
  const lines = groupBy(
    models.toSorted((a, b) => compareByCodePoint(b.released, a.released)),
    toLineKey,
  );
  return new Set(
    [...lines].flatMap(([line, members]) => {
      const newest = [...new Set(members.map(toVersionKey))].slice(0, 2);
      const isFirst = flagshipLines.has(line)
        ? (model: DatedModel) => newest.includes(toVersionKey(model))
        : ({ slug, score, released }: DatedModel) =>
            released >= since && (score !== null || placed.has(slug));
      return members.filter((model) => model.isCurrent && isFirst(model)).map(({ slug }) => slug);
    }),
  );
}

const toLineKey = (model: { slug: string; lab: string }): string =>
  `${model.lab} ${parseModelFamilyAndVersion(model).family}`;

/** Major and minor version only: 4.0.8 counts as version 4.0. */
const toVersionKey = (model: DatedModel): string => {
  const [major = 0, minor = 0] = parseModelFamilyAndVersion(model).version;
  return `${major}.${minor}`;
};

/**
 * Price change over a year in percent: all price moves at the list price host, or else the cheapest host, multiplied.
 * Null if the model has neither.
 */
function toPriceChange(model: ModelRow, catalog: Catalog): number | null {
  const host = model.list_host ?? model.cheapest_host;
  if (host === null) return null;
  const since = subtractDays(catalog.asOf, 365);
  const toPrice = (input: number | null, output: number | null): number =>
    toFilterablePrices({ input, output }, model).blended ?? 1;
  let factor = 1;
  for (const change of listChangesOfModel(model.slug, catalog).filter(isPriceChange))
    if (change.host === host && change.date > since)
      factor *=
        toPrice(change.new_input, change.new_output) / toPrice(change.old_input, change.old_output);
  return toPercentChange(1, factor);
}

/**
 * Current prices as in `providers` of `/api/v1/models/{slug}`, without withdrawn offers, and with the token prices of
 * ids for service tiers (`openai/gpt-4o:batch`). Of hosts with equal costs, the page names the first. Hosts include
 * former ones.
 */
export const makePricesTableFile = memoizePerCatalog((catalog) => {
  const sellers = new Set([...catalog.offers, ...catalog.rate_cards].map(({ host }) => host));
  const hosts = catalog.providers
    .filter(({ slug }) => sellers.has(slug))
    .map(({ slug, name, host_kind }) => ({ slug, name, kind: host_kind }));
  const hostPlaces = new Map(hosts.map(({ slug }, place) => [slug, place]));
  const prices = catalog.models.flatMap((row, model) =>
    catalog
      .offersOf(row.slug)
      .toSorted(compareEqualPrices(row, catalog))
      .flatMap((offer): PricesFileRow[] => {
        if (!isStillSold(offer)) return [];
        const host = hostPlaces.get(offer.host);
        const { trust, is_eligible, billing, service_tier } = offer;
        if (host === undefined) return [];
        const { price: unit_price = null, unit = null } = findNonTokenRateOfOffer(offer) ?? {};
        const cards = listTierCards(offer, catalog);
        const { input, output, cache_read, cache_write } = offer;
        const rates = [...offer.cards, ...cards].map((card) => card.rates).join("; ") || null;
        const prices = { input, output, cache_read, cache_write, rates };
        const terms = { trust, is_eligible, billing, service_tier };
        return [{ model, host, ...prices, unit_price, unit, ...terms }];
      }),
  );
  const body: PricesFile = {
    models: rowsToArraysByColumn(catalog.models.map(({ slug }) => ({ slug }))),
    hosts: rowsToArraysByColumn(hosts),
    prices: rowsToArraysByColumn(prices),
  };
  const asOf = catalog.pricesAsOf;
  const title = "Prices of AI models at every host, one array per column";
  return { path: PRICES_TABLE_DATA_PATH, title, asOf, body };
});

/** The token prices of the host's separate ids for service tiers. */
function listTierCards(offer: HostRateCard, catalog: Catalog): { rates: string }[] {
  const { model, host } = offer;
  const own = catalog.idCardsOf(model).filter((row) => row.host === host);
  if (own.length === 0) return [];
  const sizes = new Set(toRateCard(offer).rates.map((rate) => rate.above_input_tokens));
  return [...new Set(own.flatMap(({ service_tier }) => service_tier ?? []))].flatMap((tier) => {
    const sale = { name: model, model, host, day: catalog.asOf };
    const card = findRateCardOfRequest(sale, { serviceTier: tier }, own, offer);
    if (card === undefined || card === offer) return [];
    const rates = toRateCard(card).rates.filter(
      ({ meter, service_tier }) =>
        isMeterWithPriceColumn(meter) && (service_tier === null || service_tier === tier),
    );
    const isFlat = rates.every((rate) => rate.above_input_tokens === null);
    if (rates.length === 0) return [];
    // A price for all sizes is repeated for each size of the card, where it would otherwise count as unknown.
    const sized = (isFlat ? [...sizes] : [null]).flatMap((size) =>
      rates.map((rate) => ({ ...rate, ...(isFlat && { above_input_tokens: size }) })),
    );
    const text = formatRatesCell(sized.map((rate) => ({ ...rate, service_tier: tier })));
    return { rates: text ?? "" };
  });
}
