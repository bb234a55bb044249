/** HTML tables, which scroll sideways when they are wider than the screen. */
import type { Rate } from "../../../build/cost/rates.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "./html.ts";
import {
  type ComparedOffer,
  formatRatePerUnit,
  type Offers,
  percentAboveListPrice,
  renderOfferPrice,
} from "./offers.ts";
import {
  formatOneDecimal,
  isUnknownOrEmpty,
  renderApiValue,
  renderDate,
  renderDisclosure,
  renderFootnote,
  renderPriceChangePercent,
  renderSourceLink,
  UNKNOWN_VALUE_HTML,
} from "./parts.ts";

type Cell<Row> = (row: Row, index: number) => HtmlContent;
/** How a column appears on phones: not at all, or in a line below the row. */
type OnPhones = "left-out" | "below-row";

export interface HtmlTableColumn<Row> {
  title: HtmlContent;
  /** Null and undefined are shown as unknown. */
  cell: Cell<Row>;
  /** Whether the column contains figures, which are right-aligned. */
  isFigure: boolean;
  onPhones?: OnPhones | undefined;
  /** Class of its cells, by which the style sheet and scripts find the column. */
  key?: string | undefined;
}

export const htmlTextColumn = <Row>(
  title: HtmlContent,
  cell: Cell<Row>,
  onPhones?: OnPhones,
  key?: string,
): HtmlTableColumn<Row> => ({ title, cell, isFigure: false, onPhones, key });

export const htmlNumberColumn = <Row>(
  title: HtmlContent,
  cell: Cell<Row>,
  onPhones?: OnPhones,
  key?: string,
): HtmlTableColumn<Row> => ({ title, cell, isFigure: true, onPhones, key });

export const htmlDateColumn = <Row>(
  title: string,
  date: (row: Row) => string | null,
  onPhones?: OnPhones,
): HtmlTableColumn<Row> => htmlNumberColumn(title, (row) => renderDate(date(row)), onPhones);

const PRICE_TITLES = { input: "Input", output: "Output", cache_read: "Cached" } as const;
type PriceName = keyof typeof PRICE_TITLES;

export const htmlPriceColumns = <Row, Name extends PriceName = "input" | "output">(
  names: readonly Name[],
  cell: (row: Row, name: Name, index: number) => HtmlContent,
): HtmlTableColumn<Row>[] =>
  names.map((name) => htmlNumberColumn(PRICE_TITLES[name], (row, index) => cell(row, name, index)));

interface Prices {
  input: number | null;
  output: number | null;
  /** Shown instead of the input price if the model is not sold by token. */
  rate?: Pick<Rate, "price" | "unit" | "variant"> | null;
}

/** Columns for input and output prices. @param of The row's prices, and the JSON Pointer of their object. */
export const htmlInputOutputPriceColumns = <Row>(
  of: (row: Row) => [prices: Prices, at: string],
): HtmlTableColumn<Row>[] =>
  htmlPriceColumns(["input", "output"], (row, side) => {
    const [prices, at] = of(row);
    const { rate } = prices;
    if (rate && side === "input")
      return renderApiValue(rate.price, `${at}/rate/price`, () => formatRatePerUnit(rate));
    return renderApiValue(prices[side], `${at}/${side}`, formatUsdOrFree);
  });

/** Column for the overall score, in tables whose rows refer to the model's own answer. */
export const htmlOverallScoreColumn = <Row>(
  scoreOf: (row: Row) => { score: number } | null | undefined,
): HtmlTableColumn<Row> =>
  htmlNumberColumn("Score", (row) =>
    renderApiValue(scoreOf(row)?.score ?? null, "/service_score/score", formatOneDecimal),
  );

type ScorePart = "score" | "low" | "high";

/** A score and its 90 % interval. @param at JSON Pointer of the object that contains both. */
export const renderScoreAndInterval = (
  score: Record<ScorePart, number>,
  at: string,
): Record<ScorePart, Html> => {
  const of = (name: ScorePart) => renderApiValue(score[name], `${at}/${name}`, formatOneDecimal);
  return { score: of("score"), low: of("low"), high: of("high") };
};

/** Column that names the row's source and links to its page if known. */
export const htmlSourceColumn = <Row>(
  catalog: Parameters<typeof renderSourceLink>[1],
  of: (row: Row) => readonly [source: string, url?: string | null] | undefined,
): HtmlTableColumn<Row> =>
  htmlTextColumn(
    "Source",
    (row) => {
      const [source, url] = of(row) ?? [];
      return source === undefined ? undefined : renderSourceLink(source, catalog, url);
    },
    "below-row",
  );

