/** Sorts and filters the hosts of a model or the models of a host, and counts the days to a model's retirement. */
import { createElement, showDaysLeft } from "./dom.ts";

showDaysLeft();

const tables = [...document.querySelectorAll<HTMLTableElement>("table.hosts")];
const rows = tables.flatMap((table) => [...(table.tBodies[0]?.rows ?? [])]);
const shownFirst = tables[0]?.tBodies[0]?.rows.length ?? 0;
const heads = [...(tables[0]?.tHead?.rows[0]?.cells ?? [])];

/** A number, else a text in lower case; nothing sorts last. */
function valueAt(row: HTMLTableRowElement, column: number): number | string | undefined {
  const cell = row.cells[column];
  const shown = cell?.querySelector<HTMLElement>("data, time, a, .kind") ?? cell;
  const value = shown?.getAttribute("value") ?? shown?.getAttribute("datetime");
  if (cell?.querySelector(".unknown") && !value) return undefined;
  const text = value ?? shown?.textContent?.trim() ?? "";
  const number = Number(text.replace("−", "-").replace(/[ %+,]/g, ""));
  return text === "" ? undefined : Number.isNaN(number) ? text.toLowerCase() : number;
}

function sortBy(column: number, sign: 1 | -1): void {
  const keyed = rows.map((row) => ({ row, value: valueAt(row, column) }));
  keyed.sort((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined);
    const bothNumbers = typeof a.value === "number" && typeof b.value === "number";
    const [left, right] = bothNumbers ? [a.value, b.value] : [String(a.value), String(b.value)];
    return left === right ? 0 : (left < right ? -1 : 1) * sign;
  });
  for (const [at, { row }] of keyed.entries())
    tables[at < shownFirst || tables.length === 1 ? 0 : 1]?.tBodies[0]?.append(row);
}

for (const [column, head] of heads.entries()) {
  const button = createElement("button", { type: "button" });
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const isAscending = head.ariaSort === "ascending";
    for (const other of heads) other.ariaSort = null;
    head.ariaSort = isAscending ? "descending" : "ascending";
    sortBy(column, isAscending ? -1 : 1);
  });
}

const filter = document.querySelector<HTMLInputElement>("#host-filter");
filter?.addEventListener("input", () => {
  const wanted = filter.value.trim().toLowerCase();
  const fold = tables[1]?.closest("details");
  if (fold && wanted !== "") fold.open = true;
  for (const row of rows)
    row.hidden = !`${row.cells[0]?.textContent} ${row.cells[1]?.textContent}`
      .toLowerCase()
      .includes(wanted);
});
