import { z } from "zod";
import { getCheapest, type PassedOffer } from "../../generator/endpoints/models/get-model.ts";
import type { CheapestProvider, ListPrice } from "../../generator/endpoints/models/model-parts.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { findOneModel, MODEL_NAME } from "./model-argument.ts";
import { noListPrice } from "./pages/model.ts";
import { findOffer, howSold, offerPrices, saleFields, saleFieldsAt, saleWords } from "./sale.ts";
import { defineTool, isRefusal, PROVENANCE, type TableRow, toRows } from "./tool.ts";
import { joined, prices } from "./value-text.ts";

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
    "Which host sells an AI model for the least (blended: three parts input, one part output) at a sure price, what that saves against the lab's list price, and why other hosts were passed over: resellers, subscriptions, doubted prices. Also who sells it free of charge, by subscription or above the list price. Use it for any question about where to buy a model.",
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
    const found = findOneModel(model, context);
    if (isRefusal(found)) return found;
    const { slug } = found;
    const answer = callEndpoint<Cheapest>(getCheapest, { params: { slug } }, context);
    if (isRefusal(answer)) return answer;
    const { name, cheapest_provider, list_price, others, url, as_of } = answer;
    const { catalog } = context;
    const groups = groupHosts(answer, catalog);
    return {
      title: `Cheapest provider of ${name}`,
      url,
      asOf: as_of,
      lines: [
        toSentence(answer, catalog),
        toListSentence(answer, catalog),
        ...groups.filter(({ hosts }) => hosts.length > 0).map(toGroupSentence),
      ],
      value: {
        slug,
        name,
        cheapest_provider: cheapest_provider && {
          ...cheapest_provider,
          ...saleFieldsAt(slug, cheapest_provider.provider_slug, catalog),
        },
        list_price: list_price && {
          ...list_price,
          ...saleFieldsAt(slug, list_price.provider_slug, catalog),
        },
        ...Object.fromEntries(
          groups.map(({ field, hosts }) => [field, hosts.map((host) => host.provider_slug)]),
        ),
      },
      tables: [
        {
          field: "providers",
          heading: "Other hosts, the cheapest first, each with the reason it was passed over",
          rows: toRows(others, (offer) => otherRow(offer, answer, catalog)),
          total: others.length,
          more: `all of them are at ${url}`,
        },
      ],
    };
  },
});

interface HostGroup {
  field: "free_at" | "subscriptions" | "above_list";
  says: string;
  hosts: PassedOffer[];
}

/** Hosts that people ask for together; all of them, however many rows the table has. */
function groupHosts({ slug, others }: Cheapest, catalog: Catalog): HostGroup[] {
  const list = listBlended(slug, catalog);
  const isDearer = ({ billing, blended }: PassedOffer) =>
    billing === "tokens" && blended !== null && list !== null && blended > list;
  return [
    {
      field: "free_at",
      says: "Free of charge at",
      hosts: others.filter(({ billing }) => billing === "free"),
    },
    {
      field: "subscriptions",
      says: "By subscription, not per token, at",
      hosts: others.filter(({ billing }) => billing === "plan"),
    },
    {
      field: "above_list",
      says: "Above the list price (blended) at",
      hosts: others.filter(isDearer),
    },
  ];
}

const toGroupSentence = ({ says, hosts }: HostGroup): string =>
  `${says} ${hosts.map(({ provider, trust }) => `${provider}${trust === "verified" ? "" : ` (${trust})`}`).join(", ")}.`;

function listBlended(slug: string, catalog: Catalog): number | null {
  const { list_host } = catalog.getModel(slug);
  return (list_host && findOffer(slug, list_host, catalog)?.blended) || null;
}

function toSentence(answer: Cheapest, catalog: Catalog): string {
  const { name, slug, cheapest_provider: cheapest, others } = answer;
  if (!cheapest)
    return others.length === 0
      ? `No host is known to sell ${name} (${slug}).`
      : `No sure offer of ${name} (${slug}) paid per token is known.`;
  const { provider, model_id, blended, saving_vs_list } = cheapest;
  const saving =
    saving_vs_list === null || saving_vs_list <= 0
      ? ""
      : `, ${saving_vs_list} % below the list price`;
  return `${name} (${slug}) is cheapest at ${provider}: ${prices(cheapest)} per 1M tokens, blended $${blended}${saving}; its id there is ${model_id} (${howSold(slug, cheapest, catalog)}).`;
}

function toListSentence({ slug, list_price, sold_by_lab }: Cheapest, catalog: Catalog): string {
  if (!list_price) return noListPrice(sold_by_lab);
  return `List price at ${list_price.provider_slug}: ${prices(list_price)} per 1M tokens (${howSold(slug, list_price, catalog)}).`;
}

/** The reason says itself what is doubted, and that it is a subscription or free. */
function otherRow(offer: PassedOffer, { slug }: Cheapest, catalog: Catalog): TableRow {
  const { provider, provider_slug, reason, model_id, input, output, as_of } = offer;
  const doubt = findOffer(slug, provider_slug, catalog)?.doubt ?? null;
  const words = saleWords({ ...offer, doubt });
  return {
    text: joined(
      [
        `${provider}: ${offerPrices(offer)}`,
        `id ${model_id}`,
        ...words.filter((word) => !reason.includes(word)),
        !words.some((word) => word.includes(reason)) && reason,
        as_of,
      ],
      ", ",
    ),
    value: {
      ...{ provider: provider_slug, model_id, input, output },
      ...saleFields(offer),
      ...{ reason, as_of },
    },
  };
}
