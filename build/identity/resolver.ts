/** Finds the model that an upstream names, by strict rules; the forgiving ones for requests are in name-finder.ts. */
import { listSubsetsBySize } from "../schema/collections.ts";
import type { ModelAlias } from "../schema/editorial.ts";
import { type NameParts, parseNameParts, toModelKeyWithoutWords } from "./canonical-key.ts";
import type { ModelNameModifierKind } from "./terms.ts";

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
  /** Dropped parts that distinguish configurations: `2024-08-06`, `high`, `thinking`; null without any. */
  configuration: string | null;
}

interface Found {
  model: string;
  step: NameResolutionStep;
  /** Words of the name that are not part of the model's name. */
  dropped: readonly string[];
}

/** Steps after the strict key: each drops words of its own kind and of the kinds before it. */
const LADDER: readonly ModelNameModifierKind[] = ["tag", "mode", "code"];

/** A host's own spelling. Such an alias applies only to this exact id, not to all names with its key. */
const IS_EXACT = /[/:]|^[a-z]+\.[a-z]|^\d/;

/** An alias with a date applies to every spelling of the name with this date, and to no other date. */
const toDatedKey = ({ key, settings }: NameParts): string => [key, ...settings].join("\n");

/** Key → model; the first model of a key is kept. */
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

  /** Adds a key that is the model's own: names with extra words may be reduced to it. */
  addOwn(parts: NameParts, model: string): void {
    this.add(parts, model);
    this.#byOwnKey.tie(parts.key, model);
    const tags = wordsOf(parts, ["tag"]);
    if (tags.length > 0) this.#byUntaggedKey.tie(toModelKeyWithoutWords(parts, tags), model);
  }

  /** @param writer Who writes the name: an alias such as `zenmux/deepseek/deepseek-chat` applies to one writer. */
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
      // Names have only a few such words. The first is left out before the others.
      for (const dropped of listSubsetsBySize(words.slice(0, 6).reverse()).slice(1)) {
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

/** Words of a name that may not be part of the model's name. */
const wordsOf = (
  { droppable }: NameParts,
  kinds: readonly ModelNameModifierKind[] = LADDER,
): string[] => droppable.filter(({ kind }) => kinds.includes(kind)).map(({ word }) => word);

/** What a resolver needs of a catalogue; `Facts` of readFacts contains it. */
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
     * @param written.name Host's id or benchmark's name of the model, as the upstream writes it.
     * @param written.source Who writes it: an alias may apply only to that source's names
     * (`epoch-benchmarks/gemma-7b`).
     * @returns undefined if no model matches: a wrong match is worse than none.
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
      // An alias to a model that does not exist yet must not match another model.
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

/** `gpt-4o-2024-08-06_high` → `2024-08-06, high`; words that are in the slug are not part of the configuration. */
function toResolution(parts: NameParts, { model, step, dropped }: Found): ResolvedName {
  const inSlug = new Set(model.split("-"));
  const words = wordsOf(parts).filter((word) => dropped.includes(word) || !inSlug.has(word));
  const configuration = [...parts.settings, ...words].filter((word) => word !== "").join(", ");
  return { model, step, configuration: configuration || null };
}
