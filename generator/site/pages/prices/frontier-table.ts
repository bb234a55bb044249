/** The table behind the chart of ability and price. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { modelPage, providerPage } from "../../components/addresses.ts";
import { fact, priceFact } from "../../components/fact.ts";
import { usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { table } from "../../components/table.ts";
import type { Rated } from "./rated.ts";

export const frontierTable = (frontier: readonly Rated[], catalog: Catalog): Html =>
  table({
    caption: "The best for the money, the ablest first; US dollars per million tokens",
    columns: [
      {
        title: "Model",
        cell: ({ slug, name }) => html`<a href="${modelPage(slug)}">${name}</a>`,
      },
      {
        title: "Score",
        isFigure: true,
        cell: (model) =>
          of(model, fact(model.score, "/service_score/score", model.score.toFixed(1))),
      },
      { title: "Price", isFigure: true, cell: ({ price }) => usd(price) },
      {
        title: "Input",
        isFigure: true,
        cell: (model) => of(model, priceFact(model.pricing.input, "/pricing/input")),
      },
      {
        title: "Output",
        isFigure: true,
        cell: (model) => of(model, priceFact(model.pricing.output, "/pricing/output")),
      },
      { title: "At", cell: (model) => seller(model, catalog) },
    ],
    rows: frontier.toReversed(),
  });

const of = ({ slug }: Rated, content: Content): Html =>
  html`<span data-of="/api/v1/models/${slug}">${content}</span>`;

function seller({ slug, pricing }: Rated, catalog: Catalog): Content {
  const { list_host, cheapest_host } = catalog.getModel(slug);
  const host = pricing.basis === "list" ? list_host : cheapest_host;
  if (host === null) return null;
  return html`<a href="${providerPage(host)}">${catalog.provider(host)?.name ?? host}</a>${pricing.basis === "list" && html`<small class="mark">its maker</small>`}`;
}
