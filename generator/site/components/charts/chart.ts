/** A chart: its title, subtitle, drawing in two widths, source and date, and downloads of its rows and picture. */
import { memoizePerObject } from "../../../../build/schema/collections.ts";
import type { Service } from "../../../../build/schema/service.ts";
import {
  escapeHtml,
  formatCitation,
  formatLongDate,
  type Html,
  type HtmlContent,
  html,
  renderTextToCopy,
  renderUnbrokenTitle,
  trustedHtml,
} from "../html.ts";
import { renderDate } from "../parts.ts";
import {
  type ChartDrawing,
  type ColourPalette,
  toStandaloneSvg,
  WIDE_CHART_WIDTH_PX,
} from "./marks.ts";

type Cell = string | number | boolean | null;

export interface Chart {
  /** Name of its picture and rows below `/chart/`; null when a query decides what is drawn. */
  id: string | null;
  /** A sentence that is true for everything drawn, or a description of it. */
  title: string;
  /** What is drawn, and its unit. */
  subtitle: string;
  /** Date of the newest fact in the chart. */
  asOf: string | null;
  /** Path of the page with the chart. */
  page: string;
  /** URL of a table with the rows. */
  table: string;
  /** Text next to the source and date. */
  note?: HtmlContent;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  draw(isWide: boolean): ChartDrawing;
  /** URL of the points that the page leaves out, which the script loads. */
  points?: string;
}

const CHARTS_PATH = "/chart/";
export const chartPicturePath = (id: string): string => `${CHARTS_PATH}${id}.svg`;
export const chartCsvPath = (id: string): string => `${CHARTS_PATH}${id}.csv`;

/** Drawn once and used for both the page and the picture. */
export const drawWideChart = memoizePerObject((chart: Chart) => chart.draw(true));

/** @param heading Element of the title; absent where the section around it has the title. */
export function renderChart(chart: Chart, service: Service, heading?: "h2" | "h3"): Html {
  const { title, subtitle, points, draw } = chart;
  const wide = drawWideChart(chart);
  const titled = heading && trustedHtml(`<${heading}>${renderUnbrokenTitle(title)}</${heading}>\n`);
  return html`<figure class="chart"${points && html` data-points="${points}"`}>
${titled}<p class="note">${subtitle}</p>
<div class="drawings">
${renderDrawing(title, "wide", wide)}${renderDrawing(title, "narrow", draw(false))}</div>
${renderChartFooter(chart, service, wide)}
</figure>
`;
}

/** The source and date, and the downloads: rows, picture, embed code and citation. */
export function renderChartFooter(chart: Chart, service: Service, drawing: ChartDrawing): Html {
  const { id, title, asOf, table, note, page } = chart;
  const { name, base_url } = service;
  const address = base_url + page;
  const files =
    id === null
      ? ["CSV", "SVG", "PNG"].map(
          (kind) => html` <button type="button" class="needs-script" data-made>${kind}</button>`,
        )
      : html` <a href="${chartCsvPath(id)}" download>CSV</a> <a href="${chartPicturePath(id)}" download>SVG</a> <button type="button" class="needs-script" data-png="${chartPicturePath(id)}">PNG</button>`;
  const links = html`<a href="${table}">Table</a>${files}`;
  const snippet =
    id !== null &&
    toLinkedImageHtml({ ...chart, address, drawing }, base_url + chartPicturePath(id));
  const folds = [
    renderFold("Embed", snippet),
    renderFold("Cite", formatCitation({ source: name, url: address, asOf, title })),
  ];
  return html`<figcaption><span>Source: ${name}${asOf !== null && html`, data of ${renderDate(asOf)}`}. ${note}</span> <span class="chart-links">${links}</span>${folds}</figcaption>`;
}

function renderDrawing(
  title: string,
  size: "wide" | "narrow",
  { width, height, marks }: ChartDrawing,
): Html {
  return html`<svg class="plot ${size}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Chart: ${title}">
${marks}
</svg>
`;
}

/** @param text False when a script makes the text. */
const renderFold = (name: string, text: string | false): Html =>
  html` <details name="chart-fold"${text === false && html` class="needs-script" data-made`}><summary>${name}</summary><p class="id">${renderTextToCopy(text, html`class="wrap"`)}</p></details>`;

export interface ChartPicture extends Pick<Chart, "title" | "subtitle" | "asOf"> {
  /** URL of the page with the chart. */
  address: string;
  source: string;
  license: string;
  drawing: ChartDrawing;
}

/** The margins of a picture, in pixels. */
const MARGIN = 24;
/** Line height and font size in pixels, and maximum letters per line. */
const TITLE = { line: 28, size: 21, letters: 71 };
const SUBTITLE = { line: 18, size: 13, letters: 126 };

function layOut(picture: Pick<ChartPicture, "title" | "subtitle" | "drawing">) {
  const { title, subtitle, drawing } = picture;
  const titleLines = breakLines(title, TITLE.letters);
  const subtitleLines = breakLines(subtitle, SUBTITLE.letters);
  const subtitleTop = MARGIN + titleLines.length * TITLE.line;
  const top = subtitleTop + subtitleLines.length * SUBTITLE.line + 14;
  const size = { width: WIDE_CHART_WIDTH_PX + 2 * MARGIN, height: top + drawing.height + 44 };
  return { titleLines, subtitleLines, subtitleTop, top, ...size };
}

export function renderChartPictureSvg(picture: ChartPicture, palette: ColourPalette): Html {
  const { drawing, asOf, address, source, license, title } = picture;
  const { titleLines, subtitleLines, subtitleTop, top, width, height } = layOut(picture);
  const ink = palette.get("--ink");
  const quiet = palette.get("--ink2");
  const day = asOf === null ? "" : `, ${formatLongDate(asOf)}`;
  const marks = toStandaloneSvg(html`${drawing.marks}`.toString(), palette);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t" font-family="'Source Sans 3', Arial, Helvetica, sans-serif" font-size="12">
<title id="t">${title}</title>
<rect width="${width}" height="${height}" fill="${palette.get("--paper")}"/>
<g fill="${ink}" font-family="'Source Serif 4', Georgia, 'Times New Roman', serif" font-size="${TITLE.size}" font-weight="600">${titleLines.map((line, at) => html`<text x="${MARGIN}" y="${MARGIN + 18 + at * TITLE.line}">${line}</text>`)}</g>
<g fill="${quiet}" font-size="${SUBTITLE.size}">${subtitleLines.map((line, at) => html`<text x="${MARGIN}" y="${subtitleTop + 14 + at * SUBTITLE.line}">${line}</text>`)}</g>
<g transform="translate(${MARGIN} ${top})">
${trustedHtml(marks)}
</g>
<text x="${MARGIN}" y="${height - 16}" fill="${quiet}" font-size="12">${source}${day}. ${address}</text>
<text x="${width - MARGIN}" y="${height - 16}" fill="${quiet}" font-size="12" text-anchor="end">${license}</text>
</svg>
`;
}

/** HTML of a picture with a link to its page, for other sites. @param src URL of the picture, or a data URL. */
export function toLinkedImageHtml(
  picture: Pick<ChartPicture, "title" | "subtitle" | "address" | "drawing">,
  src: string,
): string {
  const { width, height } = layOut(picture);
  return `<a href="${escapeHtml(picture.address)}"><img src="${src}" width="${width}" height="${height}" alt="${escapeHtml(picture.title)}"></a>`;
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
