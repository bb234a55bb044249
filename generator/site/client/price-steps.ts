/** Lays the prices of a second host over the steps of the first. */
import { type PricePoint, renderStepChart, toStepChartData } from "../components/charts/plot.ts";
import { formatUsdOrFree, html } from "../components/html.ts";
import { createElement, errorMessage, fetchJson, getRequiredElement, htmlToDom } from "./dom.ts";

interface Row extends PricePoint {
  provider: string;
  provider_slug: string;
}

const figure = getRequiredElement("figure[data-steps]", HTMLElement);
const choose = getRequiredElement(".choose", HTMLElement, figure);
const { steps = "", host = "", until = "" } = figure.dataset;
const ownLabel =
  getRequiredElement("svg.plot", SVGSVGElement, figure).getAttribute("aria-label") ?? "";

const button = createElement("button", { type: "button" }, "Compare with another host");
const status = createElement("p", { class: "note", role: "status" });
choose.append(button);
choose.after(status);
button.addEventListener("click", () => void open());

async function open(): Promise<void> {
  button.disabled = true;
  try {
    offer(await fetchJson<Row[]>(`${steps}?provider=all`));
  } catch (error) {
    button.disabled = false;
    status.textContent = `The prices of other hosts could not be loaded: ${errorMessage(error)}. Try again later.`;
  }
}

/** The list of hosts replaces the button. */
function offer(rows: readonly Row[]): void {
  const names = new Map(rows.map((row) => [row.provider_slug, row.provider]));
  names.delete(host);
  const hosts = [...names].sort(([, a], [, b]) => (a < b ? -1 : 1));
  choose.replaceChildren(
    htmlToDom(
      html`<label for="other-host">Compare with </label><select id="other-host"><option value="">no host</option>${hosts.map(([slug, name]) => html`<option value="${slug}">${name}</option>`)}</select>`,
    ),
  );
  const select = getRequiredElement("select", HTMLSelectElement, choose);
  select.addEventListener("change", () => draw(rows, select.value));
  select.focus();
  status.textContent = "";
}

function draw(rows: readonly Row[], other: string): void {
  const of = (slug: string) => rows.filter(({ provider_slug }) => provider_slug === slug);
  const shown = other === "" ? [of(host)] : [of(host), of(other)];
  const words = other === "" ? "" : inWords(of(other));
  status.textContent = words;
  const drawn = toStepChartData(shown, until);
  if (!drawn) return;
  const chart = renderStepChart(`${ownLabel} ${words}`.trim(), drawn);
  getRequiredElement("svg.plot", SVGSVGElement, figure).replaceWith(htmlToDom(chart));
}

function inWords(rows: readonly Row[]): string {
  const last = rows.at(-1);
  if (!last) return "";
  const before = rows.findLast(({ input }) => input !== null);
  return last.input === null
    ? `${last.provider} no longer lists it; its last price was ${formatUsdOrFree(before?.input ?? null)} input, ${formatUsdOrFree(before?.output ?? null)} output.`
    : `${last.provider} (dashed): ${formatUsdOrFree(last.input)} input, ${formatUsdOrFree(last.output)} output since ${last.date}.`;
}
