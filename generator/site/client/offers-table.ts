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

/** The other model ids at the hosts of a model, with the price of a region or a tier. */
const otherIds = document.querySelector<HTMLTableElement>("#other-ids");
const searched = [
  ...rows.map((row) => ({ row, cells: [...row.cells].slice(0, 2) })),
  ...[...(otherIds?.tBodies[0]?.rows ?? [])].map((row) => ({ row, cells: [...row.cells] })),
];

const filter = document.querySelector<HTMLInputElement>("#host-filter");
filter?.addEventListener("input", () => {
  const words = filter.value.trim().toLowerCase().split(/\s+/);
  for (const { row, cells } of searched) {
    const text = cells.map(({ textContent }) => textContent?.toLowerCase()).join(" ");
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const table of [tables[1], otherIds]) {
    const fold = table?.closest("details");
    if (fold && words.join("") !== "") fold.open = true;
  }
});
