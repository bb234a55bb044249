/** Named bars below each other on one scale, and where all others are. */
import { scaleLinear } from "d3-scale";
import { type Html, type HtmlContent, html } from "../html.ts";
import { PLOT_COORDINATE_MAX, roundToTenth } from "./plot.ts";

interface Bar {
  value: number;
  /** Name, and what has to be known of it. */
  name: HtmlContent;
  text: HtmlContent;
}

interface Bars {
  /** Heading of the list for those who do not see it. */
  label: string;
  rows: readonly Bar[];
  /** Every value of the field, the rows' own among them. */
  field: readonly number[];
  /** Best possible value; null where there is none. */
  max: number | null;
  /** A scale without a zero, such as Elo, has no bars but points on it. */
  hasZero: boolean;
  toText(value: number): string;
}

export function renderBarChart({ label, rows, field, max, hasZero, toText }: Bars): Html {
  const low = hasZero ? Math.min(0, ...field) : Math.min(...field);
  const high = Math.max(max ?? 0, ...field);
  const scale = scaleLinear().domain([low, high]).range([0, PLOT_COORDINATE_MAX]);
  if (max === null) scale.nice(5);
  const [from = low, to = high] = scale.domain();
  const start = roundToTenth(scale(Math.max(from, 0)));
  const mark = (value: number): Html =>
    strip(
      hasZero
        ? html`<path class="bar" d="M${start} 0H${roundToTenth(scale(value))}"/>`
        : html`<path class="rail" d="M0 0H${PLOT_COORDINATE_MAX}"/><path class="point" d="M${roundToTenth(scale(value))} 0h0"/>`,
    );
  return html`<ol class="bars" aria-label="${label}">
${rows.map(({ name, text, value }) => html`<li><span>${name}</span> <b>${text}</b>${mark(value)}</li>\n`)}</ol>
<figure class="bar-field">
${strip(html`<path class="tick" d="${field.map((value) => `M${roundToTenth(scale(value))} -6v12`).join("")}"/>`)}
<figcaption><span>${toText(from)}</span> <span>each line is a model</span> <span>${toText(to)}</span></figcaption>
</figure>
`;
}

/** As wide as its place; what is drawn is also in words. */
const strip = (marks: Html): Html =>
  html`<svg class="bar-strip" width="100%" height="12" viewBox="0 -6 ${PLOT_COORDINATE_MAX} 12" preserveAspectRatio="none" aria-hidden="true">${marks}</svg>`;
