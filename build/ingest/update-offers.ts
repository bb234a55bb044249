/** What an id is: its row in `data/offers/`, created by the first source that lists it and updated by the most trusted. Pure. */
import type { Facts, FiledFact } from "../facts/kinds.ts";
import { toNameParts } from "../identity/canonical-key.ts";
import { toModelType } from "../identity/display-names.ts";
import { offerKey } from "../identity/host-ids.ts";
import { createTiers, soldIds, toBilling } from "../identity/offer-terms.ts";
import { createResolver } from "../identity/resolver.ts";
import { groupBy } from "../schema/collections.ts";
import type { Model } from "../schema/model.ts";
import { isWithinContext, type Offer } from "../schema/offer.ts";
import { rankOf } from "../schema/precedence.ts";
import type { Provider } from "../schema/provider.ts";
import { isSameRow } from "./fact-rows.ts";
import { type Quantized, statedQuantizations, withQuantization } from "./quantization.ts";
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

/** What the rules below need to know. */
interface Rules extends Pick<ListedIds, "modelOf" | "isRead"> {
  day: string;
  /** The smaller, the higher is the source's precedence at a host. */
  rankOf(host: string, source: string): number;
  /** Whether somebody states, or stated, a price of the id: without that it is no offer. */
  isStated(key: string): boolean;
  /** Whether limits and status that this source reports are held back. */
  isLimitHeld(source: string, key: string): boolean;
  classify(listed: Listed): Pick<Offer, "service_tier" | "billing">;
}

export function updateOffers(
  { facts, ledger, held, day }: RunContext,
  { listed, added, modelOf, isRead }: ListedIds,
): OfferRow[] {
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const stated = new Set(added.map((row) => offerKey(row.file, row.model_id)));
  const rules: Rules = {
    ...{ day, modelOf, isRead },
    rankOf: (host, source) => rankOf(host, kinds.get(host) ?? "router", source),
    isStated: (key) => stated.has(key) || ledger.statementsOf(key).length > 0,
    isLimitHeld: (source, key) => held.isHeld("limits", source, key),
    classify: createClassify(facts, modelOf, kinds),
  };
  const rows = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row]));
  for (const [key, reported] of groupBy(listed, (one) => one.key)) {
    const ranked = [...reported].sort(
      (a, b) => rules.rankOf(a.host, a.source) - rules.rankOf(b.host, b.source),
    );
    const before = rows.get(key);
    const row = before ? updateOffer(before, ranked, key, rules) : newOffer(ranked, key, rules);
    if (row !== undefined) rows.set(key, row);
  }
  return [...rows.values()];
}

function newOffer(ranked: readonly Listed[], key: string, rules: Rules): OfferRow | undefined {
  const [first] = ranked;
  const model = rules.modelOf.get(key);
  if (first === undefined || model === undefined || !rules.isStated(key)) return undefined;
  return {
    ...{ file: first.host, model_id: first.modelId, model },
    ...rules.classify(first),
    ...limitsOf(ranked, rules),
    quantization: toNameParts(first.modelId).quantization,
    status: first.listing.status,
    retirement_date: retirementOf(ranked),
    ...{ source: first.source, as_of: rules.day },
  };
}

/**
 * What nobody reports any more stays. The source of the row leads until one of higher precedence lists the id, or until
 * it was read and lists the id no more; the other sources only fill gaps.
 */
function updateOffer(
  before: OfferRow,
  ranked: readonly Listed[],
  key: string,
  rules: Rules,
): OfferRow {
  const lead = leadOf(before, ranked, key, rules);
  if (lead === undefined) return before;
  const others = ranked.filter((one) => one !== lead);
  const [stated, filled] = [limitsOf([lead], rules), limitsOf(others, rules)];
  const passed = [lead, ...others].filter((one) => !rules.isLimitHeld(one.source, key));
  const next: OfferRow = {
    ...before,
    context_window: stated.context_window ?? before.context_window ?? filled.context_window,
    max_output_tokens:
      stated.max_output_tokens ?? before.max_output_tokens ?? filled.max_output_tokens,
    status: passed.includes(lead) ? lead.listing.status : before.status,
    retirement_date:
      retirementOf(passed.filter((one) => one === lead)) ??
      before.retirement_date ??
      retirementOf(passed),
    source: lead.source,
  };
  const valid = withinContext(next);
  return isSameRow(valid, before) ? before : { ...valid, as_of: rules.day };
}

function leadOf(
  { file, source }: OfferRow,
  ranked: readonly Listed[],
  key: string,
  rules: Rules,
): Listed | undefined {
  const [best] = ranked;
  if (best === undefined || source === "operator") return undefined;
  const own = ranked.find((one) => one.source === source);
  const isBetter = rules.rankOf(file, best.source) < rules.rankOf(file, source);
  if (isBetter) return best;
  return own ?? (rules.isRead(source, key) ? best : undefined);
}

type Limits = Pick<Offer, "context_window" | "max_output_tokens">;

/** Each limit by the first who says it. */
function limitsOf(ranked: readonly Listed[], rules: Rules): Limits {
  const passed = ranked.filter(({ source, key }) => !rules.isLimitHeld(source, key));
  const first = (field: "contextWindow" | "maxOutputTokens") =>
    passed.map(({ listing }) => listing.traits[field]).find((tokens) => tokens !== null) ?? null;
  return withinContext({
    context_window: first("contextWindow"),
    max_output_tokens: first("maxOutputTokens"),
  });
}

/** More output than the model can read at all is an error of one of the two. */
const withinContext = <T extends Limits>(row: T): T =>
  isWithinContext(row) ? row : { ...row, max_output_tokens: null };

const retirementOf = (ranked: readonly Listed[]): string | null =>
  ranked.map(({ listing }) => listing.traits.retirementDate).find((day) => day !== null) ?? null;

function createClassify(
  facts: Facts,
  modelOf: ReadonlyMap<string, string>,
  kinds: ReadonlyMap<string, Provider["host_kind"]>,
) {
  const ids = [...modelOf].map(([key, model]) => {
    const blank = key.indexOf(" ");
    return { file: key.slice(0, blank), model_id: key.slice(blank + 1), model };
  });
  const tierOf = createTiers(facts.models, facts.providers, soldIds(ids, facts.prices));
  const types = new Map(facts.models.map(({ slug, model_type }) => [slug, model_type]));
  return ({ key, host, modelId, stated }: Listed) => {
    const model = modelOf.get(key) ?? "";
    return {
      service_tier: tierOf(host, modelId, model),
      billing: toBilling({
        ...{ host, kind: kinds.get(host) ?? null, modelId },
        modelType: types.get(model) ?? toModelType(model, []),
        ...{ input: stated.prices.input, output: stated.prices.output },
      }),
    };
  };
}

/** The offers with the quantization that resellers report of the machines behind them. */
export function statedQuantization(
  { facts, answers, accept, day }: RunContext,
  offers: readonly FiledFact<"offers">[],
  models: readonly Model[],
): Quantized {
  const resolver = createResolver({ models, ids: offers, aliases: facts.modelAliases });
  return answers.reduce<Quantized>(
    (made, { source, collected }) => {
      const endpoints = collected.flatMap((one) => one.endpoints ?? []);
      if (endpoints.length === 0) return made;
      const reported = statedQuantizations(made.offers, endpoints, resolver);
      const isNew = !facts.sources.some(({ id }) => id === source);
      const next = withQuantization(made.offers, reported, source, { isNew, accept, day });
      return { offers: next.offers, findings: [...made.findings, ...next.findings] };
    },
    { offers: [...offers], findings: [] },
  );
}
