/** What one takes away from a chart: its rows, its picture, and the lines to embed or to cite it. */
import type { ExportedChart } from "./chart-export.ts";

/** Loaded when somebody wants a file. */
const load = () => import("./chart-export.ts");
type ChartExport = Awaited<ReturnType<typeof load>>;

/**
 * @param read What files are made of where the page has none, since a query decides what is drawn; undefined while it is not known.
 * @param isChanged Whether the chart is no longer the one that the page has files of.
 */
export function offerChartFiles(
  figure: HTMLElement,
  read: (by: ChartExport) => ExportedChart | undefined | Promise<ExportedChart | undefined>,
  isChanged = () => false,
): void {
  const isMade = () => isChanged() || figure.querySelector("[data-made]") !== null;
  figure.addEventListener("click", async (event) => {
    const target = event.target as Element;
    const link = target.closest<HTMLElement>("[download], [data-png], button[data-made]");
    const png = link?.dataset.png;
    if (!link || !(png || isMade())) return;
    event.preventDefault();
    const by = await load();
    const chart = isMade() && (await read(by));
    if (chart) await by.saveChart(chart, link.textContent ?? "");
    // Where the browser makes no PNG of it, the picture itself opens.
    else if (png) await by.saveChartPng(png).catch(() => location.assign(png));
  });
  for (const fold of figure.querySelectorAll("details")) {
    const code = fold.querySelector("code");
    const first = code?.textContent ?? "";
    fold.addEventListener("toggle", async () => {
      if (!code || !fold.open) return;
      const by = isMade() && (await load());
      const chart = by && (await read(by));
      code.textContent = chart ? await by.toChartLine(chart, fold.textContent ?? "") : first;
    });
  }
}
