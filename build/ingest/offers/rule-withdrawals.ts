/** Ids that price tables keep for years after a host has stopped selling them: what ends them by rule tonight. Pure. */
import type { Facts, FiledFact } from "../../facts/kinds.ts";
import { byText, groupBy } from "../../schema/collections.ts";
import { withdrawnByRule } from "../dead-ids.ts";
import { offerKey } from "../ledger/offer-key.ts";
import { dayOf } from "../statements.ts";

/** Follows hosts day by day, so that it says when an id ends. */
const FOLLOWER = "models-dev";

/**
 * Of the rules, the one that a night can apply: the follower withdrew it. That it never listed an id is nothing to go
 * by while it may still come to list it.
 */
const IS_WITHDRAWN = /^rule: models\.dev withdrew/;

type Row = FiledFact<"prices">;

/**
 * @param gained Rows that tonight's answers add.
 * @param modelOf Model of a key, of ids old and new.
 */
export function withdrawnTonight(
  facts: Facts,
  gained: readonly Row[],
  modelOf: ReadonlyMap<string, string>,
  day: string,
): Row[] {
  const ended = gained.filter(({ source, event }) => source === FOLLOWER && event === "withdrawn");
  const hosts = new Set(ended.map(({ file }) => file));
  if (hosts.size === 0) return [];
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const types = new Map(facts.models.map(({ slug, model_type }) => [slug, model_type]));
  const firstSeen = firstSeenByModel(facts, modelOf);
  const byHost = groupBy([...facts.prices, ...gained], ({ file }) => file);
  return [...hosts].flatMap((host) => {
    const model = (id: string) => modelOf.get(offerKey(host, id)) ?? null;
    const rows = withdrawnByRule(byHost.get(host) ?? [], {
      ...{ host, day, followedUntil: day, isLab: kinds.get(host) === "lab", modelOf: model },
      firstSeenOf: (id) => firstSeen.get(model(id) ?? "") ?? day,
      isBeyondChat: (id) => (types.get(model(id) ?? "") ?? "text") !== "text",
    });
    return rows
      .filter(({ note }) => IS_WITHDRAWN.test(note ?? ""))
      .map((row): Row => {
        const end = row.effective ?? row.recorded;
        return { ...row, file: host, recorded: day, effective: end < day ? end : null };
      });
  });
}

/** Release, or first row of any ledger. */
function firstSeenByModel(
  { models, prices }: Facts,
  modelOf: ReadonlyMap<string, string>,
): Map<string, string> {
  const first = new Map<string, string>();
  const learn = (model: string, day: string) =>
    first.set(model, [first.get(model) ?? day, day].sort(byText)[0] ?? day);
  for (const { slug, release_date } of models) if (release_date) learn(slug, release_date);
  for (const row of prices) {
    const model = modelOf.get(offerKey(row.file, row.model_id));
    if (model !== undefined) learn(model, dayOf(row));
  }
  return first;
}
