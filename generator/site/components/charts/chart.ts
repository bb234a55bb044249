/** A chart: its claim, what is drawn, the drawing in two widths, its source and day, and its rows and pictures to take away. */
import type { Service } from "../../../../build/schema/service.ts";
import { toCitation } from "../../../http/citation.ts";
import { escapeHtml, type Html, type HtmlContent, html, trustedHtml } from "../html.ts";
import { renderDate } from "../parts.ts";
import type { Drawing } from "./marks.ts";
import { sizeOfPicture, toSnippet } from "./picture.ts";

type Cell = string | number | boolean | null;

export interface Chart {
  /** Place of its picture and rows below `/chart/`; null where a query decides what is drawn. */
  id: string | null;
  /** A sentence that is true of all that is drawn, or what is drawn. */
  title: string;
  /** What is drawn, in which unit. */
  subtitle: string;
  /** Newest day of what is drawn. */
  asOf: string | null;
  /** Path of the page where it stands. */
  page: string;
  /** Address of a table with the rows. */
  table: string;
  /** Beside source and day. */
  note?: HtmlContent;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  draw(isWide: boolean): Drawing;
  /** Where the script finds the points that the page leaves out. */
  points?: string;
}

const CHARTS_PATH = "/chart/";
export const chartPicturePath = (id: string): string => `${CHARTS_PATH}${id}.svg`;
export const chartRowsPath = (id: string): string => `${CHARTS_PATH}${id}.csv`;

/** @param heading Element of the title; absent where the section around it has the title. */
export function renderChart(chart: Chart, service: Service, heading?: "h2" | "h3" | "h4"): Html {
  const { title, subtitle, points, draw } = chart;
  const titled = heading && trustedHtml(`<${heading}>${escapeHtml(title)}</${heading}>\n`);
  return html`<figure class="chart"${points && html` data-points="${points}"`}>
${titled}<p class="note">${subtitle}</p>
${renderDrawing(title, "wide", draw(true))}${renderDrawing(title, "narrow", draw(false))}${renderChartFooter(chart, service)}
</figure>
`;
}

/** Source and day, and what to take away: the rows, the picture, the line to embed or to cite. */
export function renderChartFooter(chart: Chart, service: Service): Html {
  const { id, title, asOf, table, note, page, draw } = chart;
  const { name, base_url } = service;
  const address = base_url + page;
  const files =
    id === null
      ? ["CSV", "SVG", "PNG"].map(
          (kind) => html` <button type="button" class="needs-script" data-made>${kind}</button>`,
        )
      : html` <a href="${chartRowsPath(id)}" download>CSV</a> <a href="${chartPicturePath(id)}" download>SVG</a> <button type="button" class="needs-script" data-png="${chartPicturePath(id)}">PNG</button>`;
  const links = html`<a href="${table}">Table</a>${files}`;
  const snippet =
    id !== null &&
    toSnippet(address, base_url + chartPicturePath(id), title, sizeOfPicture(chart, draw(true)));
  const folds = [
    renderFold("Embed", snippet),
    renderFold("Cite", toCitation({ source: name, url: address, asOf, title })),
  ];
  return html`<figcaption><span>${name}${asOf !== null && html`, ${renderDate(asOf)}`}. ${note}</span> <span class="chart-links">${links}</span>${folds}</figcaption>`;
}

function renderDrawing(
  title: string,
  size: "wide" | "narrow",
  { width, height, marks }: Drawing,
): Html {
  return html`<svg class="plot ${size}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Chart: ${title}">
${marks}
</svg>
`;
}

/** @param text False: a script makes it. */
const renderFold = (name: string, text: string | false): Html =>
  html` <details name="chart-fold"${text === false && html` class="needs-script" data-made`}><summary>${name}</summary><p class="id"><code class="wrap" data-copy>${text}</code></p></details>`;
