/** Tables of figures, which scroll sideways where they are wider than the screen. */
import { type Content, type Html, html } from "./html.ts";

export interface Column<Row> {
  title: Content;
  /** Figures are set flush right, their digits below each other. */
  isFigure?: boolean;
  cell(row: Row, index: number): Content;
}

export interface Table<Row> {
  /** Read aloud, and shown above the table unless `isCaptionHidden`. */
  caption: string;
  isCaptionHidden?: boolean;
  id?: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Address of the answer whose numbers stand in it, for `fact`. */
  of?: string;
}

export function table<Row>({ caption, isCaptionHidden, id, columns, rows, of }: Table<Row>): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"${of && html` data-of="${of}"`}>
<table class="figures"${id && html` id="${id}"`}>
<caption${isCaptionHidden && html` class="vh"`}>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${figure(column)}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row, index) => tableRow(columns, row, index))}</tbody>
</table>
</div>
`;
}

const tableRow = <Row>(columns: readonly Column<Row>[], row: Row, index: number): Html =>
  html`<tr>${columns.map((column, at) =>
    at === 0
      ? html`<th scope="row"${figure(column)}>${column.cell(row, index)}</th>`
      : html`<td${figure(column)}>${column.cell(row, index)}</td>`,
  )}</tr>
`;

const figure = ({ isFigure }: { isFigure?: boolean }): Content =>
  isFigure === true && html` class="n"`;
