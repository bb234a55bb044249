/** A provider as a page: who it is, what it makes, what it sells. */
import type { Pricing } from "../../../generator/endpoints/models/prices.ts";
import type { ProviderEntry } from "../../../generator/endpoints/providers/provider.ts";
import type { Enveloped } from "../call-endpoint.ts";
import { type ToolPage, toRows } from "../tool.ts";
import { joined, prices } from "../value-text.ts";

interface ProviderDetail extends ProviderEntry {
  models_made: { slug: string; name: string; release_date: string | null; pricing: Pricing }[];
  models_sold: {
    model: string;
    name: string;
    model_id: string;
    input: number | null;
    output: number | null;
  }[];
}

export function providerPage(answer: Enveloped<ProviderDetail>): ToolPage {
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
        heading: "Models it makes, the newest first",
        rows: toRows(models_made, (model) => ({
          text: `${model.name} (${model.slug}), released ${model.release_date ?? "on an unknown day"}, ${prices(model.pricing)} per 1M tokens`,
          value: model.slug,
        })),
        total: models_made.length,
        more: `all of them are at ${url}`,
      },
      {
        field: "models_sold",
        heading: "Models it sells, USD per 1M tokens",
        rows: toRows(models_sold, (offer) => ({
          text: `${offer.name} (${offer.model}): ${prices(offer)}, id ${offer.model_id}`,
          value: offer.model,
        })),
        total: models_sold.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}
