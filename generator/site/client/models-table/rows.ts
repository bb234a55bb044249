/** Rows of the table, as the page's own template writes them. */
import type { ModelRecord } from "../../pages/models/model-record.ts";
import { type Cell, TABLE_COLUMNS, type TableColumn } from "../../pages/models/table-columns.ts";
import type { View } from "../../pages/models/view.ts";
import { element } from "../dom.ts";

export function headRow(view: View, turn: (key: string) => void): HTMLTableRowElement {
  const cells = shownColumns(view.columns).map(({ key, title, isFigure }) => {
    const button = element("button", { type: "button" }, title);
    button.addEventListener("click", () => turn(key));
    const isSorted = key === view.sort;
    return element(
      "th",
      {
        scope: "col",
        "data-key": key,
        ...(isFigure && { class: "n" }),
        ...(isSorted && {
          "aria-sort": view.direction === "asc" ? "ascending" : "descending",
        }),
      },
      button,
    );
  });
  return element("tr", {}, ...cells);
}

export function modelRow(
  record: ModelRecord,
  columns: readonly string[],
  chosen: ReadonlySet<string>,
): HTMLTableRowElement {
  const cells = shownColumns(columns).map((column) => {
    if (column.key === "name") return nameCell(record, column, chosen);
    const attributes = column.isFigure ? { class: "n" } : {};
    return element("td", attributes, ...content(column.cell(record)));
  });
  return element("tr", {}, ...cells);
}

const shownColumns = (columns: readonly string[]): TableColumn[] =>
  TABLE_COLUMNS.filter(({ key }) => columns.includes(key));

function nameCell(
  record: ModelRecord,
  column: TableColumn,
  chosen: ReadonlySet<string>,
): HTMLTableCellElement {
  const box = element("input", {
    type: "checkbox",
    value: record.slug,
    "aria-label": `Compare ${record.name}`,
  });
  box.checked = chosen.has(record.slug);
  return element("th", { scope: "row" }, box, ...content(column.cell(record)));
}

function content(cell: Cell | null): (Node | string)[] {
  if (cell === null)
    return [
      element("span", { class: "unknown" }, "–", element("span", { class: "vh" }, " not known")),
    ];
  const { text, href, day, note, isMark } = cell;
  const shown =
    href !== undefined
      ? element("a", { href }, text)
      : day !== undefined
        ? element("time", { datetime: day }, text)
        : text;
  const below = note === undefined ? [] : [element("small", isMark ? { class: "mark" } : {}, note)];
  return [shown, ...below];
}
