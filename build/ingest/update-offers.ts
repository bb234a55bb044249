/** What an id is: its row in `data/offers/`, created by the first source that lists it and updated by the most trusted. Pure. */
import type { FiledFact } from "../facts/kinds.ts";
import { toNameParts } from "../identity/canonical-key.ts";
import { toModelType } from "../identity/display-names.ts";
import { offerKey } from "../identity/host-ids.ts";
import { createTiers, toBilling } from "../identity/offer-terms.ts";
import { groupBy } from "../schema/collections.ts";
import type { Offer } from "../schema/offer.ts";
import { createRank, isSameRow, withinContext } from "./fact-rows.ts";
import type { RunContext } from "./run.ts";
import type { Listed } from "./source-lists.ts";
import type { LedgerRow } from "./statements.ts";

type OfferRow = FiledFact<"offers">;

interface ListedIds {
  /** Rows of all sources that no gate holds. */
  listed: readonly Listed[];
  /** Rows that the ledger gains. */
  added: readonly LedgerRow[];
  /** Key → model, of ids old and new. */
  modelOf: ReadonlyMap<string, string>;
  /** Whether the source was read of an id, and no gate holds it: only then may others take over its row. */
  isRead(source: string, key: string): boolean;
}

export function updateOffers(run: RunContext, ids: ListedIds): OfferRow[] {
  const { facts, ledger, held, day } = run;
  const rankOf = createRank(facts.providers);
  const classify = createClassify(run, ids.modelOf);
  const stated = new Set(ids.added.map((row) => offerKey(row.file, row.model_id)));
  const rows = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row]));
  for (const [key, reported] of groupBy(ids.listed, (one) => one.key)) {
    const ranked = [...reported].sort(
      (a, b) => rankOf(a.host, a.source) - rankOf(b.host, b.source),
    );
    const passed = ranked.filter(({ source }) => !held.isHeld("limits", source, key));
    const [first] = ranked;
    const before = rows.get(key);
    const model = ids.modelOf.get(key);
    if (first === undefined) continue;
    if (before !== undefined) {
      const isBetter = rankOf(before.file, first.source) < rankOf(before.file, before.source);
      const own = ranked.find(({ source }) => source === before.source);
      // The source of the row leads until one of higher precedence lists the id, or until it lists the id no more.
      const lead = isBetter ? first : (own ?? (ids.isRead(before.source, key) ? first : undefined));
      if (lead !== undefined && before.source !== "operator")
        rows.set(key, updateOffer(before, lead, passed, day));
    } else if (model !== undefined && (stated.has(key) || ledger.statementsOf(key).length > 0))
      // Without a price that somebody states, or stated, it is no offer.
      rows.set(key, {
        ...{ file: first.host, model_id: first.modelId, model },
        ...classify(first, model),
        ...limitsOf(passed),
        quantization: toNameParts(first.modelId).quantization,
        status: first.listing.status,
        retirement_date: retirementOf(ranked),
        ...{ source: first.source, as_of: day },
      });
  }
  return [...rows.values()];
}

/** What nobody reports any more stays; sources other than the leading one only fill gaps. */
function updateOffer(
  before: OfferRow,
  lead: Listed,
  passed: readonly Listed[],
  day: string,
): OfferRow {
  const own = passed.filter((one) => one === lead);
  const others = passed.filter((one) => one !== lead);
  const [stated, filled] = [limitsOf(own), limitsOf(others)];
  const next = withinContext({
    ...before,
    context_window: stated.context_window ?? before.context_window ?? filled.context_window,
    max_output_tokens:
      stated.max_output_tokens ?? before.max_output_tokens ?? filled.max_output_tokens,
    status: own.length > 0 ? lead.listing.status : before.status,
    retirement_date: retirementOf(own) ?? before.retirement_date ?? retirementOf(others),
    source: lead.source,
  });
  return isSameRow(next, before) ? before : { ...next, as_of: day };
}

type Limits = Pick<Offer, "context_window" | "max_output_tokens">;

/** Each limit by the first who states it. */
function limitsOf(ranked: readonly Listed[]): Limits {
  const first = (field: "contextWindow" | "maxOutputTokens") =>
    ranked.map(({ listing }) => listing.traits[field]).find((tokens) => tokens !== null) ?? null;
  return withinContext({
    context_window: first("contextWindow"),
    max_output_tokens: first("maxOutputTokens"),
  });
}

const retirementOf = (ranked: readonly Listed[]): string | null =>
  ranked.map(({ listing }) => listing.traits.retirementDate).find((day) => day !== null) ?? null;

/** @returns Service tier and billing of a new offer of a model. */
function createClassify({ facts }: RunContext, modelOf: ReadonlyMap<string, string>) {
  const ids = [...modelOf].map(([key, model]) => {
    const blank = key.indexOf(" ");
    return { file: key.slice(0, blank), model_id: key.slice(blank + 1), model };
  });
  const tierOf = createTiers(facts, ids);
  const types = new Map(facts.models.map(({ slug, model_type }) => [slug, model_type]));
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  return ({ host, modelId, stated: { prices } }: Listed, model: string) => ({
    service_tier: tierOf(host, modelId, model),
    billing: toBilling({
      ...{ host, kind: kinds.get(host) ?? null, modelId, input: prices.input },
      ...{ modelType: types.get(model) ?? toModelType(model, []), output: prices.output },
    }),
  });
}
