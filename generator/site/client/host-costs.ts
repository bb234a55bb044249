/** Shows the monthly cost of a workload at each host of a model, in place of the blended prices of the hosts table. */
import { describeUnknownLongPromptPrices } from "../../../build/cost/card-of-day.ts";
import { PROMPT_USAGE_FIELDS, sumUsageFields } from "../../../build/cost/usage.ts";
import { renderWorkloadChip } from "../components/chips.ts";
import { html, renderAlignedUsd } from "../components/html.ts";
import {
  describeMonthlyWorkload,
  formatWorkload,
  listInvalidWorkloadParameters,
  MONTHLY_COST_COLUMN_TITLE,
  parseWorkloadQuery,
  renderUnknownCost,
  toWorkloadParameters,
  type Workload,
} from "../pages/models/workload.ts";
import { getRequiredElement, htmlToDom, replaceUrlQuery, toErrorText } from "./dom.ts";
import { fetchPricedOffersOfDay } from "./models-data.ts";
import {
  offersTableHeaderCells,
  offersTableRows,
  sortOffersTableByColumn,
} from "./offers-table.ts";
import { fillWorkloadForm, isWorkloadFormFocused, listenToWorkloadForm } from "./workload-panel.ts";

const slug = location.pathname.split("/").at(-1);
const note = getRequiredElement("#hosts-note", HTMLElement);
const chip = getRequiredElement("#workload", HTMLElement);
const [column, listColumn] = ["cost", "vs-list"].map((key) =>
  offersTableHeaderCells.findIndex(({ classList }) => classList.contains(key)),
) as [number, number];
const title = getRequiredElement("button", HTMLButtonElement, offersTableHeaderCells[column]);
let wanted: Workload | undefined;

/** Slug of a host → cost of a month; and where a long prompt may cost more. */
async function computeCosts(workload: Workload) {
  const { createWorkloadPricer } = await import("../pages/models/workload-costs.ts");
  const price = createWorkloadPricer(workload);
  const { at, host_kind: kind } = workload;
  const offers = (await fetchPricedOffersOfDay(at)).filter(
    ({ model, host }) => model === slug && (kind === undefined || kind === host.kind),
  );
  const costs = new Map(offers.map(({ host, card }) => [host.slug, price(card)]));
  const known = [...costs].flatMap(([host, { usd }]) => (usd ? host : []));
  const model = { slug: slug ?? "", list_host: note.dataset.listHost ?? null };
  const cardOf = (host: string) => offers.find((one) => one.host.slug === host)?.card;
  const long = describeUnknownLongPromptPrices(model, known, cardOf);
  const isLong = long && sumUsageFields(workload.usage, PROMPT_USAGE_FIELDS) > long.above;
  return { costs, hint: isLong ? long.hint : "" };
}

type Costs = Awaited<ReturnType<typeof computeCosts>>["costs"];

function draw(costs: Costs, workload: Workload): void {
  title.textContent = MONTHLY_COST_COLUMN_TITLE;
  for (const row of offersTableRows) {
    const host = row.querySelector("a")?.pathname.split("/").at(-1) ?? "";
    const { usd, missing } = costs.get(host) ?? { usd: null, missing: [] };
    const cost =
      usd === null
        ? renderUnknownCost(workload, missing[0]?.meter)
        : usd === 0
          ? // Sorted last: the 0 may be doubtful, part of a subscription, or a free offer with limits.
            html`<span class="unknown">0</span>`
          : html`<data value="${String(usd)}"><b>${renderAlignedUsd(usd)}</b></data>`;
    row.cells[column]?.replaceChildren(htmlToDom(cost));
  }
  // A phone has room for only one of the two columns.
  for (const { classList } of document.querySelectorAll(".hosts")) {
    classList.remove(`wide-only-${column + 1}`);
    classList.add(`wide-only-${listColumn + 1}`);
  }
  sortOffersTableByColumn(column);
}

const toQuery = (workload: Workload): string =>
  String(new URLSearchParams(toWorkloadParameters(workload)));

/** The chip to remove the workload links to the page without a workload. */
async function show(workload: Workload | undefined): Promise<void> {
  if (!workload) return;
  wanted = workload;
  replaceUrlQuery(toQuery(workload));
  const shown = renderWorkloadChip(formatWorkload(workload), `${location.pathname}#prices`);
  chip.replaceChildren(htmlToDom(shown));
  if (!isWorkloadFormFocused()) fillWorkloadForm(workload);
  try {
    const { costs, hint } = await computeCosts(workload);
    if (wanted !== workload) return;
    draw(costs, workload);
    note.textContent = `$ ${describeMonthlyWorkload(workload)}. All other prices are in USD per 1M tokens. ${hint}`;
  } catch (error) {
    const again = html`<a href="?${toQuery(workload)}" data-workload>Try again</a>`;
    note.replaceChildren(
      htmlToDom(html`The prices could not be loaded: ${toErrorText(error)}. ${again}`),
    );
  }
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.matches("[data-workload]") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void show(parseWorkloadQuery(new URL(link.href).searchParams));
});
listenToWorkloadForm((workload) => void show(workload));
const asked = new URLSearchParams(location.search);
await show(parseWorkloadQuery(asked));
const invalid = listInvalidWorkloadParameters(asked).join(", ");
if (invalid !== "") note.prepend(`Not applied: ${invalid}. `);
