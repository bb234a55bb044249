/** The models with the highest service score, and who sells each for the least. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { type ModelDetail, toModelDetail } from "../../../endpoints/models/model-detail.ts";
import { MODELS_PATH, modelPage, providerPage } from "../../components/addresses.ts";
import { fact, priceFact, unknown } from "../../components/fact.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { table } from "../../components/table.ts";
import { trustInWords } from "../../components/trust.ts";
import { ablestModels } from "../ablest-models.ts";

const SHOWN = 10;

export function ablest(catalog: Catalog): Html {
  const models = ablestModels(catalog, SHOWN).map((model) => toModelDetail(model, catalog));
  return section(
    "ablest",
    "The ablest on sale",
    html`${table({
      caption: "US dollars per million tokens, input and output",
      columns: [
        { title: "Model", cell: nameCell },
        { title: "Score", isFigure: true, cell: scoreCell },
        { title: "At its maker", isFigure: true, cell: listCell },
        { title: "For the least", isFigure: true, cell: cheapestCell },
        { title: "At", cell: hostCell },
      ],
      rows: models,
    })}
<p class="note">The <a href="/methods/service-score">service score</a> puts all benchmarks on one scale. <a href="${MODELS_PATH}">All models</a>, to sort and filter.</p>`,
  );
}

const nameCell = ({ slug, name, provider }: ModelDetail): Html =>
  html`<a href="${modelPage(slug)}">${name}</a> <small>${provider.name}</small>`;

const scoreCell = ({ slug, service_score }: ModelDetail): Content =>
  service_score === null
    ? unknown()
    : of(slug, fact(service_score.score, "/service_score/score", service_score.score));

const listCell = ({ slug, list_price }: ModelDetail): Content =>
  list_price === null
    ? unknown()
    : of(
        slug,
        html`${priceFact(list_price.input, "/list_price/input")} ${priceFact(list_price.output, "/list_price/output")}`,
      );

const cheapestCell = ({ slug, cheapest_provider: cheapest }: ModelDetail): Content =>
  cheapest === null
    ? unknown()
    : of(
        slug,
        html`${priceFact(cheapest.input, "/cheapest_provider/input")} ${priceFact(cheapest.output, "/cheapest_provider/output")}`,
      );

const hostCell = ({ cheapest_provider: cheapest }: ModelDetail): Content =>
  cheapest === null
    ? unknown()
    : html`<a href="${providerPage(cheapest.provider_slug)}">${cheapest.provider}</a> <small class="mark">${trustInWords(cheapest.trust)}</small>`;

const of = (slug: string, figures: Html): Html =>
  html`<span class="pair" data-of="/api/v1/models/${slug}">${figures}</span>`;
