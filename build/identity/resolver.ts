/** Names of upstreams → the models of a catalogue: a ladder of rules, the first that knows the name decides. */
import type { ModelAlias } from "../schema/editorial.ts";
import { keyWithout, type NameParts, toNameParts } from "./canonical-key.ts";
import type { WordKind } from "./vocabulary.ts";

/** How a name of an upstream was tied to a canonical model. */
const RESOLUTION_STEPS = ["alias", "strict", "tag", "mode", "code", "display-name", "own"] as const;
export type ResolutionStep = (typeof RESOLUTION_STEPS)[number];

export interface Resolution {
  /** Canonical slug. */
  model: string;
  step: ResolutionStep;
  /** What was dropped from the name and tells configurations apart: `2024-08-06`, `high`, `thinking`; null for the plain name. */
  configuration: string | null;
}

interface NameToResolve {
  /** Host-side id or benchmark name, as the upstream writes it. */
  name: string;
  displayName: string | null;
  /** Source that writes it: an alias may hold for its names alone (`epoch-benchmarks/gemma-7b`). */
  source?: string;
}

/** Ties names to the canonical models that exist; undefined when none fits: a wrong match is worse than none. */
export interface Resolver {
  resolve(name: NameToResolve): Resolution | undefined;
}

export interface Found {
  model: string;
  step: ResolutionStep;
  /** Words of the name that are no part of the model. */
  dropped: string[];
}

/** Steps below the strict key, and which kinds of words each may drop. */
const LADDER: readonly (readonly [ResolutionStep, readonly WordKind[]])[] = [
  ["tag", ["tag"]],
  ["mode", ["tag", "mode"]],
  ["code", ["tag", "mode", "code"]],
];

/** A host's own way of writing: such an alias holds for this very id, not for all names with its key. */
const IS_EXACT = /[/:]|^[a-z]+\.[a-z]/;

export class NameIndex {
  readonly #byAlias = new Map<string, string>();
  readonly #byAliasKey = new Map<string, string>();
  readonly #byKey = new Map<string, string>();
  readonly #byOwnKey = new Map<string, string>();
  readonly #byUntaggedKey = new Map<string, string>();

  constructor(aliases: readonly ModelAlias[]) {
    for (const { alias, model } of aliases) {
      this.#byAlias.set(alias, model);
      const { key, settings } = toNameParts(alias);
      if (settings.length === 0 && !IS_EXACT.test(alias)) this.#byAliasKey.set(key, model);
    }
  }

  /** Ties a strict key to a model; the first tie stays. */
  add({ key }: NameParts, model: string): void {
    if (!this.#byKey.has(key)) this.#byKey.set(key, model);
  }

  /** Ties a key that is the model's own: decorated names may be cut down to it. */
  addOwn(parts: NameParts, model: string): void {
    this.add(parts, model);
    if (!this.#byOwnKey.has(parts.key)) this.#byOwnKey.set(parts.key, model);
    const tags = parts.droppable.filter(({ kind }) => kind === "tag").map(({ word }) => word);
    const untagged = keyWithout(parts, tags);
    if (tags.length > 0 && !this.#byUntaggedKey.has(untagged)) {
      this.#byUntaggedKey.set(untagged, model);
    }
  }

  /**
   * @param lowest Rung to stop at.
   * @param writer Who writes the name: an alias such as `zenmux/deepseek/deepseek-chat` holds for one host or source.
   */
  find(
    name: string,
    parts: NameParts,
    lowest: ResolutionStep = "code",
    writer: string | null = null,
  ): Found | undefined {
    return (
      this.findAlias(name, parts, writer) ?? this.findKey(parts) ?? this.#findDropped(parts, lowest)
    );
  }

  /** @param writer As for `find`. */
  findAlias(name: string, parts: NameParts, writer: string | null = null): Found | undefined {
    const text = name.trim().toLowerCase();
    const model =
      this.#byAlias.get(`${writer}/${text}`) ??
      this.#byAlias.get(text) ??
      this.#byAlias.get(text.split("/").at(-1) ?? text) ??
      this.#byAliasKey.get(parts.key);
    if (model === undefined) return undefined;
    const kept = new Set(model.split("-"));
    const dropped = parts.droppable.map(({ word }) => word).filter((word) => !kept.has(word));
    return { model, step: "alias", dropped };
  }

  findKey(parts: NameParts): Found | undefined {
    const model = this.#byKey.get(parts.key);
    return model === undefined ? undefined : { model, step: "strict", dropped: [] };
  }

  #findDropped(parts: NameParts, lowest: ResolutionStep): Found | undefined {
    for (const [step, kinds] of LADDER) {
      const words = parts.droppable
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ word }) => word);
      for (const dropped of subsetsBySize(words)) {
        const key = keyWithout(parts, dropped);
        const model = this.#byAliasKey.get(key) ?? this.#byOwnKey.get(key);
        if (model !== undefined) return { model, step, dropped };
      }
      if (step === "tag") {
        const model = this.#byUntaggedKey.get(keyWithout(parts, words));
        if (model !== undefined) return { model, step, dropped: words };
      }
      if (step === lowest) break;
    }
    return undefined;
  }
}