type OfferTerms = Parameters<typeof renderOfferPrice>[0];

/** Columns for the current input and output prices. Each row has an offer and the JSON Pointer of that offer. */
export const htmlCurrentPriceColumns = <
  Row extends { offer: OfferTerms & Omit<Prices, "rate">; at: string },
>(): HtmlTableColumn<Row>[] =>
  htmlPriceColumns(["input", "output"], ({ offer, at }, name) =>
    renderOfferPrice(offer, offer[name], `${at}/${name}`),
  );

const NO_LIST_PRICE_HTML = html`<span class="unknown">–<span class="sr-only"> no list price</span></span>`;

/** Column with the difference to the list price in percent, or why there is none. No column if no row has one. */
export const htmlListPriceColumns = <Row extends { offer: ComparedOffer }>(
  rows: readonly Row[],
  catalog: Offers,
): HtmlTableColumn<Row>[] => {
  const cell = ({ offer }: Row): HtmlContent => {
    if (offer.is_list_price)
      return html`<span class="mark"><data value="0">list price</data></span>`;
    const percent = percentAboveListPrice(offer, catalog);
    if (percent !== null) return renderPriceChangePercent(percent);
    // The other columns say that an offer is free or part of a subscription.
    if (offer.billing !== "tokens") return "";
    const hasList = catalog.getModel(offer.model).list_host !== null;
    return hasList ? UNKNOWN_VALUE_HTML : NO_LIST_PRICE_HTML;
  };
  const isCompared = ({ offer }: Row) =>
    offer.is_list_price || percentAboveListPrice(offer, catalog) !== null;
  return rows.some(isCompared) ? [htmlNumberColumn("vs. list", cell, undefined, "vs-list")] : [];
};

/**
 * Columns for historical prices. A 0 is shown as free, except for subscriptions and hosts whose current price is
 * unverified.
 * @param offersOf Current offers of the row's model.
 * @param toPointer JSON Pointer of the row, if an answer contains it.
 */
export const htmlPastPriceColumns = <
  Row extends Record<PriceName, number | null> & { host: string },
>(
  prices: readonly PriceName[],
  offersOf: (row: Row) => readonly (OfferTerms & { host: string })[],
  toPointer?: (index: number) => string,
): HtmlTableColumn<Row>[] =>
  htmlPriceColumns(prices, (row, name, index) => {
    const at = toPointer && `${toPointer(index)}/${name}`;
    const offer = offersOf(row).find(({ host }) => host === row.host);
    const isFree = offer?.trust !== "unverified" && offer?.billing !== "plan";
    return row[name] === 0 && offer && !isFree
      ? renderOfferPrice(offer, 0, at)
      : renderApiValue(row[name], at, formatUsdOrFree);
  });

export interface HtmlTableOptions<Row> {
  /** Announced by screen readers, and shown above the table unless `isCaptionHidden`. */
  caption: string;
  isCaptionHidden?: boolean;
  id?: string;
  /** Additional CSS class of the table. */
  style?: string;
  /** The first column is the row header. */
  columns: readonly HtmlTableColumn<Row>[];
  rows: readonly Row[];
  /** Heading of the group of rows that begins with this row. */
  headingOf?: (row: Row) => string | undefined;
  /** CSS class of a row. */
  styleOf?: (row: Row) => string | false;
  /** Path of the API answer that contains the table's numbers, or of each row's own answer. */
  of?: string | ((row: Row) => string);
}

export const renderTable = <Row>(options: HtmlTableOptions<Row>): Html =>
  renderTableOfCells(options, renderCells(options.columns, options.rows));

/** The contents of the cells, row by row. */
type Cells = readonly (readonly HtmlContent[])[];

const renderCells = <Row>(columns: readonly HtmlTableColumn<Row>[], rows: readonly Row[]): Cells =>
  rows.map((row, index) => columns.map(({ cell }) => cell(row, index)));

