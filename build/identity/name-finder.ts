/**
 * Which model a request means by a name, as programs and people write it: the one resolver of every address and tool.
 * It decides only when it is sure: a wrong match is worse than none, since nobody looks at it again.
 */
import type { Catalog } from "../model/catalog/catalog.ts";
import type { ModelRow } from "../model/catalog/rows.ts";
import { groupBy } from "../schema/collections.ts";
import { createHostIds, type HostIds, withoutMarks } from "./host-ids.ts";
import { createNamedFinder, type NamedFinder } from "./named.ts";
import { toTerms } from "./terms.ts";
import { MOVING_NAME } from "./vocabulary.ts";

/** No name is longer; to compare a whole pasted page would only cost time. */
export const MAX_NAME_LENGTH = 200;
/** The apostrophe that our CSV puts before what a spreadsheet would run: `'@cf/openai/gpt-oss-120b`. */
const QUOTED_CELL = /^'(?=[@=+-])/;
/** What may follow a name without making it another model: how it was tuned, its size, its date. */
const VARIANT_SUFFIX =
  /^(-?(instruct|chat|it|preview|exp|beta|a?\d+(\.\d+)?[bm]|\d+e)|\.?\d{4,}(?!\d))+$/;

type Rule = (text: string, names: Names) => readonly string[];

export interface NameFinder {
  /** One slug: sure. Several: the name stands for each of them. None: no rule knows the name. */
  slugsMeantBy(name: string): readonly string[];
  providers: NamedFinder<Catalog["providers"][number]>;
}

export function createNameFinder(catalog: Catalog): NameFinder {
  const { providers: rows, other_names } = catalog;
  const others = other_names.filter(({ kind }) => kind === "provider");
  const providers = createNamedFinder(rows, others);
  /** Indexed at the first question: to find a provider does not need it. */
  let names: Names | undefined;
  return {
    providers,
    slugsMeantBy(name) {
      if (catalog.model(name)) return [name];
      if (name.length > MAX_NAME_LENGTH) return [];
      const text = name.trim().replace(QUOTED_CELL, "");
      if (catalog.model(text)) return [text];
      names ??= toNames(catalog, providers);
      return firstOf(rulesFor(text), text, names);
    },
  };
}

function firstOf(rules: readonly Rule[], text: string, names: Names): readonly string[] {
  for (const rule of rules) {
    const slugs = rule(text, names);
    if (slugs.length > 0) return slugs;
  }
  return [];
}

/** What is written as programs write it comes before what people write. */
function rulesFor(text: string): Rule[] {
  const spelled: Rule[] = [withoutVariantSuffix, withoutFamily, inAnyOrder];
  // Where a slash says that a maker stands before the name, the name alone is looked at first.
  return text.includes("/")
    ? [...AS_IS, withoutMaker, withoutConfiguration, exactly, ...spelled]
    : [...AS_IS, exactly, withoutMaker, withoutConfiguration, ...spelled];
}

const asHostId: Rule = (text, { hostIds }) => hostIds.meantBy(text);

/** `mistral/mistral-large-latest`, `openrouter/openai/gpt-4o`: the host says which of its ids is meant. */
function afterHost(text: string, { providers, hostIds }: Names): readonly string[] {
  const slash = text.indexOf("/");
  // `~google/gemini-flash-latest` is one id, and not what the host Google means.
  const isWord = slash > 0 && /^[a-z0-9]/i.test(text);
  const host = isWord ? providers.find(text.slice(0, slash)) : undefined;
  const model = host && hostIds.modelAt(host.slug, text.slice(slash + 1));
  return model === undefined ? [] : [model];
}

function asAlias(text: string, { catalog }: Names): readonly string[] {
  const slug = catalog.aliases.get(text);
  return slug === undefined ? [] : [slug];
}

const AS_IS: readonly Rule[] = [afterHost, asHostId, asAlias];

/** `gpt-4o-2024-08-06`, `gpt-4o:free`, `us.anthropic.claude-opus-4-v1:0`: how a model is run is no part of its name. */
function withoutConfiguration(text: string, names: Names): readonly string[] {
  const plain = withoutMarks(text);
  return plain === text ? [] : firstOf([...AS_IS, withoutMaker, exactly], plain, names);
}

/** A slug before a name before an alias: `GPT-5.5` is the name of two models and the slug of one. */
function exactly(text: string, { spellings }: Names): readonly string[] {
  const key = toKey(text);
  return spellings.find((kind) => kind.has(key))?.get(key) ?? [];
}

/** `anthropic/claude-opus-4-1`, `openai: gpt-4o`, `Meta Llama 4 Scout`, `us.anthropic.claude-opus-4`: a maker or a host who sells it, then the name. */
function withoutMaker(text: string, names: Names): readonly string[] {
  for (const { index, 0: mark } of text.matchAll(/[/:|\s]+|(?<=^[a-z0-9-]+)\.(?=[a-z])/g)) {
    const own = text.slice(index + mark.length);
    const [slug, ...others] =
      [exactly, withoutVariantSuffix]
        .map((rule) => rule(own, names))
        .find((slugs) => slugs.length > 0) ?? [];
    if (slug === undefined || others.length > 0) continue;
    const makers = text.slice(0, index).split(/[/:|]+/);
    if (makers.every((maker) => mayStandBefore(maker, slug, names))) return [slug];
  }
  return [];
}