/** Every non-empty choice of words, the smallest first. Names have at most a handful of such words. */
function subsetsBySize(words: readonly string[]): string[][] {
  const subsets: string[][] = [[]];
  for (const word of words.slice(0, 6)) {
    for (const subset of [...subsets]) subsets.push([...subset, word]);
  }
  return subsets.slice(1).sort((a, b) => a.length - b.length);
}

/** What a resolver needs to know of a catalogue; `Facts` of readFacts has it all. */
export interface ResolverFacts {
  models: readonly { slug: string; name: string }[];
  /** Ids already tied to a model: offers, and the price history of withdrawn ones. */
  ids: readonly { model: string; model_id: string }[];
  aliases: readonly ModelAlias[];
}

export function createResolver({ models, ids, aliases }: ResolverFacts): Resolver {
  const index = new NameIndex(aliases);
  const known = new Set(models.map(({ slug }) => slug));
  for (const { slug } of models) index.addOwn(toNameParts(slug), slug);
  const spellings = ids.map(({ model, model_id }) => ({ model, parts: toNameParts(model_id) }));
  const isPlain = ({ parts }: { parts: NameParts }) => parts.droppable.length === 0;
  for (const { model, parts } of spellings.filter(isPlain)) index.addOwn(parts, model);
  for (const { model, parts } of spellings) index.add(parts, model);
  const displayed = displayNames(models);

  const resolve = ({ name, displayName, source }: NameToResolve): Resolution | undefined => {
    const parts = toNameParts(name);
    const found = index.find(name, parts, "code", source);
    // A declared model that is not there yet is none of the others.
    if (found?.step === "alias" && !known.has(found.model)) return undefined;
    if (found && known.has(found.model)) {
      return {
        model: found.model,
        step: found.step,
        configuration: toConfiguration(parts, found.dropped, found.model),
      };
    }
    for (const shown of [displayName, name]) {
      if (!shown) continue;
      const shownParts = toNameParts(shown);
      const model = displayed.get(shownParts.key);
      if (model) {
        return {
          model,
          step: "display-name",
          configuration: toConfiguration(shownParts, [], model),
        };
      }
    }
    return undefined;
  };
  return { resolve };
}

function displayNames(models: ResolverFacts["models"]): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const { slug, name } of models) {
    const { key } = toNameParts(name);
    if (!byKey.has(key)) byKey.set(key, slug);
  }
  return byKey;
}

/** `gpt-4o-2024-08-06_high` → `2024-08-06, high`; words that the slug has are no configuration. */
function toConfiguration(
  parts: NameParts,
  dropped: readonly string[],
  model: string,
): string | null {
  const inSlug = new Set(model.split("-"));
  const words = parts.droppable
    .map(({ word }) => word)
    .filter((word) => dropped.includes(word) || !inSlug.has(word));
  const stated = [...parts.settings, ...words].filter((word) => word !== "");
  return stated.length === 0 ? null : stated.join(", ");
}
