/** A chart: its claim, what is drawn, the drawing in two widths, its source and day, and its rows and pictures to take away. */
import type { Service } from "../../../../build/schema/service.ts";
import { toEnvelope } from "../../../http/envelope.ts";
import { escapeHtml, type Html, type HtmlContent, html, trustedHtml } from "../html.ts";
import { renderDate } from "../parts.ts";
import { type Drawing, WIDE } from "./marks.ts";

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
  const { id, title, subtitle, asOf, table, note, points, draw } = chart;
  const wide = draw(true);
  const titled = heading && trustedHtml(`<${heading}>${escapeHtml(title)}</${heading}>\n`);
  const links = [
    html`<a href="${table}">Table</a>`,
    id !== null && html` <a href="${chartRowsPath(id)}" download>CSV</a>`,
    id !== null && html` <a href="${chartPicturePath(id)}" download>SVG</a>`,
    id !== null &&
      html` <button type="button" class="needs-script" data-png="${chartPicturePath(id)}">PNG</button>`,
  ];
  const folds = [
    id !== null && renderFold("Embed", toSnippet(chart, id, wide, service)),
    renderFold("Cite", toCitation(chart, service)),
  ];
  return html`<figure class="chart"${points && html` data-points="${points}"`}>
${titled}<p class="note">${subtitle}</p>
${renderDrawing(title, "wide", wide)}${renderDrawing(title, "narrow", draw(false))}<figcaption><span>${service.name}${asOf !== null && html`, ${renderDate(asOf)}`}. ${note}</span> <span class="chart-links">${links}</span>${folds}</figcaption>
</figure>
`;
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

const renderFold = (name: string, text: string): Html =>
  html` <details name="chart-fold"><summary>${name}</summary><p class="id"><code class="wrap" data-copy>${text}</code></p></details>`;

/** The picture with a link to its page, for pages of others. */
function toSnippet(chart: Chart, id: string, wide: Drawing, { base_url }: Service): string {
  const { width, height } = layOutPicture(chart, wide);
  const image = base_url + chartPicturePath(id);
  return `<a href="${base_url}${chart.page}"><img src="${image}" width="${width}" height="${height}" alt="${escapeHtml(chart.title)}"></a>`;
}

const toCitation = ({ title, asOf, page }: Chart, service: Service): string =>
  toEnvelope(service, { url: service.base_url + page, asOf, title }).cite;

/** The margins of a picture, in pixels. */
export const MARGIN = 24;
/** Pixels of a line of each kind, and letters that fit on a line. */
export const TITLE = { line: 28, size: 21, letters: 82 };
export const SUBTITLE = { line: 18, size: 13, letters: 146 };

/** Where the parts of its picture are. */
export function layOutPicture({ title, subtitle }: Chart, wide: Drawing) {
  const titleLines = breakLines(title, TITLE.letters);
  const subtitleLines = breakLines(subtitle, SUBTITLE.letters);
  const subtitleTop = MARGIN + titleLines.length * TITLE.line;
  const top = subtitleTop + subtitleLines.length * SUBTITLE.line + 14;
  const height = top + wide.height + 44;
  return { titleLines, subtitleLines, subtitleTop, top, width: WIDE + 2 * MARGIN, height };
}

function breakLines(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
