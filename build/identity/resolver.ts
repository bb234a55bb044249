/**
 * Which model an upstream means by a name. The strict ladder: a declared alias, the same key, the key without words that are
 * no part of the model, the display name. The forgiving one, of requests, is in name-finder.ts.
 */
import type { ModelAlias } from "../schema/editorial.ts";
import { type NameParts, parseNameParts, toModelKeyWithoutWords } from "./canonical-key.ts";
import type { ModelNameModifierKind } from "./vocabulary.ts";

/** How a name of an upstream was tied to a canonical model. */
export type NameResolutionStep =
  | "alias"
  | "declared"
  | "strict"
  | ModelNameModifierKind
  | "display-name"
  | "own";

export interface ResolvedName {
  /** Canonical slug. */
  model: string;
  step: NameResolutionStep;
  /** What was dropped from the name and tells configurations apart: `2024-08-06`, `high`, `thinking`; null for the plain name. */
  configuration: string | null;
}

interface Found {
  model: string;
  step: NameResolutionStep;
  /** Words of the name that are no part of the model. */
  dropped: readonly string[];
}

/** Steps below the strict key: each drops words of its own kind and of those before it. */
const LADDER: readonly ModelNameModifierKind[] = ["tag", "mode", "code"];

/** A host's own way of writing: such an alias holds for this very id, not for all names with its key. */
const IS_EXACT = /[/:]|^[a-z]+\.[a-z]|^\d/;

/** The key with the settings: an alias with a date holds for every spelling of the name with this date, and for no other. */
const toDatedKey = ({ key, settings }: NameParts): string => [key, ...settings].join("\n");

/** Key → model; the first tie stays. */
class FirstTies extends Map<string, string> {
  tie(key: string, model: string): void {
    if (!this.has(key)) this.set(key, model);
  }
}

export class ModelNameIndex {
  readonly #byAlias = new Map<string, string>();
  readonly #byAliasKey = new Map<string, string>();
  readonly #byKey = new FirstTies();
  readonly #byOwnKey = new FirstTies();
  readonly #byUntaggedKey = new FirstTies();

  constructor(aliases: readonly ModelAlias[]) {
    for (const { alias, model } of aliases) {
      this.#byAlias.set(alias, model);
      if (!IS_EXACT.test(alias)) this.#byAliasKey.set(toDatedKey(parseNameParts(alias)), model);
    }
  }

  add({ key }: NameParts, model: string): void {
    this.#byKey.tie(key, model);
  }

  /** Ties a key that is the model's own: decorated names may be cut down to it. */
  addOwn(parts: NameParts, model: string): void {
    this.add(parts, model);
    this.#byOwnKey.tie(parts.key, model);
    const tags = wordsOf(parts, ["tag"]);
    if (tags.length > 0) this.#byUntaggedKey.tie(toModelKeyWithoutWords(parts, tags), model);
  }

  /**
   * @param lowest Rung to stop at.
   * @param writer Who writes the name: an alias such as `zenmux/deepseek/deepseek-chat` holds for one host or source.
   */
  find(
    name: string,
    parts: NameParts,
    lowest: ModelNameModifierKind = "code",
    writer: string | null = null,
  ): Found | undefined {
    const alias = this.findAlias(name, parts, writer);
    return alias ?? this.findKey(parts) ?? this.#findDropped(parts, lowest);
  }

  /** @param writer As for `find`. */
  findAlias(name: string, parts: NameParts, writer: string | null = null): Found | undefined {
    const text = name.trim().toLowerCase();
    const model =
      this.#byAlias.get(`${writer}/${text}`) ??
      this.#byAlias.get(text) ??
      this.#byAlias.get(text.split("/").at(-1) ?? text) ??
      this.#byAliasKey.get(toDatedKey(parts)) ??
      this.#byAliasKey.get(parts.key);
    if (model === undefined) return undefined;
    const kept = new Set(model.split("-"));
    return { model, step: "alias", dropped: wordsOf(parts).filter((word) => !kept.has(word)) };
  }

