/** The chart and the API calls beside the models table, shared by the page and its script. */
import { type FrontierChart, toFrontierTitle } from "../../components/charts/frontier.ts";
import { NARROW_CHART_WIDTH_PX } from "../../components/charts/marks.ts";
import type { ModelTableItem } from "./model-rows.ts";
import { type ModelsView, toModelsViewApiPath, toPriceScorePoints } from "./view.ts";
import { describeMonthlyWorkload, toCostApiPath, type Workload } from "./workload.ts";
import type { CostByModel } from "./workload-costs.ts";

export interface ModelsChart extends FrontierChart {
  title: string;
  /** Label of the horizontal axis. */
  unit: string;
}

/** Above this number, dots do not get an element each. */
const MAX_DOTS = 300;
/** Number of models in the API call for costs. */
const MAX_PRICED = 6;

/** @param cost Costs of a month of the workload, or of a usage log; if absent, the chart shows the blended price. */
export function toModelsChart(
  models: readonly ModelTableItem[],
  cost?: { costs: CostByModel; workload: Workload | undefined },
): ModelsChart {
  const points = toPriceScorePoints(models, cost?.costs);
  const of = cost?.workload ? "a month" : "for this log";
  const priced = cost
    ? {
        unit: `USD ${cost.workload ? describeMonthlyWorkload(cost.workload) : of} at the cheapest host`,
        priceName: cost.workload ? "A month" : "For the log",
        xTitle: `USD ${of} (log scale)`,
      }
    : {
        unit: "USD per 1M tokens, blended (3:1)",
        xTitle: "USD per 1M tokens, blended (log scale)",
      };
  return {
    points,
    width: NARROW_CHART_WIDTH_PX,
    height: 350,
    names: 9,
    ...priced,
    title: toFrontierTitle(points, cost && of),
    hasDots: points.length <= MAX_DOTS,
  };
}

/** API calls for the same models, and for the cost of the workload with the first of them. */
export function formatApiCalls(view: ModelsView, models: readonly ModelTableItem[]): string {
  const first = models.slice(0, MAX_PRICED).map(({ row }) => row.slug);
  const listed = `GET ${toModelsViewApiPath(view)}`;
  return view.workload && first.length > 0
    ? `${listed}\n\nGET ${toCostApiPath(view.workload, first)}`
    : listed;
}
