import { z } from "zod";
import { getCheapest } from "../../generator/endpoints/models/get-cheapest.ts";
import type { CheapestProvider, ListPrice } from "../../generator/endpoints/models/prices.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { findOneModel, MODEL_NAME } from "./model-argument.ts";
import { offersOfModel } from "./offers-of-model.ts";
import { defineTool, isRefusal, PROVENANCE } from "./tool.ts";
import { prices } from "./value-text.ts";

interface Cheapest {
  slug: string;
  name: string;
  cheapest_provider: CheapestProvider | null;
  list_price: ListPrice | null;
}

export const cheapestProvider = defineTool({
  name: "cheapest_provider",
  title: "Cheapest provider of a model",
  description:
    "Which host sells an AI model for the least (blended: three parts input, one part output), what that saves against the lab's list price, and the next cheapest hosts. Use it for any question about where to buy a model.",
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
    const { data, url, as_of } = answer;
    return {
      title: `Cheapest provider of ${data.name}`,
      url,
      asOf: as_of,
      lines: [toSentence(data), toListSentence(data)],
      value: { ...data },
      tables: [offersOfModel(slug, context)],
    };
  },
});

function toSentence({ name, slug, cheapest_provider: cheapest }: Cheapest): string {
  if (!cheapest) return `No paid offer of ${name} (${slug}) is known.`;
  const { provider, model_id, blended, saving_vs_list, as_of } = cheapest;
  const saving =
    saving_vs_list === null || saving_vs_list <= 0
      ? ""
      : `, ${saving_vs_list} % below the list price`;
  return `${name} (${slug}) is cheapest at ${provider}: ${prices(cheapest)} per 1M tokens, blended $${blended}${saving}; its id there is ${model_id} (recorded ${as_of}).`;
}

const toListSentence = ({ list_price }: Cheapest): string =>
  list_price
    ? `List price at ${list_price.provider_slug}: ${prices(list_price)} per 1M tokens (recorded ${list_price.as_of}).`
    : "Its lab does not sell it, so it has no list price.";
