/** What upstreams say of a model → its fact, by the rule of voices. Pure. */

import { toNameParts } from "../../identity/canonical-key.ts";
import type { Placed } from "../../identity/model-set.ts";
import { byText, getAt, groupBy } from "../../schema/collections.ts";
import { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { unknownFields } from "../../schema/validation.ts";
import { toSlug } from "../../schema/values.ts";
import { circlesOf, count, type Decisions, decideTraits, isPlain } from "./decide-traits.ts";
import { isWrittenName, nameFromId, toModelName } from "./model-name.ts";
import { toModelType } from "./model-type.ts";
import type { Voice } from "./voices.ts";

/** What is known of a model before anybody is heard. */
export interface KnownModel {
  slug: string;
  lab: string;
  /** First day on which a source listed it at any host; null when none has. */
  firstSeen: string | null;
}

/** A fact with how it was decided. */
export interface Described {
  model: Model;
  decisions: Decisions;
}

/** The fact of one model, from all who speak of it. */
export function describe(
  known: KnownModel,
  voices: readonly Placed<Voice>[],
  providers: readonly Provider[],
): Described {
  const ownHosts = providers.find((provider) => provider.slug === known.lab)?.own_hosts ?? [];
  const decisions = decideTraits(voices, ownHosts, known.firstSeen);
  return { model: toModel(known, voices, ownHosts, decisions), decisions };
}

/** Folders before the names, the most frequent first. */
export function makersOf(mentions: readonly Placed<Voice>[]): string[] {
  return count(mentions.flatMap(({ parts }) => parts.maker ?? [])).map(({ value }) => value);
}

function toModel(
  { slug, lab, firstSeen }: KnownModel,
  mentions: readonly Placed<Voice>[],
  ownHosts: readonly string[],
  said: Decisions,
): Model {
  const circles = circlesOf("host", mentions, ownHosts).filter((circle) => circle.length > 0);
  const outputs = said.outputModalities.value ?? [];
  const [source, asOf] = newest(getAt(circles, 0));
  return {
    ...statedFields(circles),
    slug,
    name: toName(slug, circles, mentions),
    lab,
    model_type: toModelType(slug, outputs),
    is_open_source: said.isOpenWeights.value,
    release_date: said.releaseDate.value,
    knowledge_cutoff: said.knowledgeCutoff.value,
    retirement_date: retirementOf(mentions, ownHosts, latest([firstSeen, said.releaseDate.value])),
    context_window: said.contextWindow.value,
    max_output_tokens: said.maxOutputTokens.value,
    input_modalities: said.inputModalities.value ?? [],
    output_modalities: outputs,
    supports: {
      tools: said.tools.value,
      reasoning: said.reasoning.value,
      structured_output: said.structuredOutput.value,
      attachments: said.attachments.value,
    },
    weights_license: said.weightsLicense.value,
    links: {
      lab: null,
      announcement: said.announcementUrl.value,
      weights: said.weightsUrl.value,
      documentation: said.documentationUrl.value,
    },
    source,
    as_of: asOf,
  };
}

type UnknownField = keyof ReturnType<typeof unknownFields<typeof Model>>;
const UNKNOWN_FIELDS = Object.keys(unknownFields(Model)) as UnknownField[];

/** Fields that may be unknown, as the upstreams state them; those with a rule of their own follow it instead. */
function statedFields(circles: readonly (readonly Voice[])[]): Pick<Model, UnknownField> {
  const say = (read: (facts: Partial<Model>) => unknown) =>
    circles.flatMap((circle) => {
      const values = circle.map(({ traits }) => read(traits?.facts ?? {}) ?? null);
      return count(values.filter((value) => value !== null)).slice(0, 1);
    })[0]?.value ?? null;
  const stated = UNKNOWN_FIELDS.map((field) => [field, say((facts) => facts[field])]);
  return Object.fromEntries(stated);
}

/**
 * A name that says just what the slug says, however spelt; else one of the same key; else any that
 * somebody wrote: a host's decorations (`Cerebras-Llama-4-…`, `(Fast)`) come last.
 */
function toName(
  slug: string,
  circles: readonly (readonly Placed<Voice>[])[],
  mentions: readonly Placed<Voice>[],
): string {
  const { key } = toNameParts(slug);
  const levels: ((name: string) => boolean)[] = [
    (name) => toSlug(name) === slug,
    (name) => toNameParts(name).key === key,
    () => true,
  ];
  for (const isLike of levels) {
    for (const circle of circles) {
      const names = circle.flatMap(({ displayName }) =>
        displayName ? (toModelName(displayName) ?? []) : [],
      );
      const [most] = count(names.filter((said) => isWrittenName(said) && isLike(said)));
      if (most !== undefined) return most.value;
    }
  }
  return nameFromId(getAt(mentions, 0).parts.plain);
}

/**
 * The day on which the lab's own host stops selling it, by the sources that record such days: of its undated name, else
 * of the last of its snapshots to go, if each of them has a day. The end of a preview is none of the model.
 * @param since Day of its release, or on which it was first seen: nothing ends before it began.
 */
function retirementOf(
  mentions: readonly Placed<Voice>[],
  ownHosts: readonly string[],
  since: string | null,
): string | null {
  const endOf = ({ traits }: Voice) => {
    const day = traits?.retirementDate ?? null;
    return day !== null && day > (since ?? "") ? day : null;
  };
  const own = mentions.filter(({ host }) => host !== null && ownHosts.includes(host));
  const recorders = new Set(own.flatMap((one) => (endOf(one) ? one.source : [])));
  const told = own.filter(({ source }) => recorders.has(source));
  const settled = told.filter(({ step }) => step !== "tag");
  const ids = settled.length > 0 ? settled : told;
  const undated = latest(ids.filter(isPlain).map(endOf));
  if (undated !== null) return undated;
  const snapshots = groupBy(
    ids.filter((id) => !isPlain(id)),
    ({ parts }) => [parts.key, ...parts.settings].join(" "),
  );
  const ends = [...snapshots.values()].map((same) => latest(same.map(endOf)));
  return ends.includes(null) ? null : latest(ends);
}

/** Null when none is known. */
const latest = (days: readonly (string | null)[]): string | null =>
  days
    .flatMap((day) => day ?? [])
    .sort(byText)
    .at(-1) ?? null;

function newest(circle: readonly Voice[]): [source: string, asOf: string] {
  const voices = [...circle].sort((a, b) => byText(b.asOf, a.asOf) || byText(a.source, b.source));
  const { source, asOf } = getAt(voices, 0);
  return [source, asOf];
}
