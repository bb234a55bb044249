/** Sorts and filters the hosts of a model or the models of a host, and counts the days to a model's retirement. */
import { createElement, showDaysLeft } from "./dom.ts";

showDaysLeft();

const tables = [...document.querySelectorAll<HTMLTableElement>("table.hosts")];
const rows = tables.flatMap((table) => [...(table.tBodies[0]?.rows ?? [])]);
const shownFirst = tables[0]?.tBodies[0]?.rows.length ?? 0;
const heads = [...(tables[0]?.tHead?.rows[0]?.cells ?? [])];

/** A number, or a text in lower case; undefined for an unknown or empty value, which sorts last. */
function valueAt(row: HTMLTableRowElement, column: number): number | string | undefined {
  const cell = row.cells[column];
  const shown = cell?.querySelector<HTMLElement>("data, time, a, .kind") ?? cell;
  const value = shown?.getAttribute("value") ?? shown?.getAttribute("datetime");
  if (cell?.querySelector(".unknown") && !value) return undefined;
  const text = value ?? shown?.textContent?.trim() ?? "";
  const number = Number(text.replace("−", "-").replace(/[ %+,]/g, ""));
  return text === "" ? undefined : Number.isNaN(number) ? text.toLowerCase() : number;
}

/** Sorts the rows of both tables. */
function sortByColumn(column: number, order: "ascending" | "descending"): void {
  for (const [at, head] of heads.entries()) head.ariaSort = at === column ? order : null;
  const sign = order === "ascending" ? 1 : -1;
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
  button.addEventListener("click", () =>
    sortByColumn(column, head.ariaSort === "ascending" ? "descending" : "ascending"),
  );
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
