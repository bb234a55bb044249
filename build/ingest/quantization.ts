/** Quantization of offers, as a reseller states it of the machines behind them. Pure. */
import type { FiledFact } from "../facts/kinds.ts";
import { createResolver, type Resolver } from "../identity/resolver.ts";
import { groupBy } from "../schema/collections.ts";
import type { Model } from "../schema/model.ts";
import type { EndpointListing } from "../sources/listing.ts";
import { Gate, type GateFinding, HeldRows } from "./gates/verdict.ts";
import type { RunContext } from "./run.ts";

type OfferRow = FiledFact<"offers">;

/** An offer and the quantization that a reseller states of it. */
interface Stated {
  row: OfferRow;
  quantization: string;
}

/** Machines change one by one: so many offers do not get a quantization, or another one, in one run. */
const MAX_CHANGED = 20;
const MAX_SHARE = 0.3;

/** What an offer's id says of itself, or what was reported before, stays; the rest is filled in. */
export function fillQuantization(
  { facts, answers, accept, day }: RunContext,
  offers: readonly OfferRow[],
  models: readonly Model[],
): { offers: readonly OfferRow[]; findings: GateFinding[] } {
  const resolver = createResolver({ models, ids: offers, aliases: facts.modelAliases });
  const findings: GateFinding[] = [];
  let filled = offers;
  for (const { source, collected } of answers) {
    const endpoints = collected.flatMap((one) => one.endpoints ?? []);
    const stated = statedQuantizations(filled, endpoints, resolver);
    const fresh = stated.filter(({ row }) => row.quantization === null);
    const other = stated.filter(
      ({ row, quantization }) => row.quantization !== null && row.quantization !== quantization,
    );
    const isMany =
      fresh.length > MAX_CHANGED || other.length > Math.max(5, MAX_SHARE * stated.length);
    // Everything that a source states with its first answer is new.
    if (isMany && facts.sources.some(({ id }) => id === source)) {
      const held = new HeldRows(holdAll(source, [...fresh, ...other]), accept);
      findings.push(...held.findings);
      if (held.findings.some(({ accepted }) => accepted === null)) continue;
    }
    const known = new Map(fresh.map(({ row, quantization }) => [row, quantization]));
    filled = filled.map((row) => {
      const quantization = known.get(row);
      return quantization === undefined ? row : { ...row, quantization, as_of: day };
    });
  }
  return { offers: filled, findings };
}

function holdAll(source: string, changed: readonly Stated[]) {
  const [first] = changed;
  const [before, after] = [first?.row.quantization, first?.quantization];
  const reason = `${changed.length} offers are stated to run another quantization (${first?.row.file} ${first?.row.model_id}: ${before ?? "unknown"} → ${after})`;
  return new Gate("quantization", source, "endpoints").holdRows({ before, after, reason }, []);
}

/**
 * The reseller does not say the host's own id, so only a host's one offer of a model can be meant. The reseller's own
 * offer tells which model its id is; a source that resells is named as the host it sells at.
 */
function statedQuantizations(
  offers: readonly OfferRow[],
  endpoints: readonly EndpointListing[],
  resolver: Resolver,
): Stated[] {
  if (endpoints.length === 0) return [];
  const byId = new Map(offers.map((row) => [`${row.file} ${row.model_id}`, row.model]));
  const stated = new Map<string, string>();
  for (const { source, host, modelId, quantization } of endpoints) {
    const model =
      byId.get(`${source} ${modelId}`) ??
      resolver.resolve({ name: modelId, displayName: null })?.model;
    if (model !== undefined) stated.set(`${host} ${model}`, quantization);
  }
  const sold = groupBy(offers, ({ file, model }) => `${file} ${model}`);
  return [...sold].flatMap(([name, [row, ...others]]) => {
    const quantization = stated.get(name);
    return row && quantization && others.length === 0 ? [{ row, quantization }] : [];
  });
}
