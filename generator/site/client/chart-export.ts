/**
 * Makes the files, citation and embed code of a chart that has no published files, because a query decides what it
 * shows, and the PNG of any chart. Loaded when the first of them is needed.
 */
import { STYLE_SHEET_PATH } from "../components/addresses.ts";
import {
  type ChartPicture,
  renderChartPictureSvg,
  toLinkedImageHtml,
} from "../components/charts/chart.ts";
import {
  drawFrontier,
  type FrontierChart,
  toFrontierChartTable,
  WIDE_FRONTIER_CHART_SIZE,
} from "../components/charts/frontier.ts";
import { parseLightPalette } from "../components/charts/marks.ts";
import { formatCitation, trustedHtml } from "../components/html.ts";
import { type CsvCellValue, formatSpreadsheetSafeCsv } from "../pages/models/view.ts";
import { createElement, downloadContentAsFile } from "./dom.ts";

export interface ExportedChart {
  picture: ChartPicture;
  /** The first row has the column names. */
  rows: readonly (readonly CsvCellValue[])[];
}

/** The chart of a view of the models page, as wide as other chart pictures. */
export function toExportedFrontierChart(
  chart: FrontierChart,
  about: Omit<ChartPicture, "drawing">,
): ExportedChart {
  const { columns, rows } = toFrontierChartTable(chart.points, "usd");
  const marks = drawFrontier({ ...chart, ...WIDE_FRONTIER_CHART_SIZE, hasDots: true });
  return {
    picture: { ...about, drawing: { ...WIDE_FRONTIER_CHART_SIZE, marks } },
    rows: [columns, ...rows],
  };
}

/** A chart as drawn on the page, with the rows of the table that it links to. */
export function readExportedChartFromFigure(figure: HTMLElement): ExportedChart {
  const text = (selector: string, root: ParentNode = figure) =>
    root.querySelector(selector)?.textContent?.trim() ?? "";
  const plot = figure.querySelector<SVGSVGElement>(".plot.wide");
  const { width = 0, height = 0 } = plot?.viewBox.baseVal ?? {};
  const link = figure.querySelector<HTMLAnchorElement>(".chart-links a");
  return {
    picture: {
      // A chart without its own title uses the title of its section.
      title: text("h2, h3") || text("h2", figure.closest("section") ?? figure),
      subtitle: text(".note"),
      asOf: figure.querySelector<HTMLTimeElement>("figcaption time")?.dateTime ?? null,
      address: document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? "",
      source: text(".home", document),
      license: text("footer [rel=license]", document),
      // `&nbsp;` is the only HTML entity used here that XML does not know.
      drawing: {
        width,
        height,
        marks: trustedHtml(plot?.innerHTML.replaceAll("&nbsp;", "\u00a0") ?? ""),
      },
    },
    rows: readTableRows(`${link?.hash || "#none"} tr`),
  };
}

/** Texts of the cells, without what is shown only to mark them. @param selector Of the rows. */
function readTableRows(selector: string): string[][] {
  const toValue = (cell: Element): string => {
    const copy = cell.cloneNode(true) as Element;
    for (const mark of copy.querySelectorAll("[aria-hidden], .best .sr-only")) mark.remove();
    return copy.querySelector("time")?.dateTime ?? copy.textContent?.trim() ?? "";
  };
  return [...document.querySelectorAll<HTMLTableRowElement>(selector)].map((row) =>
    [...row.cells].map(toValue),
  );
}

/** The tables of a comparison in one file, without headings of groups and the head of the second table. */
export const saveComparison = (): void =>
  saveCsv(readTableRows("#facts thead tr, .compared tbody tr:not(.group)"), "comparison.csv");

const saveCsv = (rows: ExportedChart["rows"], name: string): void =>
  downloadContentAsFile(formatSpreadsheetSafeCsv(rows), "text/csv;charset=utf-8", name);

async function draw(picture: ChartPicture): Promise<string> {
  const styles = await (await fetch(STYLE_SHEET_PATH)).text();
  return renderChartPictureSvg(picture, parseLightPalette(styles)).toString();
}

/** @param kind `CSV`, `SVG` or `PNG`. */
export async function saveChart({ picture, rows }: ExportedChart, kind: string): Promise<void> {
  if (kind === "CSV") return saveCsv(rows, "chart.csv");
  const svg = new Blob([await draw(picture)], { type: "image/svg+xml" });
  if (kind === "SVG") return downloadContentAsFile(svg, svg.type, "chart.svg");
  const src = URL.createObjectURL(svg);
  await saveChartPng(src, "chart.png");
  URL.revokeObjectURL(src);
}

/**
 * Saves a picture as PNG at twice its size.
 * @param src Its address, from which the file name is derived by default.
 * @throws Error when the browser cannot make the PNG.
 */
export async function saveChartPng(
  src: string,
  name = src.replace("/chart/", "").replaceAll("/", "-").replace(".svg", ".png"),
): Promise<void> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const canvas = createElement("canvas");
  canvas.width = 2 * picture.naturalWidth;
  canvas.height = 2 * picture.naturalHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error(`${name} is too large`);
  downloadContentAsFile(blob, "image/png", name);
}

/** The citation of a chart, or HTML that embeds its picture. @param kind Starts with `Cite` or `Embed`. */
export async function toChartCitationOrEmbed(
  { picture }: ExportedChart,
  kind: string,
): Promise<string> {
  if (kind.startsWith("Cite")) return formatCitation({ ...picture, url: picture.address });
  const svg = encodeURIComponent(await draw(picture)).replace(/'/g, "%27");
  return toLinkedImageHtml(picture, `data:image/svg+xml,${svg}`);
}
