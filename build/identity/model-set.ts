/** Groups all names that hosts and records use into models. */

import { toSlug } from "../cost/rates.ts";
import { CommandError } from "../facts/fault.ts";
import { compareByCodePoint, getItemAt } from "../schema/collections.ts";
import type { ModelAlias } from "../schema/editorial.ts";
import { type NameParts, parseNameParts } from "./canonical-key.ts";
import { ModelNameIndex, type NameResolutionStep } from "./resolver.ts";

/** A place where a model is named: an offer, a record without a host, or a past price. */
export interface UpstreamModelMention {
  /** Host that sells the model under this name; null for a record without a host. */
  host: string | null;
  name: string;
  traits: { display_name: string | null; is_open_source: boolean | null };
  /** The model that the upstream declares it to be, in the upstream's spelling: `openai/gpt-5.6-sol`. */
  declaredModel?: string;
}

export type ResolvedUpstreamMention<M extends UpstreamModelMention> = M & {
  parts: NameParts;
  step: NameResolutionStep;
};

interface ModelSlugWithMentions<M extends UpstreamModelMention> {
  slug: string;
  mentions: ResolvedUpstreamMention<M>[];
}

/** Mentions with the same strict key: the key of the model they are declared to be, or else of their own name. */
interface Group<M extends UpstreamModelMention> {
  name: string;
  parts: NameParts;
  mentions: (M & { parts: NameParts })[];
}

/**
 * Creates a model for every strict key that no step matches to another one.
 * @param known Names that already mean a model, those of each model together; matching mentions join that model.
 * @returns The mentions of each model; an empty list for a known model without mentions.
 * @throws CommandError if aliases give one model two slugs.
 */
export function buildCanonicalModels<M extends UpstreamModelMention>(
  mentions: readonly M[],
  aliases: readonly ModelAlias[],
  known: readonly { model: string; name: string }[] = [],
): ModelSlugWithMentions<M>[] {
  const forced = forcedSlugs(aliases);
  const index = new ModelNameIndex(aliases);
  const models = new Map<string, ResolvedUpstreamMention<M>[]>();
  for (const { model, name } of known) {
    models.set(model, []);
    index.addOwn(parseNameParts(name), model);
  }
  const place = (model: string, group: Group<M>, step: NameResolutionStep) => {
    const stepOf = ({ parts }: { parts: NameParts }) =>
      step === "alias" || parts.key === group.parts.key ? step : "declared";
    const placed = group.mentions.map((mention) => ({ ...mention, step: stepOf(mention) }));
    models.set(model, [...(models.get(model) ?? []), ...placed]);
  };
  const { declared, groups } = splitDeclared(mentions, index);
  for (const [model, group] of declared) place(model, group, "alias");
  // Names without extra words come first, so that names with extra words can match them.
  const plainFirst = groups.sort(
    ({ parts: a }, { parts: b }) =>
      a.droppable.length - b.droppable.length || compareByCodePoint(a.key, b.key),
  );
  for (const group of plainFirst) {
    const { name, parts } = group;
    const slug = forced.get(parts.key);
    const lowest = keepsItsWords(group) ? "tag" : "code";
    const found = slug ? undefined : index.find(name, parts, lowest);
    if (found) {
      place(found.model, group, found.step);
      index.add(parts, found.model);
    } else {
      place(slug ?? parts.key, group, slug ? "strict" : "own");
      index.addOwn(parts, slug ?? parts.key);
    }
  }
  return named(models, new Set([...forced.values(), ...known.map(({ model }) => model)]));
}

/** Key of an alias's target → the slug it must have. */
function forcedSlugs(aliases: readonly ModelAlias[]): Map<string, string> {
  const slugs = new Map<string, string>();
  for (const { alias, model } of aliases) {
    const { key } = parseNameParts(model);
    const other = slugs.get(key);
    if (other && other !== model) {
      throw new CommandError(
        `aliases/models.csv: "${alias}" is an alias of "${model}", and another alias names the same model "${other}"; use one slug for both`,
      );
    }
    slugs.set(key, model);
  }
  return slugs;
}

