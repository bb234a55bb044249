/** Gate: one property of many models changes in one night. Flags are flipped, dates shifted, types renamed by slips. */

import { groupBy } from "../../schema/group-by.ts";
import type { Model } from "../../schema/model.ts";
import type { Voice } from "../models/merge-models.ts";
import { holdSource, type Verdict } from "./verdict.ts";

/** A property of a model, and what is said of it. */
interface Trait {
  name: string;
  of(model: Model): unknown;
  /** What one voice says. */
  said(voice: NonNullable<Voice["traits"]>): unknown;
}

const TRAITS: readonly Trait[] = [
  { name: "tools", of: ({ supports }) => supports.tools, said: ({ tools }) => tools },
  {
    name: "reasoning",
    of: ({ supports }) => supports.reasoning,
    said: ({ reasoning }) => reasoning,
  },
  {
    name: "structured_output",
    of: ({ supports }) => supports.structured_output,
    said: ({ structuredOutput }) => structuredOutput,
  },
  {
    name: "attachments",
    of: ({ supports }) => supports.attachments,
    said: ({ attachments }) => attachments,
  },
  {
    name: "is_open_source",
    of: (model) => model.is_open_source,
    said: (said) => said.isOpenWeights,
  },
  {
    name: "context_window",
    of: (model) => model.context_window,
    said: (said) => said.contextWindow,
  },
  {
    name: "max_output_tokens",
    of: (model) => model.max_output_tokens,
    said: (said) => said.maxOutputTokens,
  },
  {
    name: "knowledge_cutoff",
    of: (model) => model.knowledge_cutoff,
    said: (said) => said.knowledgeCutoff,
  },
  {
    name: "retirement_date",
    of: (model) => model.retirement_date,
    said: (said) => said.retirementDate,
  },
  { name: "release_date", of: (model) => model.release_date, said: (said) => said.releaseDate },
  {
    name: "input_modalities",
    of: (model) => model.input_modalities,
    said: ({ inputModalities }) => inputModalities,
  },
  {
    name: "output_modalities",
    of: (model) => model.output_modalities,
    said: ({ outputModalities }) => outputModalities,
  },
  {
    name: "weights_license",
    of: (model) => model.weights_license,
    said: (said) => said.weightsLicense,
  },
  {
    name: "announcement",
    of: ({ links }) => links.announcement,
    said: (said) => said.announcementUrl,
  },
  { name: "weights", of: ({ links }) => links.weights, said: (said) => said.weightsUrl },
];

export interface ModelChange {
  before: Model;
  after: Model;
  /** Tonight's voices of the model. */
  voices: readonly Voice[];
}

/** So many models may change one property in a night, or this share of them. */
const MIN_CHANGED = 5;
const MAX_SHARE = 0.02;

/**
 * @param changes Models that stood and would be other ones now.
 * @param spoken Models that were spoken of.
 * @returns One verdict on the source that says most of what is new; empty when nothing is wrong.
 */
export function checkTraits(changes: readonly ModelChange[], spoken: number): Verdict[] {
  for (const trait of TRAITS) {
    const moved = changes.filter(({ before, after }) => !isSame(trait.of(before), trait.of(after)));
    if (moved.length < MIN_CHANGED || moved.length <= MAX_SHARE * spoken) continue;
    const source = loudest(trait, moved);
    const [first] = moved;
    if (source === undefined || first === undefined) continue;
    const [before, after] = [shown(trait.of(first.before)), shown(trait.of(first.after))];
    const reason = `${trait.name} of ${moved.length} models would change (${first.after.slug}: ${before} → ${after})`;
    const about = { scope: source, before, after, reason };
    return [{ ...holdSource({ name: "traits", source, area: "traits" }, about), holds: "row" }];
  }
  return [];
}

/** The source whose words the most new values are. */
function loudest(trait: Trait, moved: readonly ModelChange[]): string | undefined {
  const sayers = moved.flatMap(({ after, voices }) => [
    ...new Set(
      voices.flatMap(({ source, traits }) =>
        traits !== null && isSame(normal(trait.said(traits)), normal(trait.of(after)))
          ? [source]
          : [],
      ),
    ),
  ]);
  const counts = [...groupBy(sayers, (source) => source)].map(([source, all]) => ({
    source,
    count: all.length,
  }));
  return counts.sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1))[0]?.source;
}

const normal = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value));
