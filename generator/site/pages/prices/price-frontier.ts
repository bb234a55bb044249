/** Price against service score, and the models with the best score for their price. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, ServiceScoreRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import { toBlendedPrice } from "../../../../build/schema/fields.ts";
import { type ComparisonPrice, toComparisonPrice } from "../../../endpoints/models/model-parts.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import {
  renderFrontierCharts,
  toFrontier,
  toFrontierClaim,
} from "../../components/charts/frontier.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../../components/html.ts";
import { HOST_KIND_LABELS } from "../../components/offers.ts";
import {
  formatOneDecimal,
  modelLink,
  providerLinkOfSlug,
  renderApiValue,
  renderDate,
  renderSection,
  renderSmallRemark,
} from "../../components/parts.ts";
import {
  inputOutputPriceColumns,
  numberColumn,
  renderTable,
  textColumn,
} from "../../components/table.ts";

export interface PricedModel {
  model: ModelRow;
  pricing: ComparisonPrice;
  /** Blended, above 0. */
  price: number;
  service: ServiceScoreRow | undefined;
}

export const listPricedModels = memoizePerCatalog((catalog): readonly PricedModel[] =>
  catalog.models
    .map((model) => {
      const pricing = toComparisonPrice(model, catalog);
      const price = toBlendedPrice(pricing.input, pricing.output) ?? 0;
      return { model, pricing, price, service: catalog.serviceScore(model.slug) };
    })
    .filter(({ price }) => price > 0)
    .sort((a, b) => a.price - b.price || compareByCodePoint(a.model.slug, b.model.slug)),
);

export type PricedAndScoredModel = PricedModel & { service: ServiceScoreRow };

/** Those with a service score, the cheapest first. */
export const listPricedAndScoredModels = memoizePerCatalog(
  (catalog): readonly PricedAndScoredModel[] =>
    listPricedModels(catalog).filter(
      (model): model is PricedAndScoredModel => model.service !== undefined,
    ),
);

export function renderPriceFrontierSection(catalog: Catalog): HtmlContent {
  const points = listPricedAndScoredModels(catalog).map((priced) => {
    const { model, service } = priced;
    return {
      ...priced,
      ...{ slug: model.slug, name: model.name, lab: model.lab, hosts: model.offers },
      ...{ score: service.score, low: service.low, high: service.high },
      isOpen: model.is_open_source === true,
      isProvisional: service.provisional,
    };
  });
  const frontier = toFrontier(points);
  if (frontier.length < 2) return false;
  return renderSection(
    "value",
    "Score for the price",
    html`<figure class="chart">
<h3>${toFrontierClaim(points)}</h3>
<p class="note">Price per 1M tokens, blended (3:1), and <a href="/methods/service-score">service score</a>. Each dot is a model on sale: <span class="key">closed</span> <span class="key ring">open weights</span>. For each model on the line, no cheaper model has a higher score.</p>
${renderFrontierCharts(points)}
<figcaption>${catalog.service.name}, ${renderDate(catalog.asOf)}. ${points.length} models.</figcaption>
</figure>
${frontierTable(frontier, catalog)}`,
  );
}

const frontierTable = (frontier: readonly PricedAndScoredModel[], catalog: Catalog): Html =>
  renderTable<PricedAndScoredModel>({
    caption: "Best score for the price, highest score first; USD per 1M tokens",
    columns: [
      textColumn("Model", ({ model: { slug, name } }) => modelLink(slug, name)),
      numberColumn("Score", ({ service }) =>
        renderApiValue(service.score, "/service_score/score", formatOneDecimal),
      ),
      numberColumn("Blended (3:1)", ({ price }) => formatUsdOrFree(price)),
      ...inputOutputPriceColumns<PricedAndScoredModel>(({ pricing }) => [pricing, "/pricing"]),
      textColumn("Host", ({ model: { list_host, cheapest_host }, pricing }) => {
        const isList = pricing.basis === "list";
        const host = isList ? list_host : cheapest_host;
        return (
          host &&
          html`${providerLinkOfSlug(host, catalog)}${isList && renderSmallRemark(HOST_KIND_LABELS.lab)}`
        );
      }),
    ],
    rows: frontier.toReversed(),
    of: ({ model }) => `/api/v1/models/${model.slug}`,
  });
