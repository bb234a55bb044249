/** Chart of price against overall score. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import { toFilterablePrices } from "../../../endpoints/models/model-filters.ts";
import { toModelPricing } from "../../../endpoints/models/model-parts.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import * as paths from "../../components/addresses.ts";
import type { Chart } from "../../components/charts/chart.ts";
import {
  drawPricesAndScores,
  type PriceScorePoint,
  toFrontierChartTable,
  toFrontierTitle,
} from "../../components/charts/frontier.ts";
import { html } from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import { listModelTableItems } from "../models/model-table-file.ts";
import { filterModelTableItems, parseModelsView, toPriceScorePoints } from "../models/view.ts";

/** Models with a comparison price above 0, cheapest first. */
export const listPricedModels = memoizePerCatalog((catalog) =>
  catalog.models
    .map((model) => {
      const pricing = toModelPricing(model, catalog);
      const price = toFilterablePrices(pricing, model).blended ?? 0;
      return { model, pricing, price, service: catalog.serviceScore(model.slug) };
    })
    .filter(({ price }) => price > 0)
    .sort((a, b) => a.price - b.price || compareByCodePoint(a.model.slug, b.model.slug)),
);

/** Chart of current text models by price and score, for the front page and the models page. */
export const toPriceScoreChart = memoizePerCatalog(
  (catalog): Chart & { drawn: PriceScorePoint[] } => {
    const view = parseModelsView(new URLSearchParams());
    const drawn = toPriceScorePoints(filterModelTableItems(listModelTableItems(catalog), view));
    const scored = drawn.filter(({ score }) => score !== null).length;
    return {
      drawn,
      id: "score/price",
      title: toFrontierTitle(drawn),
      subtitle: `Price per 1M tokens (3 parts input, 1 part output) and overall score: ${ui.OVERALL_SCORE_EXPLANATION}. Each dot is a model in the colour of its lab: ●\u00a0closed, ○\u00a0open weights. The line shows the highest score for the price. Pale bars are 90 % intervals (dashed if the score is provisional). If the bars of two models overlap, either model may be the better one.`,
      asOf: catalog.asOf,
      page: "/",
      table: paths.MODELS_PAGE_PATH,
      note: html`The chart shows current text models with a price: ${scored} with a score, ${drawn.length - scored} without. <a href="${paths.OVERALL_SCORE_PAGE_PATH}">How the score works</a>`,
      ...toFrontierChartTable(drawn, "blended_usd_per_m"),
      draw: (isWide) => drawPricesAndScores(drawn, isWide),
      points: paths.SCORE_CHART_TABLE_DATA_PATH,
    };
  },
);

/** Data from which the `charts` script draws small dots. */
export const makePriceScoreChartDataFile = (catalog: Catalog) => ({
  path: paths.SCORE_CHART_TABLE_DATA_PATH,
  title: "AI models by price and score",
  asOf: catalog.asOf,
  body: { points: toPriceScoreChart(catalog).drawn },
});
