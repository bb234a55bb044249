/** What a workload costs at each host of a model: in the table of hosts, in place of the blended prices. */
import { renderWorkloadChip } from "../components/chips.ts";
import { html, renderAlignedUsd } from "../components/html.ts";
import { UNKNOWN_VALUE_HTML } from "../components/parts.ts";
import {
  describeMonthlyWorkload,
  formatWorkload,
  MONTHLY_COST_COLUMN_TITLE,
  parseWorkloadQuery,
  toWorkloadParameters,
  type Workload,
} from "../pages/models/workload.ts";
import { getRequiredElement, htmlToDom, replaceUrlQuery, toErrorText } from "./dom.ts";
import { fetchPricedOffersOfDay } from "./models-data.ts";
import { heads, rows, sortBy } from "./offers-table.ts";
import { fillWorkloadForm, isWorkloadFormFocused, listenToWorkloadForm } from "./workload-panel.ts";

const slug = location.pathname.split("/").at(-1);
const note = getRequiredElement("#hosts-note", HTMLElement);
const chip = getRequiredElement("#workload", HTMLElement);
const [column, listColumn] = ["Blended", "vs. list"].map((title) =>
  heads.findIndex(({ textContent }) => textContent === title),
) as [number, number];
const title = getRequiredElement("button", HTMLButtonElement, heads[column]);
/** What the page shows without a workload. */
const first = {
  note: note.textContent,
  title: title.textContent,
  cells: rows.map((row) => row.cells[column]?.innerHTML ?? ""),
};
let wanted: Workload | undefined;

/** Slug of a host → USD a month; null where a rate is not known. */
async function computeCosts(workload: Workload): Promise<Map<string, number | null>> {
  const { createWorkloadPricer } = await import("../pages/models/workload-costs.ts");
  const price = createWorkloadPricer(workload);
  const { at, host_kind: kind } = workload;
  const offers = (await fetchPricedOffersOfDay(at)).filter(
    ({ model, host }) => model === slug && (kind === undefined || kind === host.kind),
  );
  return new Map(offers.map(({ host, card }) => [host.slug, price(card).usd]));
}

function draw(costs: Map<string, number | null> | undefined): void {
  title.textContent = costs ? MONTHLY_COST_COLUMN_TITLE : first.title;
  for (const [at, row] of rows.entries()) {
    const host = row.querySelector("a")?.pathname.split("/").at(-1) ?? "";
    const usd = costs?.get(host) ?? null;
    const cost =
      usd === null
        ? UNKNOWN_VALUE_HTML
        : html`<data value="${String(usd)}"><b>${renderAlignedUsd(usd)}</b></data>`;
    if (costs) row.cells[column]?.replaceChildren(htmlToDom(cost));
    else if (row.cells[column]) row.cells[column].innerHTML = first.cells[at] ?? "";
  }
  // A phone has room for one of the two.
  for (const { cells } of [
    ...rows,
    ...document.querySelectorAll<HTMLTableRowElement>(".hosts thead tr"),
  ]) {
    cells[column]?.classList.toggle("wide-only", !costs);
    cells[listColumn]?.classList.toggle("wide-only", costs !== undefined);
  }
  sortBy(column);
}

async function show(workload: Workload | undefined): Promise<void> {
  wanted = workload;
  const query = workload ? toWorkloadParameters(workload) : [];
  replaceUrlQuery(String(new URLSearchParams(query)));
  const words = workload && formatWorkload(workload);
  chip.replaceChildren(htmlToDom(renderWorkloadChip(words, location.pathname)));
  if (workload && !isWorkloadFormFocused()) fillWorkloadForm(workload);
  try {
    const costs = workload && (await computeCosts(workload));
    if (wanted !== workload) return;
    draw(costs);
    note.textContent = workload
      ? `$ ${describeMonthlyWorkload(workload)}; –: a rate is not known. All other prices are in USD per 1M tokens.`
      : first.note;
  } catch (error) {
    note.textContent = `The prices could not be loaded: ${toErrorText(error)}.`;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.matches("[data-workload], #workload a") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void show(parseWorkloadQuery(new URL(link.href).searchParams));
});
listenToWorkloadForm((workload) => void show(workload));
const given = parseWorkloadQuery(new URLSearchParams(location.search));
if (given) void show(given);
