/** Lays the prices of a second host over the steps of the first. */
import { edge, round, SIZE } from "../components/charts/plot.ts";
import { type PricePoint, type StepPlot, toStepPlot } from "../components/charts/steps.ts";
import { usd } from "../components/format.ts";
import { element, getElement } from "./dom.ts";

interface Row extends PricePoint {
  provider: string;
  provider_slug: string;
}

const figure = getElement("figure[data-steps]", HTMLElement);
const choose = getElement(".choose", HTMLElement, figure);
const plot = getElement("svg.plot", SVGSVGElement, figure);
const inner = getElement("svg", SVGSVGElement, plot);
const { steps = "", host = "", until = "" } = figure.dataset;
const height = Number(inner.getAttribute("height"));
const ownLabel = plot.getAttribute("aria-label") ?? "";

const button = element("button", { type: "button" }, "Compare with another host");
const status = element("p", { class: "note", role: "status" });
choose.append(button);
choose.after(status);
button.addEventListener("click", () => void open());

async function open(): Promise<void> {
  button.disabled = true;
  try {
    const response = await fetch(`${steps}?provider=all`);
    if (!response.ok) throw new Error(`the service answers ${response.status}`);
    offer((await response.json()) as Row[]);
  } catch (error) {
    button.disabled = false;
    status.textContent = `The prices of other hosts cannot be had: ${error instanceof Error ? error.message : "no answer"}. Try again in a while.`;
  }
}

/** The list of hosts takes the place of the button. */
function offer(rows: readonly Row[]): void {
  const names = new Map(rows.map((row) => [row.provider_slug, row.provider]));
  names.delete(host);
  const options = [...names]
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([slug, name]) => element("option", { value: slug }, name));
  const select = element(
    "select",
    { id: "other-host" },
    element("option", { value: "" }, "nobody"),
    ...options,
  );
  choose.replaceChildren(element("label", { for: select.id }, "Compare with "), select);
  select.addEventListener("change", () => draw(rows, select.value));
  select.focus();
  status.textContent = "";
}

function draw(rows: readonly Row[], other: string): void {
  const of = (slug: string) => rows.filter(({ provider_slug }) => provider_slug === slug);
  const shown = other === "" ? [of(host)] : [of(host), of(other)];
  const drawn = toStepPlot(shown, until);
  if (drawn) paint(drawn);
  const said = other === "" ? "" : inWords(of(other));
  status.textContent = said;
  plot.setAttribute("aria-label", `${ownLabel} ${said}`.trim());
}

/** Dashed lines are the other host's. */
function paint({ x, y, lines }: StepPlot): void {
  const grid = y.map(({ at }) => `M0 ${round(at)}H${SIZE}`).join("");
  inner.replaceChildren(
    path("grid", grid),
    ...lines.flatMap(({ input, output }, index) => {
      const dashed = index > 0 ? " other" : "";
      return [path(`line${dashed}`, input), path(`line second${dashed}`, output)];
    }),
  );
  for (const text of plot.querySelectorAll("text")) text.remove();
  plot.append(
    ...y.map(({ at, label }) => tick("y", "0", round((at / SIZE) * height - 4), label)),
    ...x.map(({ at, label }) =>
      tick(`x${edge(at)}`, `${round(at / (SIZE / 100))}%`, height + 16, label),
    ),
  );
}

function inWords(rows: readonly Row[]): string {
  const last = rows.at(-1);
  if (!last) return "";
  const before = rows.findLast(({ input }) => input !== null);
  return last.input === null
    ? `${last.provider} lists it no more; its last price was ${usd(before?.input ?? null)} in, ${usd(before?.output ?? null)} out.`
    : `${last.provider} (dashed): ${usd(last.input)} in, ${usd(last.output)} out since ${last.date}.`;
}

const path = (className: string, d: string): SVGElement => svg("path", { class: className, d });

function tick(className: string, x: string, y: number, label: string): SVGElement {
  const text = svg("text", { class: className, x, y: String(y) });
  text.textContent = label;
  return text;
}

function svg(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
