/** Tables, which scroll sideways where they are wider than the screen. */
import { countFact, dateTag, priceFact, unknown } from "./facts.ts";
import { type Content, type Html, html } from "./html.ts";
import { folded, note } from "./section.ts";

export interface Column<Row> {
  title: Content;
  /** Figures are set flush right, their digits below each other. */
  isFigure?: boolean;
  /** The rows are in the order of this column. */
  sort?: "asc" | "desc";
  /** Null and undefined are shown as unknown. */
  cell(row: Row, index: number): Content;
}

/** JSON Pointer of a row's value in the answer. */
type Pointer<Row> = (row: Row, index: number) => string;

export const column = <Row>(title: Content, cell: Column<Row>["cell"]): Column<Row> => ({
  title,
  cell,
});

export const figure = <Row>(title: Content, cell: Column<Row>["cell"]): Column<Row> => ({
  title,
  isFigure: true,
  cell,
});

export const countColumn = <Row>(
  title: string,
  value: (row: Row) => number | null,
  at: Pointer<Row>,
): Column<Row> => figure(title, (row, index) => countFact(value(row), at(row, index)));

/** USD per 1M tokens. */
export const priceColumn = <Row>(
  title: string,
  value: (row: Row) => number | null,
  at: Pointer<Row>,
): Column<Row> => figure(title, (row, index) => priceFact(value(row), at(row, index)));

/** Input and output prices. @param at JSON Pointer of the object that holds both. */
export const priceColumns = <Row>(
  prices: (row: Row) => { input: number | null; output: number | null },
  at: Pointer<Row>,
): Column<Row>[] => [
  priceColumn(
    "Input",
    (row) => prices(row).input,
    (row, index) => `${at(row, index)}/input`,
  ),
  priceColumn(
    "Output",
    (row) => prices(row).output,
    (row, index) => `${at(row, index)}/output`,
  ),
];

export const dateColumn = <Row>(title: string, date: (row: Row) => string | null): Column<Row> =>
  figure(title, (row) => dateTag(date(row)));

export interface Table<Row> {
  /** Read aloud, and shown above the table unless `isCaptionHidden`. */
  caption: string;
  isCaptionHidden?: boolean;
  id?: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Address of the answer whose numbers the table shows, or of each row's own answer. */
  of?: string | ((row: Row) => string);
}

export function table<Row>({ caption, isCaptionHidden, id, columns, rows, of }: Table<Row>): Html {
  const wholeOf = typeof of === "string" && html` data-of="${of}"`;
  const rowOf = typeof of === "function" ? of : undefined;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"${wholeOf}>
<table class="figures"${id && html` id="${id}"`}>
<caption${isCaptionHidden && html` class="vh"`}>${caption}</caption>
<thead>${tableHead(columns)}</thead>
<tbody>
${rows.map((row, index) => tableRow(columns, row, index, rowOf?.(row)))}</tbody>
</table>
</div>
`;
}

export const tableHead = <Row>(columns: readonly Column<Row>[]): Html =>
  html`<tr>${columns.map((column) => html`<th scope="col"${classOf(column)}${column.sort && html` aria-sort="${column.sort}ending"`}>${column.title}</th>`)}</tr>`;

export const tableRow = <Row>(
  columns: readonly Column<Row>[],
  row: Row,
  index: number,
  of?: string,
): Html =>
  html`<tr${of && html` data-of="${of}"`}>${columns.map((column, at) => cellOf(column, row, index, at === 0))}</tr>
`;

function cellOf<Row>(column: Column<Row>, row: Row, index: number, isName: boolean): Html {
  const content = column.cell(row, index) ?? unknown();
  return isName
    ? html`<th scope="row"${classOf(column)}>${content}</th>`
    : html`<td${classOf(column)}>${content}</td>`;
}

const classOf = ({ isFigure }: { isFigure?: boolean }): Content =>
  isFigure === true && html` class="n"`;

interface Folding {
  /** Rows before the fold. */
  shown?: number;
  /** Rows in all; the answer behind the table has the others, and the page says so. */
  most?: number;
  /** Of the fold. */
  summary?: (rest: number) => string;
  /** Of the table within the fold. */
  restCaption?: string;
}

/** A table whose later rows are folded. */
export function foldedTable<Row>(of: Table<Row>, folding: Folding = {}): Html {
  const { shown = 100, most = 500, summary = (rest) => `${rest} more` } = folding;
  const { restCaption = `${of.caption}: more rows` } = folding;
  const [first, rest] = [of.rows.slice(0, shown), of.rows.slice(shown, most)];
  const id = of.id === undefined ? {} : { id: `${of.id}-more` };
  return html`${first.length > 0 && table({ ...of, rows: first })}${
    rest.length > 0 &&
    folded(summary(rest.length), table({ ...of, ...id, caption: restCaption, rows: rest }))
  }${
    of.rows.length > most &&
    note(`The first ${most} of ${of.rows.length}; the files below have all of them.`)
  }`;
}
