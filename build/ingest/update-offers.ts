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
import type { ModelUpdates } from "./models/describe-models.ts";
import { type Quantized, statedQuantizations, withQuantization } from "./quantization.ts";
import type { RunContext } from "./run.ts";
import { createIsRead, type Listed, passedRows, type SourceList } from "./source-lists.ts";
import type { LedgerRow } from "./statements.ts";

/** @param added Rows of tonight that the ledger gains. */
export function offersOf(
  night: RunContext,
  lists: readonly SourceList[],
  added: readonly LedgerRow[],
  { modelOf }: ModelUpdates,
): FiledFact<"offers">[] {
  const { facts, ledger, held, day } = night;
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const stated = new Set(added.map((row) => offerKey(row.file, row.model_id)));
  return updateOfferRows(facts.offers, passedRows(night, lists, added), {
    day,
    modelOf,
    rankOf: (host, source) => rankOf(host, kinds.get(host) ?? "router", source),
    isRead: createIsRead(night, lists),
    isStated: (key) => stated.has(key) || ledger.statementsOf(key).length > 0,
    isLimitHeld: (source, key) => held.isHeld("limits", source, key),
    classify: createClassify(facts, modelOf, kinds),
  });
}

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

/** The offers with what tonight's machines are stated to run. */
export function quantizationOf(
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

export interface OfferUpdateContext {
  day: string;
  /** Key → model, of ids old and new. */
  modelOf: ReadonlyMap<string, string>;
  /** The smaller, the more a source is passed at a host. */
  rankOf(host: string, source: string): number;
  /** Whether the source was read and passed tonight: only then may others take over what it reported. */
  isRead(source: string, key: string): boolean;
  /** Whether somebody states, or stated, a price of the id: without that it is no offer. */
  isStated(key: string): boolean;
  /** Whether limits and status as this source tells them are held back. */
  isLimitHeld(source: string, key: string): boolean;
  /** How an id that is new is sold. */
  classify(listed: Listed): Pick<Offer, "service_tier" | "billing">;
}

type OfferRow = FiledFact<"offers">;

/** @param listed Believed rows of all sources. */
export function updateOfferRows(
  current: readonly OfferRow[],
  listed: readonly Listed[],
  night: OfferUpdateContext,
): OfferRow[] {
  const stated = groupBy(listed, ({ key }) => key);
  const rows = new Map(current.map((row) => [`${row.file} ${row.model_id}`, row]));
  for (const [key, words] of stated) {
    const ranked = [...words].sort(
      (a, b) => night.rankOf(a.host, a.source) - night.rankOf(b.host, b.source),
    );
    const before = rows.get(key);
    const row = before ? update(before, ranked, key, night) : found(ranked, key, night);
    if (row !== undefined) rows.set(key, row);
  }
  return [...rows.values()];
}

function found(
  ranked: readonly Listed[],
  key: string,
  night: OfferUpdateContext,
): OfferRow | undefined {
  const [first] = ranked;
  const model = night.modelOf.get(key);
  if (first === undefined || model === undefined || !night.isStated(key)) return undefined;
  return {
    ...{ file: first.host, model_id: first.modelId, model },
    ...night.classify(first),
    ...limitsOf(ranked, night),
    quantization: toNameParts(first.modelId).quantization,
    status: first.listing.status,
    retirement_date: retirementOf(ranked),
    ...{ source: first.source, as_of: night.day },
  };
}

/**
 * Nothing stated is nothing known, so it takes nothing away; what the lead does not say the others only fill in. Who reported the row goes on telling it; one that is passed
 * more takes over, and any other when the teller was read and lists the id no more.
 */
function update(
  before: OfferRow,
  ranked: readonly Listed[],
  key: string,
  night: OfferUpdateContext,
): OfferRow {
  const lead = leadOf(before, ranked, key, night);
  if (lead === undefined) return before;
  const others = ranked.filter((one) => one !== lead);
  const [stated, filled] = [limitsOf([lead], night), limitsOf(others, night)];
  const heard = [lead, ...others].filter((one) => !night.isLimitHeld(one.source, key));
  const next: OfferRow = {
    ...before,
    context_window: stated.context_window ?? before.context_window ?? filled.context_window,
    max_output_tokens:
      stated.max_output_tokens ?? before.max_output_tokens ?? filled.max_output_tokens,
    status: heard.includes(lead) ? lead.listing.status : before.status,
    retirement_date:
      retirementOf(heard.filter((one) => one === lead)) ??
      before.retirement_date ??
      retirementOf(heard),
    source: lead.source,
  };
  const sound = withinContext(next);
  return isSameRow(sound, before) ? before : { ...sound, as_of: night.day };
}

function leadOf(
  { file, source }: OfferRow,
  ranked: readonly Listed[],
  key: string,
  night: OfferUpdateContext,
): Listed | undefined {
  const [best] = ranked;
  if (best === undefined || source === "operator") return undefined;
  const own = ranked.find((one) => one.source === source);
  const isBetter = night.rankOf(file, best.source) < night.rankOf(file, source);
  if (isBetter) return best;
  return own ?? (night.isRead(source, key) ? best : undefined);
}

type Limits = Pick<Offer, "context_window" | "max_output_tokens">;

/** Each limit by the first who says it. */
function limitsOf(ranked: readonly Listed[], night: OfferUpdateContext): Limits {
  const heard = ranked.filter(({ source, key }) => !night.isLimitHeld(source, key));
  const first = (field: "contextWindow" | "maxOutputTokens") =>
    heard.map(({ listing }) => listing.traits[field]).find((tokens) => tokens !== null) ?? null;
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