/** Splits mentions into those that an alias places, by model, and all others, by key. */
function splitDeclared<M extends UpstreamModelMention>(
  mentions: readonly M[],
  index: ModelNameIndex,
) {
  const declared = new Map<string, Group<M>>();
  const groups = new Map<string, Group<M>>();
  for (const mention of mentions) {
    const parts = parseNameParts(mention.name);
    const alias = index.findAlias(mention.name, parts, mention.host)?.model;
    const name = mention.declaredModel ?? mention.name;
    const own = alias || name === mention.name ? parts : parseNameParts(name);
    const [home, key] = alias ? [declared, alias] : [groups, own.key];
    const group: Group<M> = home.get(key) ?? { name, parts: own, mentions: [] };
    home.set(key, group);
    group.mentions.push({ ...mention, parts });
  }
  return { declared, groups: [...groups.values()] };
}

/** Thinking weights and dated weights are models of their own if they are open and at least two hosts sell them. */
function keepsItsWords({ parts, mentions }: Group<UpstreamModelMention>): boolean {
  const hosts = new Set(mentions.flatMap(({ host }) => host ?? []));
  const stated = mentions.flatMap(({ traits }) => traits.is_open_source ?? []);
  const open = stated.filter((isOpen) => isOpen);
  // A host that does not know writes `false`: a third of the claims is enough.
  const isMostlyOpen = stated.length > 0 && open.length * 3 >= stated.length;
  const isKept = ({ word, kind }: NameParts["droppable"][number]) =>
    kind === "code" || /^think(ing)?$/.test(word);
  return isMostlyOpen && hosts.size >= 2 && parts.droppable.some(isKept);
}

/** Gives each model a slug. If a slug is taken, the model gets its dated or longer spelling. */
function named<M extends UpstreamModelMention>(
  models: ReadonlyMap<string, ResolvedUpstreamMention<M>[]>,
  forced: ReadonlySet<string>,
): ModelSlugWithMentions<M>[] {
  const taken = new Set(forced);
  return [...models]
    .sort(([a, left], [b, right]) => right.length - left.length || compareByCodePoint(a, b))
    .map(([model, mentions]) => {
      const slug = forced.has(model) ? model : chooseSlug(mentions, taken);
      taken.add(slug);
      return { slug, mentions };
    })
    .sort((a, b) => compareByCodePoint(a.slug, b.slug));
}

function chooseSlug(
  mentions: readonly ResolvedUpstreamMention<UpstreamModelMention>[],
  taken: ReadonlySet<string>,
): string {
  const own = mentions.filter(({ step }) => step === "own" || step === "strict");
  const hosts = new Map<string, Set<string>>();
  for (const { parts, host, declaredModel } of own.length > 0 ? own : mentions) {
    const slug = toSlug(withoutTags(declaredModel ? parseNameParts(declaredModel) : parts));
    hosts.set(slug, (hosts.get(slug) ?? new Set()).add(host ?? ""));
  }
  const free = [...hosts].filter(([slug]) => slug !== "" && !taken.has(slug));
  const most = Math.max(0, ...free.map(([, sellers]) => sellers.size));
  const agreed = free.filter(([, sellers]) => sellers.size >= 2 && sellers.size * 4 >= most);
  const best = (agreed.length > 0 ? agreed : free).sort(
    ([a, left], [b, right]) =>
      a.length - b.length || right.size - left.size || compareByCodePoint(a, b),
  )[0];
  if (best) return best[0];
  // No free spelling is left: one odd id must not fail the whole answer.
  const whole = toSlug(getItemAt(mentions, 0).name) || "unnamed";
  for (let number = 1; ; number++) {
    const slug = number === 1 ? whole : `${whole}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

/** Words for how a host runs a copy, never part of the maker's name, unlike `turbo` in `glm-5v-turbo`. */
const HOSTED = /^(tee|free|maas|original|cheaper|lora|cs|fw|tput|el|cloud)$/;

/** `hermes-3-8b-tee` → `hermes-3-8b` */
function withoutTags({ plain, droppable }: NameParts): string {
  const tags = droppable.filter(({ word }) => HOSTED.test(word)).map(({ word }) => word);
  return plain
    .split("-")
    .filter((word) => !tags.includes(word))
    .join("-");
}
