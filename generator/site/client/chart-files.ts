/** Downloads of a chart: its rows, its picture, and the text to embed or cite it. */
import type { ExportedChart } from "./chart-export.ts";

/** Loaded only when the browser has to make a PNG, or the files and texts of a chart for which the page has none. */
export const loadChartExport = () => import("./chart-export.ts");
type ChartExport = Awaited<ReturnType<typeof loadChartExport>>;

/**
 * @param read Returns what files are made from when the page has none, because a query decides what is drawn; undefined
 * until that is known.
 * @param isChanged Whether the chart differs from the one that the page has files of.
 */
export function listenToChartDownloads(
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
    const by = await loadChartExport();
    const chart = isMade() && (await read(by));
    if (chart) await by.saveChart(chart, link.textContent ?? "");
    // If the browser cannot make the PNG, the picture itself opens.
    else if (png) await by.saveChartPng(png).catch(() => location.assign(png));
  });
  for (const fold of figure.querySelectorAll("details")) {
    const code = fold.querySelector("code");
    const first = code?.textContent ?? "";
    fold.addEventListener("toggle", async () => {
      if (!code || !fold.open) return;
      const by = isMade() && (await loadChartExport());
      const chart = by && (await read(by));
      code.textContent = chart
        ? await by.toChartCitationOrEmbed(chart, fold.textContent ?? "")
        : first;
    });
  }
}
