/**
 * The ladder from a name to a canonical model: declared alias, strict key, tag dropped, mode
 * dropped, release code dropped. First hit wins; within a step the fewest dropped words win, so
 * that `grok-4-fast-reasoning` is `grok-4-fast` and not `grok-4`.
 */
import type { ModelAlias } from "../schema/editorial.ts";
import { keyWithout, type NameParts, toNameParts } from "./canonical-key.ts";
import type { ResolutionStep } from "./resolution.ts";
import type { WordKind } from "./vocabulary.ts";

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
