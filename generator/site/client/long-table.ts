/** A table of which 50 rows are drawn at a time, with the button that draws more. */
import { type Column, tableHead, tableRow } from "../components/table.ts";
import { getElement, toNodes } from "./dom.ts";

/** Rows behind "Show 50 more". */
const STEP = 50;
/** Rows drawn at once, those of a first screen: the page responds in between. */
const SLICE = 10;

export class LongTable<Row> {
  /** Rows that are drawn, or about to be. */
  drawn = 0;
  readonly table: HTMLTableElement;
  readonly #body: HTMLTableSectionElement;
  readonly #more = getElement("#more", HTMLButtonElement);
  readonly #afterDraw: () => void;
  #rows: readonly Row[] = [];
  #columns: readonly Column<Row>[] = [];
  #call = 0;

  /** @param afterDraw Called when all rows of a step are in the table. */
  constructor(selector: string, afterDraw: () => void = () => {}) {
    this.table = getElement(`${selector} table`, HTMLTableElement);
    this.#body = getElement("tbody", HTMLTableSectionElement, this.table);
    this.#afterDraw = afterDraw;
    this.#more.addEventListener("click", () => {
      if (this.#body.hasAttribute("aria-busy")) return;
      const first = this.drawn;
      this.#drawMore(STEP);
      this.#body.rows[first]?.querySelector("a")?.focus();
    });
  }

  /** @param keeps Rows that the page already shows; absent: all rows are replaced. */
  show(rows: readonly Row[], columns: readonly Column<Row>[], keeps = 0): void {
    [this.#rows, this.#columns, this.drawn] = [rows, columns, keeps];
    this.table.tHead?.replaceChildren(toNodes(tableHead(columns)));
    if (keeps === 0) this.#body.replaceChildren();
    this.#drawMore(keeps === 0 ? STEP : 0);
  }

  #drawMore(step: number): void {
    const start = this.drawn;
    this.drawn = Math.min(start + step, this.#rows.length);
    this.#more.hidden = this.drawn >= this.#rows.length;
    this.#drawFrom(start, ++this.#call);
  }

  /** A later call ends an earlier one. */
  #drawFrom(start: number, call: number): void {
    if (call !== this.#call) return;
    const end = Math.min(start + SLICE, this.drawn);
    const rows = this.#rows.slice(start, end);
    this.#body.append(toNodes(rows.map((row, at) => tableRow(this.#columns, row, start + at))));
    this.#body.toggleAttribute("aria-busy", end < this.drawn);
    if (end < this.drawn) window.setTimeout(() => this.#drawFrom(end, call));
    else this.#afterDraw();
  }
}
