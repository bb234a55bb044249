/** Names of upstreams → the canonical models of a catalogue, by the ladder of name-index.ts. */
import type { ModelAlias } from "../schema/editorial.ts";
import { type NameParts, toNameParts } from "./canonical-key.ts";
import { NameIndex } from "./name-index.ts";
import type { NameToResolve, Resolution, Resolver } from "./resolution.ts";

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
  const said = [...parts.settings, ...words].filter((word) => word !== "");
  return said.length === 0 ? null : said.join(", ");
}
