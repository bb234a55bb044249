/** The facts and prices of compared models as a table, and what its columns share with that of the results. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import {
  type FieldDefinition,
  getModelFieldsOfView,
  MODEL_FIELD_BY_NAME,
  type PublishedFieldValue,
} from "../../../../build/schema/fields.ts";
import { THIRD_PARTY } from "../../../../build/schema/values.ts";
import type { ModelComparison } from "../../../endpoints/compare/compare.ts";
import { toListPrice } from "../../../endpoints/models/model-parts.ts";
import {
  getLabCssClass,
  isScoreTie,
  PROVISIONAL_CHIP,
  renderLabMonogram,
} from "../../components/chips.ts";
import {
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  htmlToText,
} from "../../components/html.ts";
import { formatRatePerUnit, PRICE_TRUST_LABELS } from "../../components/offers.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";

export type ComparedModel = ModelComparison["models"][number];

export interface ComparedRow {
  title: HtmlContent;
  /** One cell per model, in the order of the models. */
  cells: readonly HtmlContent[];
}

/** What the tables of facts and of results share. Rows without a difference are marked, so that they can be hidden. */
export const comparedTable = (models: readonly ComparedModel[], of: string) => ({
  style: "compared",
  of,
  columns: modelColumns(models),
  styleOf: ({ cells }: ComparedRow) =>
    new Set(cells.map((cell) => htmlToText(html`${cell}`))).size === 1 && "same",
});

const modelColumns = (models: readonly ComparedModel[]): tables.HtmlTableColumn<ComparedRow>[] => [
  tables.htmlTextColumn(html`<span class="sr-only">Field</span>`, ({ title }) => title),
  ...models.map(({ slug, name, provider, provider_slug }, at) =>
    tables.htmlNumberColumn<ComparedRow>(
      html`<span class="${getLabCssClass(provider_slug)}">${renderLabMonogram(provider)}</span> ${ui.modelLink(slug, name)}`,
      ({ cells }) => cells[at],
    ),
  ),
];

/** Fields of the last group; those of the group before are limits and capabilities. */
const RELEASE_FIELDS: readonly string[] = [
  "release_date",
  "retirement_date",
  "is_open_source",
  "weights_license",
  "parameters.total",
];

export function renderComparedFacts(
  { models }: ModelComparison,
  of: string,
  catalog: Catalog,
): Html {
  const labs = models.map(({ provider, provider_slug }) =>
    ui.providerLink(provider_slug, provider),
  );
  const rows = models.map(({ slug }) => catalog.getModel(slug));
  const rowsOf = (is: (field: FieldDefinition) => boolean): ComparedRow[] => [
    ...getModelFieldsOfView("compare")
      .filter(is)
      .map((field) =>
        fieldRow(field, models.map(field.get), (value, index) =>
          ui.renderPublishedFieldValue(
            field,
            value,
            `/models/${index}${ui.jsonPointerOfField(field)}`,
          ),
        ),
      ),
    ...getModelFieldsOfView("compare_more")
      .filter(is)
      .flatMap((field) => ownFieldRow(field, rows.map(field.get), rows)),
  ];
  const isByToken = models.every(({ cheapest_provider }) => !cheapest_provider?.rate);
  const isRelease = ({ name }: FieldDefinition) => RELEASE_FIELDS.includes(name);
  const prices = [
    ...rowsOf(({ kind }) => kind === "usd"),
    ...furtherListPrices(rows, catalog),
    {
      title: html`Cheapest host${isByToken && html`, <small class="mark">per 1M tokens</small>`}`,
      cells: models.map(cheapestHost),
    },
    { title: MODEL_FIELD_BY_NAME.offers.label, cells: rows.map(({ offers }) => String(offers)) },
  ];
  const groups: [heading: string, rows: readonly ComparedRow[]][] = [
    ["Cost", prices],
    ["Score", [scoreRow(models)]],
    ["Limits", rowsOf((field) => field.kind !== "usd" && !isRelease(field))],
    ["Release", [{ title: "Lab", cells: labs }, ...rowsOf(isRelease)]],
  ];
  const headings = new Map(groups.map(([heading, [first]]) => [first, heading]));
  return tables.renderTable<ComparedRow>({
    caption: "Facts and prices; USD per 1M tokens",
    isCaptionHidden: true,
    ...comparedTable(models, of),
    rows: groups.flatMap(([, rows]) => rows),
    headingOf: (row) => headings.get(row),
  });
}

