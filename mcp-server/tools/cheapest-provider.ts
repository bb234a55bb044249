import { z } from "zod";
import { getCheapest, type PassedOffer } from "../../generator/endpoints/models/get-cheapest.ts";
import type { CheapestProvider, ListPrice } from "../../generator/endpoints/models/prices.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { findOneModel, MODEL_NAME } from "./model-argument.ts";
import { noListPrice, soldHow } from "./pages/model.ts";
import { defineTool, isRefusal, PROVENANCE, type TableRow, toRows } from "./tool.ts";
import { joined, prices } from "./value-text.ts";

interface Cheapest {
  slug: string;
  name: string;
  cheapest_provider: CheapestProvider | null;
  list_price: ListPrice | null;
  sold_by_lab: boolean | null;
  others: PassedOffer[];
}

/** Enough to choose from. */
const SHOWN = 10;

export const cheapestProvider = defineTool({
  name: "cheapest_provider",
  title: "Cheapest provider of a model",
  description:
    "Which host sells an AI model for the least (blended: three parts input, one part output) at a sure price, what that saves against the lab's list price, and why other hosts were passed over: resellers, subscriptions, doubted prices. Use it for any question about where to buy a model.",
  input: z.strictObject({ model: MODEL_NAME }),
  output: z.looseObject({
    slug: z.string(),
    cheapest_provider: z.looseObject({}).nullable(),
    list_price: z.looseObject({}).nullable(),
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
    return {
      title: `Cheapest provider of ${name}`,
      url,
      asOf: as_of,
      lines: [toSentence(answer), toListSentence(answer)],
      value: { slug, name, cheapest_provider, list_price },
      tables: [
        {
          field: "providers",
          heading: "Other hosts, the cheapest first, each with the reason it was passed over",
          rows: toRows(others.slice(0, SHOWN), otherRow),
          total: others.length,
          more: `all of them are at ${url}`,
        },
      ],
    };
  },
});

function toSentence({ name, slug, cheapest_provider: cheapest, others }: Cheapest): string {
  if (!cheapest)
    return others.length === 0
      ? `No host is known to sell ${name} (${slug}).`
      : `No sure offer of ${name} (${slug}) paid per token is known.`;
  const { provider, model_id, blended, saving_vs_list, as_of } = cheapest;
  const saving =
    saving_vs_list === null || saving_vs_list <= 0
      ? ""
      : `, ${saving_vs_list} % below the list price`;
  const how = joined([...soldHow(cheapest), `recorded ${as_of}`], ", ");
  return `${name} (${slug}) is cheapest at ${provider}: ${prices(cheapest)} per 1M tokens, blended $${blended}${saving}; its id there is ${model_id} (${how}).`;
}

function toListSentence({ list_price, sold_by_lab }: Cheapest): string {
  if (!list_price) return noListPrice(sold_by_lab);
  const how = joined([...soldHow(list_price), `recorded ${list_price.as_of}`], ", ");
  return `List price at ${list_price.provider_slug}: ${prices(list_price)} per 1M tokens (${how}).`;
}

function otherRow({ provider, provider_slug, reason, ...offer }: PassedOffer): TableRow {
  const { model_id, input, output, trust, billing, as_of } = offer;
  return {
    text: joined([`${provider}: ${prices(offer)}`, `id ${model_id}`, reason, as_of], ", "),
    value: { provider: provider_slug, model_id, input, output, trust, billing, reason, as_of },
  };
}
