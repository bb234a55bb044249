/** Every host-side id of the ledger → its row in the offers file. Pure. */

import { toNameParts } from "../../identity/canonical-key.ts";
import { isWithinContext } from "../../schema/limits.ts";
import type { Offer } from "../../schema/offer.ts";
import type { HostKind } from "../../schema/provider.ts";
import type { ModelType } from "../../schema/values.ts";
import type { OfferListing } from "../../sources/listing.ts";
import { toBilling } from "../classify/billing.ts";
import { toServiceTier } from "../classify/tier.ts";
import { byDay, type dayOf } from "../statements.ts";
import type { Ledger } from "./ledger.ts";

export interface OfferFacts {
  modelOf(host: string, modelId: string): string;
  kindOf(host: string): HostKind | null;
  typeOf(model: string): ModelType;
  /** Hosts through which the lab of a model sells. */
  ownHostsOf(model: string): readonly string[];
  /** What sources list now, the most believed first, each with the day of its copy. */
  listingsOf(host: string, modelId: string): readonly { offer: OfferListing; recordedOn: string }[];
}

export function toOffers(ledger: Ledger, facts: OfferFacts): Map<string, Offer[]> {
  const sold = idsByModel(ledger, facts);
  return new Map(
    [...ledger].map(([host, rows]) => [
      host,
      [...new Set(rows.map(({ model_id }) => model_id))].map((modelId) => {
        const model = facts.modelOf(host, modelId);
        const siblings = (at: string) => sold.get(`${at} ${model}`) ?? [];
        const last = rows
          .filter((row) => row.model_id === modelId && row.event === "stated")
          .sort(byDay)
          .at(-1);
        return {
          model_id: modelId,
          model,
          service_tier: toServiceTier({
            host,
            modelId,
            model,
            siblings: siblings(host),
            ownIds: facts.ownHostsOf(model).flatMap(siblings),
          }),
          billing: toBilling({
            host,
            kind: facts.kindOf(host),
            modelId,
            modelType: facts.typeOf(model),
            input: last?.input ?? null,
            output: last?.output ?? null,
          }),
          ...limitsOf(facts.listingsOf(host, modelId)),
          quantization: toNameParts(modelId).quantization,
          ...toldBy(facts.listingsOf(host, modelId), last),
        };
      }),
    ]),
  );
}

function idsByModel(ledger: Ledger, { modelOf }: OfferFacts): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [host, rows] of ledger)
    for (const id of new Set(rows.map(({ model_id }) => model_id))) {
      const key = `${host} ${modelOf(host, id)}`;
      ids.set(key, [...(ids.get(key) ?? []), id]);
    }
  return ids;
}

type Told = ReturnType<OfferFacts["listingsOf"]>;

/** The first source that says something; status and retirement of an id that nobody lists are not known. */
function limitsOf(listings: Told) {
  const say = <T>(read: (offer: OfferListing) => T | null): T | null => {
    for (const { offer } of listings) {
      const said = read(offer);
      if (said !== null) return said;
    }
    return null;
  };
  const context_window = say(({ traits }) => traits.contextWindow);
  const max_output_tokens = say(({ traits }) => traits.maxOutputTokens);
  const isPossible = isWithinContext({ context_window, max_output_tokens });
  return {
    context_window,
    max_output_tokens: isPossible ? max_output_tokens : null,
    status: listings[0]?.offer.status ?? ("active" as const),
    retirement_date: say(({ traits }) => traits.retirementDate),
  };
}

function toldBy(listings: Told, last: Parameters<typeof dayOf>[0] | undefined) {
  const [first] = listings;
  if (first) return { source: first.offer.source, as_of: first.recordedOn };
  return { source: last?.source ?? "operator", as_of: last?.recorded ?? "" };
}
