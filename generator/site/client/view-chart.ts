/** Files of the chart of a filtered view, which are made here: only the address says what is drawn. Loaded when asked for. */
import { toCitation } from "../../http/citation.ts";
import { STYLE_SHEET_PATH } from "../components/addresses.ts";
import { drawFrontier, type FrontierChart } from "../components/charts/frontier.ts";
import { readLightPalette } from "../components/charts/marks.ts";
import {
  drawPicture,
  type Picture,
  sizeOfPicture,
  toSnippet,
} from "../components/charts/picture.ts";
import { toCsv } from "../pages/models/view.ts";
import { saveFile, savePng } from "./dom.ts";

export interface ViewChart extends Omit<Picture, "drawing"> {
  chart: FrontierChart;
}

const WIDE = { width: 880, height: 430, names: 18, hasDots: true };

const toDrawing = ({ chart }: ViewChart) => ({
  ...WIDE,
  marks: drawFrontier({ ...chart, ...WIDE }),
});

async function draw(view: ViewChart): Promise<string> {
  const styles = await (await fetch(STYLE_SHEET_PATH)).text();
  const picture = { ...view, drawing: toDrawing(view) };
  return drawPicture(picture, readLightPalette(styles)).toString();
}

/** @param kind What its link or button says. */
export async function saveViewChart(view: ViewChart, kind: string): Promise<void> {
  if (kind === "CSV") {
    const head = ["model", "name", "lab", "score", "low", "high", "usd", "open_weights"];
    const rows = view.chart.points.map(({ slug, name, lab, score, low, high, price, isOpen }) => [
      ...[slug, name, lab, score, low, high],
      ...[price, isOpen],
    ]);
    return saveFile(toCsv([head, ...rows]), "text/csv;charset=utf-8", "models-chart.csv");
  }
  const picture = await draw(view);
  if (kind === "SVG") return saveFile(picture, "image/svg+xml", "models-chart.svg");
  const src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  await savePng(src, "models-chart.png");
  URL.revokeObjectURL(src);
}

const toDataUrl = (picture: string): string =>
  `data:image/svg+xml,${encodeURIComponent(picture).replace(/'/g, "%27")}`;

/** @param kind Of the fold: a line to embed, with the picture in it, or one to cite. */
export async function describeViewChart(view: ViewChart, kind: string): Promise<string> {
  const { address: url, title, asOf, source } = view;
  if (kind === "Cite") return toCitation({ source, url, asOf, title });
  return toSnippet(url, toDataUrl(await draw(view)), title, sizeOfPicture(view, toDrawing(view)));
}
