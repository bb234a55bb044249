import { z } from "zod";
import { getCheapest, type PassedOffer } from "../../generator/endpoints/models/get-model.ts";
import type { CheapestProvider, ListPrice } from "../../generator/endpoints/models/model-parts.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { noListPrice } from "./get-model.ts";
import { findOffer, offerPrices, prices, saleFields, saleWordsAt, soldAt } from "./offer-text.ts";
import {
  callEndpoint,
  defineTool,
  findModelSlug,
  MODEL_NAME,
  PROVENANCE,
  type Row,
  toPage,
  toRow,
  toTable,
} from "./tool.ts";

type Catalog = Context["catalog"];

interface Cheapest {
  slug: string;
  name: string;
  cheapest_provider: CheapestProvider | null;
  list_price: ListPrice | null;
  sold_by_lab: boolean | null;
  others: PassedOffer[];
}

export const cheapestProvider = defineTool({
  name: "cheapest_provider",
  title: "Cheapest provider of a model",
  description:
    "The cheapest host of an AI model (lowest confirmed per-token price, blended 3:1), what it saves against the lab's list price, and why other hosts were passed over: resellers, subscriptions, unconfirmed prices. Also who sells it free of charge, by subscription or above the list price. Use it for any question about where to buy a model.",
  input: z.strictObject({ model: MODEL_NAME }),
  output: z.looseObject({
    slug: z.string(),
    cheapest_provider: z.looseObject({}).nullable(),
    list_price: z.looseObject({}).nullable(),
    free_at: z.array(z.string()),
    subscriptions: z.array(z.string()),
    above_list: z.array(z.string()),
    providers: z.array(z.looseObject({})),
    ...PROVENANCE,
  }),
  call({ model }, context) {
    const slug = findModelSlug(model, context);
    const answer = callEndpoint<Cheapest>(getCheapest, { params: { slug } }, context);
    const { catalog } = context;
    return toPage(
      `Cheapest provider of ${answer.name}`,
      answer,
      [...priceRows(answer, catalog), ...hostGroups(answer, catalog)],
      [
        toTable(
          "providers",
          "Other hosts, the cheapest first, each with the reason it was passed over",
          answer.others,
          (offer) => otherRow(offer, slug, catalog),
          `all of them are at ${answer.url}`,
        ),
      ],
    );
  },
});

function priceRows(answer: Cheapest, catalog: Catalog) {
  const { name, slug, cheapest_provider: cheapest, list_price: list, sold_by_lab } = answer;
  const sale = cheapest && soldAt(slug, cheapest, catalog);
  const listSale = list && soldAt(slug, list, catalog);
  const listText = list
    ? `List price at ${list.provider_slug}: ${prices(list)} per 1M tokens (${listSale?.words}).`
    : noListPrice(sold_by_lab);
  return [
    toRow([
      ["slug", slug],
      ["name", name],
      [
        "cheapest_provider",
        cheapest && { ...cheapest, ...sale?.fields },
        cheapestText(answer, sale?.words),
      ],
    ]),
    toRow([["list_price", list && { ...list, ...listSale?.fields }, listText]]),
  ];
}

function cheapestText(answer: Cheapest, saleWords = ""): string {
  const { name, slug, cheapest_provider: cheapest, others } = answer;
  if (!cheapest && others.length === 0) return `No host is known to sell ${name} (${slug}).`;
  if (!cheapest) return `No confirmed per-token price of ${name} (${slug}) is known.`;
  const { provider, model_id, blended, saving_vs_list: saving } = cheapest;
  const saved = saving !== null && saving > 0 ? `, ${saving} % below the list price` : "";
  return `Cheapest host of ${name} (${slug}): ${provider} at ${prices(cheapest)} per 1M tokens, blended (3:1) $${blended}${saved}; its id there is ${model_id} (${saleWords}).`;
}

/** Hosts that people look for together; all of them, however many rows the table has. */
function hostGroups({ slug, others }: Cheapest, catalog: Catalog) {
  const { list_host } = catalog.getModel(slug);
  const list = list_host && findOffer(slug, list_host, catalog)?.blended;
  const group = (field: string, words: string, isIn: (offer: PassedOffer) => boolean) => {
    const hosts = others.filter(isIn);
    const names = hosts.map(({ provider, trust }) =>
      trust === "verified" ? provider : `${provider} (${trust})`,
    );
    const slugs = hosts.map(({ provider_slug }) => provider_slug);
    return toRow([[field, slugs, names.length > 0 && `${words} ${names.join(", ")}.`]]);
  };
  return [
    group("free_at", "Free of charge at", ({ billing }) => billing === "free"),
    group(
      "subscriptions",
      "By subscription, not per token, at",
      ({ billing }) => billing === "plan",
    ),
    group(
      "above_list",
      "Above the list price (blended 3:1) at",
      ({ billing, blended }) =>
        billing === "tokens" && blended !== null && Boolean(list) && blended > Number(list),
    ),
  ];
}

/** The reason itself says what is doubted, and that the offer is a subscription or free. */
function otherRow(offer: PassedOffer, slug: string, catalog: Catalog): Row {
  const { provider, provider_slug, reason, model_id, input, output, as_of } = offer;
  const words = saleWordsAt(offer, slug, provider_slug, catalog);
  return toRow([
    ["provider", provider_slug, `${provider}: ${offerPrices(offer)}`],
    ["model_id", model_id, `id ${model_id}`],
    ...words.filter((word) => !reason.includes(word)),
    ...Object.entries({ input, output, ...saleFields(offer) }),
    ["reason", reason, !words.some((word) => word.includes(reason)) && reason],
    ["as_of", as_of, as_of],
  ]);
}