function renderTableOfCells<Row>(options: HtmlTableOptions<Row>, cells: Cells): Html {
  const { caption, isCaptionHidden, id, style, columns, rows, headingOf, styleOf, of } = options;
  const wholeOf = typeof of === "string" && html` data-of="${of}"`;
  const rowOf = typeof of === "function" ? of : undefined;
  const styles = columns.map((column, at) => cellClass(column, at === 0));
  // Cells and rows have no closing tags, which HTML does not need: the site has very many of them.
  const tags = styles.map((style, at) =>
    at === 0 ? html`<th scope="row"${style}>` : html`<td${style}>`,
  );
  const isStacked = columns.some(({ onPhones }) => onPhones === "below-row");
  const hidden = columns.flatMap(({ onPhones }, at) =>
    onPhones === "left-out" ? ` wide-only-${at + 1}` : [],
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"${wholeOf}>
<table class="figures${style && ` ${style}`}${isStacked && " stacked"}${hidden}"${id && html` id="${id}"`}>
<caption${isCaptionHidden && html` class="sr-only"`}>${caption}</caption>
<thead><tr>${columns.map(({ title }, at) => html`<th scope="col"${styles[at]}>${title}</th>`)}</tr></thead>
<tbody>
${rows.map((row, index) => [
  renderGroupHeading(headingOf?.(row), index, columns.length),
  renderTableRow(tags, cells[index] ?? [], rowOf?.(row), styleOf?.(row)),
])}</tbody>
</table>
</div>
`;
}

const renderGroupHeading = (heading: string | undefined, row: number, columns: number) =>
  heading !== undefined &&
  html`${row > 0 && html`</tbody>\n<tbody>\n`}<tr class="group"><th scope="rowgroup" colspan="${columns}">${heading}</th></tr>\n`;

const renderTableRow = (
  tags: readonly Html[],
  cells: readonly HtmlContent[],
  of: string | undefined,
  style: string | false | undefined,
): Html =>
  html`<tr${style && html` class="${style}"`}${of && html` data-of="${of}"`}>${tags.map(
    (tag, at) => [tag, cells[at] ?? UNKNOWN_VALUE_HTML],
  )}
`;

/** Most cells after the first contain figures, so those with text have a class (`t`). */
const cellClass = <Row>(
  { isFigure, onPhones, key }: HtmlTableColumn<Row>,
  isFirst: boolean,
): HtmlContent => {
  const isText = !isFigure && !isFirst;
  const names = [isText && "t", onPhones === "below-row" && "below", key].filter(Boolean);
  return names.length > 0 && html` class="${names.join(" ")}"`;
};

/** A table inside a disclosure; false if there are no rows. */
export const renderClosedTable = <Row>({
  summary,
  ...table
}: HtmlTableOptions<Row> & { summary: string }): HtmlContent =>
  table.rows.length > 0 && renderDisclosure(summary, renderTable(table));

/** Maximum number of rows in a folded table. A note says that the linked files contain the rest. */
const MOST = 500;

interface FoldedTable<Row> extends HtmlTableOptions<Row> {
  shown?: number;
  summary?: (rest: number) => string;
}

/** A table whose later rows are folded, without the columns that no row has a value for; none without rows. */
export function renderFoldedTable<Row>({ shown = 100, ...all }: FoldedTable<Row>): HtmlContent {
  const { rows } = all;
  const cells = renderCells(all.columns, rows);
  const isShown = all.columns.map(
    (_, at) => at === 0 || cells.some((row) => !isUnknownOrEmpty(row[at])),
  );
  const keep = <T>(items: readonly T[]): T[] => items.filter((_, at) => isShown[at]);
  const of = { ...all, columns: keep(all.columns) };
  const kept = cells.map(keep);
  const first = rows.slice(0, shown);
  const rest = rows.slice(shown, MOST);
  const summary = of.summary?.(rest.length) ?? `${rest.length} more`;
  const caption = `${of.caption}: ${summary}`;
  const closed = { ...of, caption, isCaptionHidden: true, rows: rest };
  return [
    first.length > 0 && renderTableOfCells({ ...of, rows: first }, kept),
    rest.length > 0 && renderDisclosure(summary, renderTableOfCells(closed, kept.slice(shown))),
    rows.length > MOST &&
      renderFootnote(
        `The table shows the first ${MOST} of ${rows.length} rows. The files linked below contain all rows.`,
      ),
  ];
}

/** Rows as one array per column, which compresses to a third of the size of an array of objects. */
export type ArraysByColumn<Row> = { [K in keyof Row]: Row[K][] };

/** All rows must have the same keys as the first row. */
export function rowsToArraysByColumn<Row extends object>(
  rows: readonly Row[],
): ArraysByColumn<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return Object.fromEntries(
    names.map((name) => [name, rows.map((row) => row[name])]),
  ) as unknown as ArraysByColumn<Row>;
}

export function arraysByColumnToRows<Row extends object>(columns: ArraysByColumn<Row>): Row[] {
  const entries = Object.entries(columns) as [string, readonly unknown[]][];
  return (entries[0]?.[1] ?? []).map(
    (_, at) => Object.fromEntries(entries.map(([name, values]) => [name, values[at]])) as Row,
  );
}
