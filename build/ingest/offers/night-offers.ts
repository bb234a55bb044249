/** The offers as they are to stand after a night. */
import type { Facts, FiledFact } from "../../facts/kinds.ts";
import { createResolver } from "../../identity/resolver.ts";
import type { Model } from "../../schema/model.ts";
import { rankOf } from "../../schema/precedence.ts";
import type { Provider } from "../../schema/provider.ts";
import { toBilling } from "../classify/billing.ts";
import { createTiers, soldIds } from "../classify/tiers.ts";
import { offerKey } from "../ledger/offer-key.ts";
import { toModelType } from "../models/model-type.ts";
import type { NightModels } from "../models/night-models.ts";
import { believedRows, createIsRead, type LedgerRow, type Night } from "../night.ts";
import type { Listed, SourceList } from "./listed.ts";
import { renewOffers } from "./offer-rows.ts";
import { type Quantized, toldQuantizations, withQuantization } from "./quantization.ts";

/** @param gained Rows of tonight that the ledger gains. */
export function offersOf(
  night: Night,
  lists: readonly SourceList[],
  gained: readonly LedgerRow[],
  { modelOf }: NightModels,
): FiledFact<"offers">[] {
  const { facts, ledger, held, day } = night;
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const stated = new Set(gained.map((row) => offerKey(row.file, row.model_id)));
  return renewOffers(facts.offers, believedRows(night, lists, gained), {
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
  return ({ key, host, modelId, said }: Listed) => {
    const model = modelOf.get(key) ?? "";
    return {
      service_tier: tierOf(host, modelId, model),
      billing: toBilling({
        ...{ host, kind: kinds.get(host) ?? null, modelId },
        modelType: types.get(model) ?? toModelType(model, []),
        ...{ input: said.prices.input, output: said.prices.output },
      }),
    };
  };
}

/** The offers with what tonight's machines are said to run. */
export function quantizationOf(
  { facts, answers, accept, day }: Night,
  offers: readonly FiledFact<"offers">[],
  models: readonly Model[],
): Quantized {
  const resolver = createResolver({ models, ids: offers, aliases: facts.modelAliases });
  return answers.reduce<Quantized>(
    (made, { source, collected }) => {
      const endpoints = collected.flatMap((one) => one.endpoints ?? []);
      if (endpoints.length === 0) return made;
      const told = toldQuantizations(made.offers, endpoints, resolver);
      const isNew = !facts.sources.some(({ id }) => id === source);
      const next = withQuantization(made.offers, told, source, { isNew, accept, day });
      return { offers: next.offers, findings: [...made.findings, ...next.findings] };
    },
    { offers: [...offers], findings: [] },
  );
}
