/** The chart of the page of models: drawn anew for each view, with files and lines to embed or cite that are made here. */
import { renderFrontierChart } from "../components/charts/frontier.ts";
import { formatCitation } from "../components/html.ts";
import type { ModelTableItem } from "../pages/models/model-rows.ts";
import { toModelsChart } from "../pages/models/models-chart.ts";
import { getRequiredElement, htmlToDom } from "./dom.ts";

export interface DrawnModelsView {
  models: readonly ModelTableItem[];
  cost?: Parameters<typeof toModelsChart>[1];
  /** Absent while it is what the page shows at first, which has files. */
  about?: { source: string; license: string; as_of: string | null; address: string };
}

const chart = getRequiredElement("#chart", HTMLElement);
let shown: DrawnModelsView = { models: [] };

export function updateModelsChart(view: DrawnModelsView): void {
  shown = view;
  const made = toModelsChart(view.models, view.cost);
  getRequiredElement("h2", HTMLElement, chart).textContent = made.title;
  getRequiredElement("#unit", HTMLElement).textContent = made.unit;
  getRequiredElement("#drawing", HTMLElement).replaceChildren(htmlToDom(renderFrontierChart(made)));
  for (const fold of chart.querySelectorAll("details[open]")) void fillFold(fold);
}

/** What the files of the view are made of. */
function toExport({ models, cost, about }: DrawnModelsView) {
  if (!about) return undefined;
  const { title, ...drawn } = toModelsChart(models, cost);
  const subtitle = getRequiredElement(".note", HTMLElement, chart).textContent ?? "";
  return { drawn, about: { ...about, title, subtitle, asOf: about.as_of } };
}

async function makeExport(view: DrawnModelsView) {
  const [made, module] = [toExport(view), await import("./chart-export.ts")];
  return made && { ...module, exported: module.toExportedFrontierChart(made.drawn, made.about) };
}

/** The line to embed or to cite. */
async function fillFold(fold: Element): Promise<void> {
  const [kind, code] = [fold.querySelector("summary"), fold.querySelector("code")];
  if (!kind || !code) return;
  code.dataset.first ??= code.textContent ?? "";
  const about = toExport(shown)?.about;
  if (about && kind.textContent === "Cite")
    code.textContent = formatCitation({ ...about, url: about.address });
  else {
    const made = about && (await makeExport(shown));
    code.textContent = made
      ? await made.toSelfContainedEmbedHtml(made.exported)
      : code.dataset.first;
  }
}

/** @param load The view with all that is drawn, once it is there. */
export function listenToModelsChartDownloads(load: () => Promise<DrawnModelsView>): void {
  chart.addEventListener(
    "click",
    (event) => {
      const link =
        event.target instanceof Element &&
        event.target.closest("[download], [data-png], [data-made]");
      const isMade = link instanceof HTMLElement && link.dataset.made !== undefined;
      if (!link || link instanceof HTMLDetailsElement || (!isMade && !shown.about)) return;
      event.preventDefault();
      event.stopPropagation();
      void (isMade ? load() : Promise.resolve(shown))
        .then(makeExport)
        .then((made) => made?.saveChart(made.exported, link.textContent ?? ""));
    },
    { capture: true },
  );
  for (const fold of chart.querySelectorAll("details"))
    fold.addEventListener("toggle", () => void fillFold(fold));
}
