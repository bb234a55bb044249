/** Lays the prices of a second host over the steps of the first. */
import { type PricePoint, stepChart, toStepPlot } from "../components/charts/plot.ts";
import { html, usd } from "../components/html.ts";
import { element, getElement, loadJson, messageOf, toNodes } from "./dom.ts";

interface Row extends PricePoint {
  provider: string;
  provider_slug: string;
}

const figure = getElement("figure[data-steps]", HTMLElement);
const choose = getElement(".choose", HTMLElement, figure);
const { steps = "", host = "", until = "" } = figure.dataset;
const ownLabel = getElement("svg.plot", SVGSVGElement, figure).getAttribute("aria-label") ?? "";

const button = element("button", { type: "button" }, "Compare with another host");
const status = element("p", { class: "note", role: "status" });
choose.append(button);
choose.after(status);
button.addEventListener("click", () => void open());

async function open(): Promise<void> {
  button.disabled = true;
  try {
    offer(await loadJson<Row[]>(`${steps}?provider=all`));
  } catch (error) {
    button.disabled = false;
    status.textContent = `The prices of other hosts could not be loaded: ${messageOf(error)}. Try again later.`;
  }
}

/** The list of hosts replaces the button. */
function offer(rows: readonly Row[]): void {
  const names = new Map(rows.map((row) => [row.provider_slug, row.provider]));
  names.delete(host);
  const hosts = [...names].sort(([, a], [, b]) => (a < b ? -1 : 1));
  choose.replaceChildren(
    toNodes(
      html`<label for="other-host">Compare with </label><select id="other-host"><option value="">no host</option>${hosts.map(([slug, name]) => html`<option value="${slug}">${name}</option>`)}</select>`,
    ),
  );
  const select = getElement("select", HTMLSelectElement, choose);
  select.addEventListener("change", () => draw(rows, select.value));
  select.focus();
  status.textContent = "";
}

function draw(rows: readonly Row[], other: string): void {
  const of = (slug: string) => rows.filter(({ provider_slug }) => provider_slug === slug);
  const shown = other === "" ? [of(host)] : [of(host), of(other)];
  const words = other === "" ? "" : inWords(of(other));
  status.textContent = words;
  const drawn = toStepPlot(shown, until);
  if (!drawn) return;
  const chart = stepChart(`${ownLabel} ${words}`.trim(), drawn);
  getElement("svg.plot", SVGSVGElement, figure).replaceWith(toNodes(chart));
}

function inWords(rows: readonly Row[]): string {
  const last = rows.at(-1);
  if (!last) return "";
  const before = rows.findLast(({ input }) => input !== null);
  return last.input === null
    ? `${last.provider} no longer lists it; its last price was ${usd(before?.input ?? null)} input, ${usd(before?.output ?? null)} output.`
    : `${last.provider} (dashed): ${usd(last.input)} input, ${usd(last.output)} output since ${last.date}.`;
}