  findKey(parts: NameParts): Found | undefined {
    const model = this.#byKey.get(parts.key);
    return model === undefined ? undefined : { model, step: "strict", dropped: [] };
  }

  #findDropped(parts: NameParts, lowest: ModelNameModifierKind): Found | undefined {
    for (const [index, step] of LADDER.slice(0, LADDER.indexOf(lowest) + 1).entries()) {
      const words = wordsOf(parts, LADDER.slice(0, index + 1));
      for (const dropped of subsetsBySize(words)) {
        const key = toModelKeyWithoutWords(parts, dropped);
        const model = this.#byAliasKey.get(key) ?? this.#byOwnKey.get(key);
        if (model !== undefined) return { model, step, dropped };
      }
      if (step !== "tag") continue;
      const model = this.#byUntaggedKey.get(toModelKeyWithoutWords(parts, words));
      if (model !== undefined) return { model, step, dropped: words };
    }
    return undefined;
  }
}

/** Words of a name that may turn out to be no part of the model. */
const wordsOf = (
  { droppable }: NameParts,
  kinds: readonly ModelNameModifierKind[] = LADDER,
): string[] => droppable.filter(({ kind }) => kinds.includes(kind)).map(({ word }) => word);

/** Every non-empty choice of words, the smallest first. Names have at most a handful of such words. */
function subsetsBySize(words: readonly string[]): string[][] {
  const subsets: string[][] = [[]];
  for (const word of words.slice(0, 6)) {
    for (const subset of [...subsets]) subsets.push([...subset, word]);
  }
  return subsets.slice(1).sort((a, b) => a.length - b.length);
}

/** What a resolver needs to know of a catalogue; `Facts` of readFacts has it all. */
export interface NameResolverFacts {
  models: readonly { slug: string; name: string }[];
  /** Ids already tied to a model: offers, and the price history of withdrawn ones. */
  ids: readonly { model: string; model_id: string }[];
  aliases: readonly ModelAlias[];
}

export type ModelNameResolver = ReturnType<typeof createModelNameResolver>;

export function createModelNameResolver({ models, ids, aliases }: NameResolverFacts) {
  const index = new ModelNameIndex(aliases);
  const known = new Set(models.map(({ slug }) => slug));
  for (const { slug } of models) index.addOwn(parseNameParts(slug), slug);
  const spellings = ids.map(({ model, model_id }) => ({ model, parts: parseNameParts(model_id) }));
  for (const { model, parts } of spellings)
    if (parts.droppable.length === 0) index.addOwn(parts, model);
  for (const { model, parts } of spellings) index.add(parts, model);
  const displayed = new FirstTies();
  for (const { slug, name } of models) displayed.tie(parseNameParts(name).key, slug);
  return {
    /**
     * @param written.name Host-side id or benchmark name, as the upstream writes it.
     * @param written.source Who writes it: an alias may hold for its names alone (`epoch-benchmarks/gemma-7b`).
     * @returns undefined when no model fits: a wrong match is worse than none.
     */
    resolve(written: {
      name: string;
      display_name: string | null;
      source?: string;
    }): ResolvedName | undefined {
      const { name, display_name, source } = written;
      const parts = parseNameParts(name);
      const found = index.find(name, parts, "code", source);
      if (found && known.has(found.model)) return toResolution(parts, found);
      // A declared model that is not there yet is none of the others.
      if (found?.step === "alias") return undefined;
      for (const shown of [display_name ?? "", name]) {
        const own = parseNameParts(shown);
        const model = shown === "" ? undefined : displayed.get(own.key);
        if (model) return toResolution(own, { model, step: "display-name", dropped: [] });
      }
      return undefined;
    },
  };
}

/** `gpt-4o-2024-08-06_high` → `2024-08-06, high`; words that the slug has are no configuration. */
function toResolution(parts: NameParts, { model, step, dropped }: Found): ResolvedName {
  const inSlug = new Set(model.split("-"));
  const words = wordsOf(parts).filter((word) => dropped.includes(word) || !inSlug.has(word));
  const configuration = [...parts.settings, ...words].filter((word) => word !== "").join(", ");
  return { model, step, configuration: configuration || null };
}
