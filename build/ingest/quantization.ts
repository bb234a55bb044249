/** Quantization of offers, as a reseller states it of the machines behind them. Pure. */
import type { FiledFact } from "../facts/kinds.ts";
import type { Resolver } from "../identity/resolver.ts";
import { groupBy } from "../schema/collections.ts";
import type { EndpointListing } from "../sources/listing.ts";
import { type Acceptance, type GateFinding, HeldRows, holdSource } from "./gates/verdict.ts";

type OfferRow = FiledFact<"offers">;

/** An offer and the quantization that a reseller says of it. */
interface Stated {
  row: OfferRow;
  quantization: string;
}

/**
 * The reseller does not say the host's own id, so only a host's one offer of a model can be meant. The reseller's own
 * offer tells which model its id is; a source that resells is named as the host it sells at.
 */
export function statedQuantizations(
  offers: readonly OfferRow[],
  endpoints: readonly EndpointListing[],
  resolver: Resolver,
): Stated[] {
  const byId = new Map<string, string>(
    offers.map((row) => [`${row.file} ${row.model_id}`, row.model]),
  );
  const modelOf = (reseller: string, modelId: string): string | undefined =>
    byId.get(`${reseller} ${modelId}`) ??
    resolver.resolve({ name: modelId, displayName: null })?.model;
  const stated = new Map<string, string>(
    endpoints.flatMap(({ source, host, modelId, quantization }) => {
      const model = modelOf(source, modelId);
      return model === undefined ? [] : [[`${host} ${model}`, quantization]];
    }),
  );
  const sold = groupBy(offers, ({ file, model }) => `${file} ${model}`);
  return [...sold].flatMap(([name, [row, ...others]]) => {
    const quantization = stated.get(name);
    return row && quantization && others.length === 0 ? [{ row, quantization }] : [];
  });
}

/** Machines change one by one: so many offers do not get a quantization, or another one, in one run. */
const MAX_CHANGED = 20;
const MAX_SHARE = 0.3;

export interface Quantized {
  offers: OfferRow[];
  findings: GateFinding[];
}

/**
 * What an offer's id says of itself, or what was reported before, stands; the rest is filled in.
 * @param isNew Whether a source answers for the first time: then all that it says is new.
 */
export function withQuantization(
  offers: readonly OfferRow[],
  reported: readonly Stated[],
  source: string,
  { isNew, accept, day }: { isNew: boolean; accept: readonly Acceptance[]; day: string },
): Quantized {
  const fresh = reported.filter(({ row }) => row.quantization === null);
  const other = reported.filter(
    ({ row, quantization }) => row.quantization !== null && row.quantization !== quantization,
  );
  const isMany =
    fresh.length > MAX_CHANGED || other.length > Math.max(5, MAX_SHARE * reported.length);
  const findings = isMany && !isNew ? findingsOf(source, [...fresh, ...other], accept) : [];
  if (findings.some(({ accepted }) => accepted === null)) return { offers: [...offers], findings };
  const filled = new Map(fresh.map(({ row, quantization }) => [row, quantization]));
  return {
    offers: offers.map((row) => {
      const quantization = filled.get(row);
      return quantization === undefined ? row : { ...row, quantization, as_of: day };
    }),
    findings,
  };
}

function findingsOf(
  source: string,
  changed: readonly Stated[],
  accept: readonly Acceptance[],
): GateFinding[] {
  const [first] = changed;
  const [before, after] = [first?.row.quantization ?? "", first?.quantization ?? ""];
  const reason = `${changed.length} offers are stated to run another quantization (${first?.row.file} ${first?.row.model_id}: ${before || "unknown"} → ${after})`;
  const about = { scope: source, before, after, reason };
  const verdict = holdSource({ name: "quantization", source, area: "endpoints" }, about);
  return new HeldRows([{ ...verdict, holds: "row" }], accept).findings;
}
