/** A provider as a page: who it is, what it makes, what it sells. */
import type { ProviderOffer } from "../../../generator/endpoints/models/get-model.ts";
import type { ProviderEntry } from "../../../generator/endpoints/providers/providers.ts";
import type { Context } from "../../../generator/http/endpoint.ts";
import type { Enveloped } from "../call-endpoint.ts";
import { findOffer, offerPrices, priceOf, saleWords } from "../sale.ts";
import { type ToolPage, toRows } from "../tool.ts";
import { joined } from "../value-text.ts";

interface SoldModel
  extends Pick<
    ProviderOffer,
    "model_id" | "input" | "output" | "billing" | "host_kind" | "service_tier" | "trust" | "status"
  > {
  model: string;
  name: string;
}

export interface ProviderDetail extends ProviderEntry {
  models_made: { slug: string; name: string; release_date: string | null }[];
  models_sold: SoldModel[];
}

export function providerPage(answer: Enveloped<ProviderDetail>, { catalog }: Context): ToolPage {
  const { slug, name, is_lab, is_host, models, offers, models_made, models_sold, url, as_of } =
    answer;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${slug}): ${joined([is_lab && `makes ${models} models`, is_host && `sells ${offers}`], ", ")}.`,
      joined([answer.homepage, answer.api_url !== null && `API ${answer.api_url}`]),
    ].filter((line) => line !== ""),
    value: { slug, name, is_lab, is_host },
    tables: [
      {
        field: "models_made",
        heading: "Models it makes, the newest first, USD per 1M tokens",
        rows: toRows(models_made, (model) => ({
          text: `${model.name} (${model.slug}), released ${model.release_date ?? "on an unknown day"}, ${priceOf(model.slug, catalog).text}`,
          value: model.slug,
        })),
        total: models_made.length,
        more: `all of them are at ${url}`,
      },
      {
        field: "models_sold",
        heading: "Models it sells, USD per 1M tokens",
        rows: toRows(models_sold, (offer) => ({
          text: joined(
            [
              `${offer.name} (${offer.model}): ${offerPrices(offer)}`,
              ...saleWords({
                ...offer,
                doubt: findOffer(offer.model, slug, catalog)?.doubt ?? null,
              }),
              `id ${offer.model_id}`,
            ],
            ", ",
          ),
          value: offer.model,
        })),
        total: models_sold.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}
