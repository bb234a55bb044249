/** What a reseller says of the machines behind an offer → the offer's quantization. Pure. */

import type { Offer } from "../../schema/offer.ts";
import type { EndpointListing } from "../listing.ts";
import type { Resolver } from "../resolve/resolution.ts";

/**
 * The reseller does not say the host's own id, so only a host's one offer of a model can be meant. What
 * that offer's id says of itself stands. The reseller's own offer tells which model its id is; a source
 * that resells is named as the host it sells at.
 * @param offers Host → rows.
 */
export function withQuantization(
  offers: ReadonlyMap<string, Offer[]>,
  endpoints: readonly EndpointListing[],
  resolver: Resolver,
): Map<string, Offer[]> {
  const modelOf = (reseller: string, modelId: string): string | undefined =>
    offers.get(reseller)?.find(({ model_id }) => model_id === modelId)?.model ??
    resolver.resolve({ name: modelId, displayName: null })?.model;
  const said = new Map(
    endpoints.flatMap(({ source, host, modelId, quantization }) => {
      const model = modelOf(source, modelId);
      return model === undefined ? [] : [[`${host}/${model}`, quantization] as const];
    }),
  );
  return new Map(
    [...offers].map(([host, rows]) => {
      const counts = countBy(rows.map(({ model }) => model));
      const fill = (row: Offer): Offer => {
        const told = counts.get(row.model) === 1 ? said.get(`${host}/${row.model}`) : undefined;
        return { ...row, quantization: row.quantization ?? told ?? null };
      };
      return [host, rows.map(fill)];
    }),
  );
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
