/** The chart of the models page, drawn again for each view. The browser makes its downloads and citation. */
import { renderFrontierChart } from "../components/charts/frontier.ts";
import { renderUnbrokenTitle } from "../components/html.ts";
import type { ModelTableItem } from "../pages/models/model-rows.ts";
import { toModelsChart } from "../pages/models/models-chart.ts";
import { listenToChartDownloads } from "./chart-files.ts";
import { getRequiredElement, htmlToDom } from "./dom.ts";

export interface ModelsChartInput {
  models: readonly ModelTableItem[];
  cost?: Parameters<typeof toModelsChart>[1];
  /** Absent while the chart shows the page's initial view, which has published files. */
  about?: { source: string; license: string; as_of: string | null; address: string };
}

const chart = getRequiredElement("#chart", HTMLElement);
let shown: ModelsChartInput = { models: [] };

export function updateModelsChart(view: ModelsChartInput): void {
  shown = view;
  const made = toModelsChart(view.models, view.cost);
  const title = htmlToDom(renderUnbrokenTitle(made.title));
  getRequiredElement("h2", HTMLElement, chart).replaceChildren(title);
  getRequiredElement("#unit", HTMLElement).textContent = made.unit;
  const isEmpty = made.points.every(({ score }) => score === null);
  chart.classList.toggle("is-empty", isEmpty);
  getRequiredElement("#drawing", HTMLElement).replaceChildren(htmlToDom(renderFrontierChart(made)));
  // Updates embed codes and citations that are open.
  for (const fold of chart.querySelectorAll("details")) fold.dispatchEvent(new Event("toggle"));
}

/** @param load Returns the view once everything that it draws is loaded. */
export function listenToModelsChartDownloads(load: () => Promise<ModelsChartInput>): void {
  const hasFiles = chart.querySelector("button[data-made]") === null;
  listenToChartDownloads(
    chart,
    async ({ toExportedFrontierChart }) => {
      const { models, cost, about } = hasFiles ? shown : await load();
      const { title, ...drawn } = toModelsChart(models, cost);
      const subtitle = getRequiredElement(".note", HTMLElement, chart).textContent ?? "";
      return (
        about && toExportedFrontierChart(drawn, { ...about, title, subtitle, asOf: about.as_of })
      );
    },
    () => shown.about !== undefined,
  );
}