/** Row of a field that is only in the models' own answers. No row if it is unknown for all models. */
function ownFieldRow(
  field: RowField,
  values: readonly PublishedFieldValue[],
  models: readonly ModelRow[],
): ComparedRow[] {
  if (!values.some(isKnown)) return [];
  const row = fieldRow(field, values, (value, index) =>
    ui.tagFiguresWithApiAddress(
      `/api/v1/models/${models[index]?.slug}`,
      ui.renderPublishedFieldValue(field, value, ui.jsonPointerOfField(field)),
    ),
  );
  return [row];
}

/** Rows for list prices of cached input and of batches, and for the next announced list prices. */
function furtherListPrices(models: readonly ModelRow[], catalog: Catalog): ComparedRow[] {
  const lists = models.map((model) => toListPrice(model, catalog));
  type ToPrice = (list: (typeof lists)[number]) => number | null | undefined;
  const rowOf = (label: string, name: string, toPrice: ToPrice) => {
    const values = lists.map((list) => toPrice(list) ?? null);
    return ownFieldRow({ label, name, kind: "usd" }, values, models);
  };
  const next = lists.map((list) => list?.announced?.[0]);
  const cells = next.map((one) =>
    one
      ? html`${inputAndOutput(one)} from ${ui.renderDate(one.effective)}${one.source === THIRD_PARTY && " (stated by a third party)"}`
      : "none",
  );
  return [
    ...rowOf("Cached input", "list_price.cache_read", (list) => list?.cache_read),
    ...rowOf("Batch input", "list_price.batch.input", (list) => list?.batch?.input),
    ...rowOf("Batch output", "list_price.batch.output", (list) => list?.batch?.output),
    ...(next.some(Boolean) ? [{ title: "Announced list price", cells }] : []),
  ];
}

const isKnown = (value: PublishedFieldValue): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null;

/** Units in row titles, by field name or kind. */
const UNITS: Partial<Record<string, string>> = {
  tokens: "tokens",
  usd: "per 1M tokens",
  "parameters.total": "billion",
};

type RowField = Pick<FieldDefinition, "label" | "name" | "kind">;

/** Marks the lowest price, or the highest limit if all lower limits are at least 5 % below it. */
function fieldRow(
  { label, name, kind }: RowField,
  values: readonly PublishedFieldValue[],
  renderCell: (value: PublishedFieldValue, index: number) => HtmlContent,
): ComparedRow {
  const unit = UNITS[name] ?? UNITS[kind];
  const known = values.filter((value) => typeof value === "number");
  const best = kind === "usd" ? Math.min(...known) : Math.max(...known);
  const isNear = (value: number) => value !== best && value > 0.95 * best;
  const isMarked =
    new Set(known).size > 1 && (kind === "usd" || (kind === "tokens" && !known.some(isNear)));
  return {
    title: html`${label}${unit && html`, <small class="mark">${unit}</small>`}`,
    cells: values.map((value, index) =>
      markBest(renderCell(value, index), isMarked && value === best),
    ),
  };
}

/** Overall scores with their intervals. A score is marked as the best if its interval is above those of all others. */
function scoreRow(models: readonly ComparedModel[]): ComparedRow {
  const scores = models.map(({ service_score }) => service_score);
  const isBest = (one: (typeof scores)[number]): boolean =>
    one !== null && scores.every((other) => other === one || !other || !isScoreTie(one, other));
  return {
    title: html`${MODEL_FIELD_BY_NAME["service_score.score"].label}, <small class="mark">0 to 100; 90 % interval</small>`,
    cells: scores.map((score, index) => {
      if (score === null) return html`<span class="not-scored">not scored</span>`;
      const shown = tables.renderScoreAndInterval(score, `/models/${index}/service_score`);
      const interval = html`<span class="interval">${shown.low}–${shown.high}</span>`;
      const hasRivals = scores.filter((one) => one !== null).length > 1;
      return html`${markBest(shown.score, hasRivals && isBest(score))} ${ui.renderSmallRemark(interval)}${score.provisional && html` ${PROVISIONAL_CHIP}`}`;
    }),
  };
}

export const markBest = (shown: HtmlContent, isBest: boolean): HtmlContent =>
  isBest ? html`<b class="best">${shown}<span class="sr-only"> best</span></b>` : shown;

const inputAndOutput = ({ input, output }: { input: number | null; output: number | null }) =>
  [input, output].flatMap((price) => (price === null ? [] : formatUsdOrFree(price))).join(" / ");

const cheapestHost = ({ cheapest_provider: offer }: ComparedModel): HtmlContent =>
  offer === null
    ? ui.UNKNOWN_VALUE_HTML
    : html`${ui.providerLink(offer.provider_slug, offer.provider)} <span class="whole">${offer.rate ? formatRatePerUnit(offer.rate) : inputAndOutput(offer)}</span> ${ui.renderSmallRemark(html`<span class="whole">${PRICE_TRUST_LABELS[offer.trust]}</span>`)}`;
