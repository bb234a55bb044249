/** What one takes away from a chart: its rows, its picture, and the lines to embed or to cite it. */
import { formatCitation } from "../components/html.ts";
import type { ExportedChart } from "./chart-export.ts";
import { saveChartPng } from "./dom.ts";

/** Loaded when somebody wants a file. */
const load = () => import("./chart-export.ts");
type ChartExport = Awaited<ReturnType<typeof load>>;

/**
 * @param isMade Whether the files are made here, since a query decides what the chart shows; else the page has them.
 * @param read What they are made of; undefined while it is not known.
 * @returns Writes the lines anew that are open.
 */
export function offerChartFiles(
  figure: HTMLElement,
  isMade: () => boolean,
  read: (by: ChartExport) => ExportedChart | undefined | Promise<ExportedChart | undefined>,
): () => void {
  figure.addEventListener("click", async (event) => {
    const { target } = event;
    const link =
      target instanceof Element &&
      target.closest<HTMLElement>("[download], [data-png], button[data-made]");
    if (!link) return;
    const { png } = link.dataset;
    if (isMade()) {
      event.preventDefault();
      const by = await load();
      const chart = await read(by);
      if (chart) await by.saveChart(chart, link.textContent ?? "");
    } else if (png) {
      // Where the browser makes no PNG of it, the picture itself opens.
      const name = png.replace("/chart/", "").replaceAll("/", "-").replace(".svg", ".png");
      await saveChartPng(png, name).catch(() => location.assign(png));
    }
  });
  const folds = Array.from(figure.querySelectorAll("details"), (fold) => {
    const code = fold.querySelector("code");
    const first = code?.textContent ?? "";
    const fill = async (): Promise<void> => {
      if (!code || !fold.open) return;
      const by = isMade() && (await load());
      const chart = by && (await read(by));
      if (!by || !chart) code.textContent = first;
      else if (fold.querySelector("summary")?.textContent === "Cite")
        code.textContent = formatCitation({ ...chart.picture, url: chart.picture.address });
      else code.textContent = await by.toSelfContainedEmbedHtml(chart);
    };
    fold.addEventListener("toggle", () => void fill());
    return fill;
  });
  return () => {
    for (const fill of folds) void fill();
  };
}