/** Whether somebody writes this word before the model: its maker (`meta-llama`), its family (`Qwen`), who sells it. */
function mayStandBefore(word: string, slug: string, { catalog, providers }: Names): boolean {
  const sellers = catalog.offersOf(slug).map(({ host }) => host);
  const known = [catalog.getModel(slug).lab, ...sellers];
  const provider = providers.find(word);
  if (provider && known.includes(provider.slug)) return true;
  const names = known.flatMap((one) => [one, catalog.provider(one)?.name ?? one]);
  const keys = new Set([toTokens(slug)[0], ...names.map(toKey)]);
  const key = toKey(word);
  return keys.has(key) || keys.has(key.replace(/(ai|org|llama)$/, ""));
}

/** `llama 3.3 70b` is Llama 3.3 70B Instruct, as long as no other model has this name with such an ending. */
function withoutVariantSuffix(text: string, { byStart }: Names): readonly string[] {
  const key = toKey(text);
  // A bare family (`gpt`) leaves open which release is meant.
  if (!/\p{L}{2}.*\d/u.test(key)) return [];
  return (byStart.get(toStart(key)) ?? []).flatMap(({ own, slug }) => {
    if (!own.startsWith(key) || !VARIANT_SUFFIX.test(own.slice(key.length))) return [];
    // A digit after a digit goes on with the number: Claude 4 is not Claude 4.5.
    return /\d$/.test(key) && /\d/.test(own.charAt(key.length)) ? [] : [slug];
  });
}

/** So much do two names have in common of which one begins with the other. */
const toStart = (key: string): string => key.slice(0, 3);

/** `opus 4.1`: a word that only one family uses stands for the family. */
function withoutFamily(
  text: string,
  { families, withoutFirstWords, firstWords }: Names,
): readonly string[] {
  const tokens = toTokens(text);
  const [word = ""] = tokens;
  if (word.length < 4 || firstWords.has(word) || families.get(word)?.size !== 1) return [];
  return withoutFirstWords.get(tokens.join("")) ?? [];
}

/** `Claude 4.5 Sonnet`: the same words, swapped. */
function inAnyOrder(text: string, { sorted }: Names): readonly string[] {
  return sorted.get(toTokens(text).sort().join(" ")) ?? [];
}

const toKey = (text: string): string => toTokens(text).join("");

/** Terms of a name with numbers kept whole: `opt-13b` is not `opt-1.3b`, `Command R+` is not `Command R`. */
function toTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const term of toTerms(text.replaceAll("+", " plus "))) {
    const last = tokens.length - 1;
    if (/^\d/.test(term) && /\d$/.test(tokens[last] ?? "")) tokens[last] += `.${term}`;
    else tokens.push(term);
  }
  return tokens;
}

type Slugs = Map<string, string[]>;

interface Names {
  catalog: Catalog;
  hostIds: HostIds;
  providers: NameFinder["providers"];
  /** By slug, by name, by alias: key → models. */
  spellings: readonly Slugs[];
  /** First letters → keys of slugs. */
  byStart: ReadonlyMap<string, readonly { own: string; slug: string }[]>;
  sorted: Slugs;
  /** Slugs without their first word. */
  withoutFirstWords: Slugs;
  firstWords: ReadonlySet<string>;
  /** Second word → first words it follows. */
  families: ReadonlyMap<string, ReadonlySet<string>>;
}

function toNames(catalog: Catalog, providers: Names["providers"]): Names {
  const { models } = catalog;
  const tokens = models.map(({ slug }) => [toTokens(slug), slug] as const);
  const families = new Map<string, Set<string>>();
  for (const [[first = "", second = ""]] of tokens)
    families.set(second, (families.get(second) ?? new Set()).add(first));
  const joined = (names: (model: ModelRow) => readonly string[]) =>
    group(models.flatMap((model) => names(model).map((name) => [toKey(name), model.slug])));
  return {
    spellings: [
      joined(({ slug }) => [slug]),
      joined(({ slug, name }) => (MOVING_NAME.test(slug) ? [] : [name])),
      joined(({ aliases }) => aliases),
    ],
    byStart: groupBy(
      tokens.map(([own, slug]) => ({ own: own.join(""), slug })),
      ({ own }) => toStart(own),
    ),
    sorted: group(tokens.map(([own, slug]) => [[...own].sort().join(" "), slug])),
    withoutFirstWords: group(tokens.map(([own, slug]) => [own.slice(1).join(""), slug])),
    firstWords: new Set(tokens.map(([[first = ""]]) => first)),
    families,
    catalog,
    hostIds: createHostIds(catalog),
    providers,
  };
}

function group(pairs: readonly (readonly [key: string, slug: string])[]): Slugs {
  const groups = groupBy(
    pairs.filter(([key]) => key !== ""),
    ([key]) => key,
  );
  return new Map([...groups].map(([key, own]) => [key, [...new Set(own.map(([, slug]) => slug))]]));
}
