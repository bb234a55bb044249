/** Chart interaction: cards on hover, focus and tap, arrow keys, the small dots of a large chart, and downloads. */
import type { PriceScorePoint } from "../components/charts/frontier.ts";
import { html } from "../components/html.ts";
import { listenToChartDownloads, loadChartExport } from "./chart-files.ts";
import { createElement, fetchJson, htmlToDom, loadOnce } from "./dom.ts";

/** A dot is selected within this many pixels. */
const NEAR = 24;

for (const figure of document.querySelectorAll<HTMLElement>("figure.chart")) addCards(figure);
// The chart of the models page is handled by models-chart.ts, because it follows its table.
for (const figure of document.querySelectorAll<HTMLElement>("figure.chart:not(#chart)"))
  listenToChartDownloads(figure, (by) => by.readExportedChartFromFigure(figure));
const csv = document.querySelector(".compare-form #csv");
csv?.addEventListener("click", async () => (await loadChartExport()).saveComparison());

function addCards(figure: HTMLElement): void {
  const card = createElement("div", { class: "chart-card", hidden: "" });
  figure.append(card);
  let shown: Element | undefined;

  const show = (point: Element): void => {
    if (point === shown) return;
    hide();
    shown = point;
    point.classList.add("is-shown");
    fillCard(card, point, hide);
    card.hidden = false;
    place(card, point, figure);
  };
  const hide = (): void => {
    shown?.classList.remove("is-shown");
    shown = undefined;
    card.hidden = true;
  };

  const drawOnce = loadOnce(() => drawSmallDots(figure));
  const complete = (): void => {
    if (figure.dataset.points !== undefined) drawOnce().catch(() => undefined);
  };
  figure.addEventListener("pointerenter", complete);
  figure.addEventListener("pointermove", ({ target, clientX, clientY }) => {
    if (!(target instanceof SVGElement) || target.closest(".plot") === null) return;
    const near = nearest(figure, clientX, clientY);
    if (near) show(near);
    else hide();
  });
  figure.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse") hide();
  });
  figure.addEventListener("click", (event) => {
    const point = event.target instanceof Element && event.target.closest("a.point");
    // The first tap shows the card, which has the link.
    if (point && isDocked() && event.detail > 0) event.preventDefault();
    if (event.target instanceof SVGElement) {
      const near = nearest(figure, event.clientX, event.clientY);
      if (near) show(near);
    }
  });
  figure.addEventListener("focusin", ({ target }) => {
    const point = target instanceof Element && target.closest(".point");
    if (!point) return;
    complete();
    if (point.matches(":focus-visible")) show(point);
  });
  figure.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && figure.contains(relatedTarget))) hide();
  });
  figure.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const from = event.target instanceof Element && event.target.closest(".point");
    if (!from) return;
    const points = inOrder(figure);
    const at = points.indexOf(from);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: points.length - 1,
    }[event.key];
    const next = to === undefined ? undefined : points[to];
    if (to !== undefined) event.preventDefault();
    if (!(next instanceof SVGElement)) return;
    from.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
    show(next);
  });
}

const isDocked = (): boolean => matchMedia("(max-width: 43.75rem)").matches;

/** The dots of the visible drawing. */
const pointsOf = (figure: HTMLElement): Element[] =>
  [...figure.querySelectorAll<SVGElement>(".plot")]
    .filter((plot) => plot.getBoundingClientRect().width > 0)
    .flatMap((plot) => [...plot.querySelectorAll(".point")]);

function centre(point: Element): { x: number; y: number } {
  const { x, y, width, height } = (point.querySelector("circle") ?? point).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

function nearest(figure: HTMLElement, x: number, y: number): Element | undefined {
  let best: Element | undefined;
  let least = NEAR;
  for (const point of pointsOf(figure)) {
    const at = centre(point);
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

/** From left to right, then from top to bottom. */
const inOrder = (figure: HTMLElement): Element[] =>
  pointsOf(figure)
    .map((point) => ({ point, ...centre(point) }))
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ point }) => point);

/** Turns the title into the label, because the browser would also show it as a tooltip. */
function textOf(point: Element): string {
  const title = point.querySelector("title");
  if (title) {
    point.setAttribute("aria-label", title.textContent ?? "");
    title.remove();
  }
  return point.getAttribute("aria-label") ?? "";
}

function fillCard(card: HTMLElement, point: Element, close: () => void): void {
  const [name = "", ...lines] = textOf(point).split("\n");
  const facts = lines.map((line) => {
    const [label = "", ...value] = line.split(": ");
    return html`<div><dt>${label}</dt><dd>${value.join(": ")}</dd></div>`;
  });
  const href = point.getAttribute("href");
  const link =
    href &&
    html`<p class="chart-card-link"><a class="button primary" href="${href}">Open ${name}</a></p>`;
  card.replaceChildren(htmlToDom(html`<p><b>${name}</b></p><dl>${facts}</dl>${link}`));
  const button = createElement("button", { type: "button", "aria-label": "Close" }, "×");
  button.addEventListener("click", close);
  card.prepend(button);
}

/** Places the card next to the dot, within the figure. On a phone, the style sheet places it at the bottom. */
function place(card: HTMLElement, point: Element, figure: HTMLElement): void {
  const frame = figure.getBoundingClientRect();
  const at = centre(point);
  const { width, height } = card.getBoundingClientRect();
  const isLeft = at.x + 14 + width > frame.right;
  const x = at.x - frame.left + (isLeft ? -14 - width : 14);
  const y = Math.max(0, at.y - frame.top - height / 2);
  card.style.setProperty("--x", `${Math.max(0, x)}px`);
  card.style.setProperty("--y", `${y}px`);
}

/** Replaces the path per lab, which the page contains, by one element per dot. */
async function drawSmallDots(figure: HTMLElement): Promise<void> {
  const [{ drawPricesAndScores }, { points }] = await Promise.all([
    import("../components/charts/frontier.ts"),
    fetchJson<{ points: PriceScorePoint[] }>(figure.dataset.points ?? ""),
  ]);
  for (const plot of figure.querySelectorAll(".plot")) {
    const { marks } = drawPricesAndScores(points, plot.classList.contains("wide"), true);
    const focused = plot.contains(document.activeElement)
      ? document.activeElement?.getAttribute("href")
      : null;
    const made = htmlToDom(html`<svg>${marks}</svg>`).firstElementChild;
    plot.replaceChildren(...(made?.childNodes ?? []));
    if (focused) plot.querySelector<SVGElement>(`[href="${focused}"]`)?.focus();
  }
}
