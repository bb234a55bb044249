/** What a reseller says of the machines behind an offer → the offer's quantization, and whether to believe it. Pure. */
import type { FiledFact } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/group-by.ts";
import { Held } from "../gates/held.ts";
import { holdSource } from "../gates/verdict.ts";
import type { EndpointListing } from "../listing.ts";
import type { Acceptance, GateFinding } from "../outcome.ts";
import type { Resolver } from "../resolve/resolution.ts";

type OfferRow = FiledFact<"offers">;

/**
 * The reseller does not say the host's own id, so only a host's one offer of a model can be meant. What
 * that offer's id says of itself stands. The reseller's own offer tells which model its id is; a source
 * that resells is named as the host it sells at.
 */
export function withQuantization(
  offers: readonly OfferRow[],
  endpoints: readonly EndpointListing[],
  resolver: Resolver,
  day: string,
): OfferRow[] {
  const byId = new Map<string, string>(
    offers.map((row) => [`${row.file} ${row.model_id}`, row.model]),
  );
  const modelOf = (reseller: string, modelId: string): string | undefined =>
    byId.get(`${reseller} ${modelId}`) ??
    resolver.resolve({ name: modelId, displayName: null })?.model;
  const said = new Map<string, string>(
    endpoints.flatMap(({ source, host, modelId, quantization }) => {
      const model = modelOf(source, modelId);
      return model === undefined ? [] : [[`${host} ${model}`, quantization]];
    }),
  );
  const counts = groupBy(offers, ({ file, model }) => `${file} ${model}`);
  return offers.map((row) => {
    const name = `${row.file} ${row.model}`;
    const told = counts.get(name)?.length === 1 ? said.get(name) : undefined;
    if (row.quantization !== null || told === undefined) return row;
    return { ...row, quantization: told, as_of: day };
  });
}

/** Machines change one by one: so many offers do not get a quantization in one night. */
const MAX_FILLED = 20;

/** @param isNew Whether a source answers for the first time: then all that it says is new. */
export function checkQuantization(
  before: readonly OfferRow[],
  filled: OfferRow[],
  endpoints: readonly EndpointListing[],
  isNew: (source: string) => boolean,
  accept: readonly Acceptance[],
): { offers: OfferRow[]; findings: GateFinding[] } {
  const changed = filled.filter((row, index) => row !== before[index]);
  const [source] = [...new Set(endpoints.map((one) => one.source))];
  if (changed.length <= MAX_FILLED || source === undefined || isNew(source))
    return { offers: filled, findings: [] };
  const [first] = changed;
  const reason = `${changed.length} offers would get a quantization: ${first?.file} ${first?.model_id} ${first?.quantization}`;
  const about = { scope: source, before: "", after: String(first?.quantization), reason };
  const verdict = holdSource({ name: "quantization", source, area: "endpoints" }, about);
  const { findings } = new Held([{ ...verdict, holds: "row" }], accept);
  const isAccepted = findings.every(({ accepted }) => accepted !== null);
  return { offers: isAccepted ? filled : [...before], findings };
}
