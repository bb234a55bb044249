import { type HtmlTableColumn, renderTableHead, renderTableRow } from "../components/table.ts";
import { getRequiredElement, htmlToDom } from "./dom.ts";

/** Rows behind "Show 50 more". */
const STEP = 50;

/** A table of which 50 rows are drawn at a time, with the button that draws more. */
export class ShowMoreTable<Row> {
  drawn = 0;
  readonly table: HTMLTableElement;
  readonly #body: HTMLTableSectionElement;
  readonly #more = getRequiredElement("#more", HTMLButtonElement);
  readonly #afterDraw: () => void;
  #rows: readonly Row[] = [];
  #columns: readonly HtmlTableColumn<Row>[] = [];

  constructor(selector: string, afterDraw: () => void = () => {}) {
    this.table = getRequiredElement(`${selector} table`, HTMLTableElement);
    this.#body = getRequiredElement("tbody", HTMLTableSectionElement, this.table);
    this.#afterDraw = afterDraw;
    this.#more.addEventListener("click", () => {
      const first = this.drawn;
      this.#draw(STEP);
      this.#body.rows[first]?.querySelector("a")?.focus();
    });
  }

  /** @param keeps Rows that the page already shows; absent: all rows are replaced. */
  show(rows: readonly Row[], columns: readonly HtmlTableColumn<Row>[], keeps = 0): void {
    [this.#rows, this.#columns, this.drawn] = [rows, columns, keeps];
    this.table.tHead?.replaceChildren(htmlToDom(renderTableHead(columns)));
    if (keeps === 0) this.#body.replaceChildren();
    this.#draw(keeps === 0 ? STEP : 0);
  }

  #draw(step: number): void {
    const [start, end] = [this.drawn, Math.min(this.drawn + step, this.#rows.length)];
    const rows = this.#rows.slice(start, end);
    this.#body.append(
      htmlToDom(rows.map((row, at) => renderTableRow(this.#columns, row, start + at))),
    );
    this.drawn = end;
    this.#more.hidden = end >= this.#rows.length;
    this.#afterDraw();
  }
}
