/** What upstreams say of a model → its fact: the lab's own host first, then a neutral record, then the majority. */

import { getAt } from "../../schema/get-at.ts";
import { Model } from "../../schema/model.ts";
import { byText } from "../../schema/order.ts";
import { unknownFields } from "../../schema/unknown-fields.ts";
import { IsoDate, PartialDate, toSlug } from "../../schema/values.ts";
import type { ModelTraits } from "../listing.ts";
import { toNameParts } from "../resolve/canonical-key.ts";
import type { Mention, Placed } from "../resolve/model-set.ts";
import { isWrittenName, nameFromId, toModelName } from "./model-name.ts";
import { toModelType } from "./model-type.ts";

/** A mention with what its upstream says of the model; traits are null for a price of the past. */
export interface Voice extends Mention {
  traits: ModelTraits | null;
  source: string;
  /** Day this was recorded. */
  asOf: string;
}

/** @param ownHosts Hosts through which the lab sells its own models. */
export function toModel(
  slug: string,
  lab: string,
  mentions: readonly Placed<Voice>[],
  ownHosts: readonly string[],
): Model {
  const circles = inOrderOfTrust(mentions, ownHosts);
  const say = <T>(read: (traits: ModelTraits) => T | null): T | null => {
    for (const circle of circles) {
      const values = circle.map(({ traits }) => (traits ? read(traits) : null));
      const said = mostSaid(values.filter((value) => value !== null));
      if (said !== undefined) return said;
    }
    return null;
  };
  const outputs = sorted(say(({ outputModalities }) => filled(outputModalities)));
  const [source, asOf] = newest(circles);
  return {
    ...statedFields(say),
    slug,
    name: toName(slug, circles, mentions),
    lab,
    model_type: toModelType(slug, outputs),
    is_open_source: say(({ isOpenWeights }) => isOpenWeights) ?? false,
    release_date: say(({ releaseDate }) => IsoDate.safeParse(releaseDate).data ?? null),
    knowledge_cutoff: say(
      ({ knowledgeCutoff }) => PartialDate.safeParse(knowledgeCutoff).data ?? null,
    ),
    retirement_date: retirementOf(mentions, ownHosts),
    context_window: say(({ contextWindow }) => contextWindow),
    max_output_tokens: say(({ maxOutputTokens }) => maxOutputTokens),
    input_modalities: sorted(say(({ inputModalities }) => filled(inputModalities))),
    output_modalities: outputs,
    supports: {
      tools: say(({ tools }) => tools),
      reasoning: say(({ reasoning }) => reasoning),
      structured_output: say(({ structuredOutput }) => structuredOutput),
      attachments: say(({ attachments }) => attachments),
    },
    weights_license: say(({ weightsLicense }) => weightsLicense),
    links: {
      lab: null,
      announcement: say(({ announcementUrl }) => announcementUrl),
      weights: say(({ weightsUrl }) => weightsUrl),
      documentation: null,
    },
    source,
    as_of: asOf,
  };
}

type UnknownField = keyof ReturnType<typeof unknownFields<typeof Model>>;
const UNKNOWN_FIELDS = Object.keys(unknownFields(Model)) as UnknownField[];

/** Fields that may be unknown, as the upstreams state them; those with a rule of their own follow it instead. */
function statedFields(
  say: <T>(read: (traits: ModelTraits) => T | null) => T | null,
): Pick<Model, UnknownField> {
  const stated = UNKNOWN_FIELDS.map((field) => [field, say(({ facts }) => facts?.[field] ?? null)]);
  return Object.fromEntries(stated);
}

/** Circles of voices, each asked when the ones before it are silent. A plain name speaks before a decorated one. */
function inOrderOfTrust(
  mentions: readonly Placed<Voice>[],
  ownHosts: readonly string[],
): Placed<Voice>[][] {
  const isPlain = ({ parts, step }: Placed<Voice>) =>
    parts.settings.length === 0 && (step === "own" || step === "strict" || step === "alias");
  const isOwn = ({ host }: Voice) => host !== null && ownHosts.includes(host);
  const isNeutral = ({ host }: Voice) => host === null;
  const plain = mentions.filter(isPlain);
  return [
    plain.filter(isOwn),
    plain.filter(isNeutral),
    mentions.filter(isOwn),
    mentions.filter(isNeutral),
    plain,
    [...mentions],
  ].filter((circle) => circle.length > 0);
}

/** The value most voices give; of equals the smaller text, so that no order of hosts decides. */
function mostSaid<T>(values: readonly T[]): T | undefined {
  const counts = new Map<string, { value: T; count: number }>();
  for (const value of values) {
    const key = JSON.stringify(value);
    const entry = counts.get(key) ?? { value, count: 0 };
    counts.set(key, { value, count: entry.count + 1 });
  }
  return [...counts].sort(
    ([a, left], [b, right]) => right.count - left.count || byText(a, b),
  )[0]?.[1].value;
}

/**
 * A name that says just what the slug says, however spelt; else one of the same key; else any that
 * somebody wrote: a host's decorations (`Cerebras-Llama-4-…`, `(Fast)`) come last.
 */
function toName(
  slug: string,
  circles: readonly Placed<Voice>[][],
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
      const name = mostSaid(names.filter((said) => isWrittenName(said) && isLike(said)));
      if (name !== undefined) return name;
    }
  }
  return nameFromId(getAt(mentions, 0).parts.plain);
}

/** The lab's own word for its undated name; else the last of its snapshots to go, if every one has a day. */
function retirementOf(
  mentions: readonly Placed<Voice>[],
  ownHosts: readonly string[],
): string | null {
  const own = mentions.filter(
    ({ host, traits }) => host !== null && ownHosts.includes(host) && traits,
  );
  const undated = own.filter(({ parts }) => parts.settings.length === 0);
  const dates = (undated.length > 0 ? undated : own).map(
    ({ traits }) => traits?.retirementDate ?? null,
  );
  if (dates.length === 0 || dates.includes(null)) return null;
  return (
    dates
      .flatMap((date) => date ?? [])
      .sort(byText)
      .at(-1) ?? null
  );
}

function newest(circles: readonly Placed<Voice>[][]): [source: string, asOf: string] {
  const voices = [...getAt(circles, 0)].sort(
    (a, b) => byText(b.asOf, a.asOf) || byText(a.source, b.source),
  );
  const { source, asOf } = getAt(voices, 0);
  return [source, asOf];
}

const filled = (modalities: string[]): string[] | null =>
  modalities.length > 0 ? [...modalities].sort(byText) : null;
const sorted = (modalities: string[] | null): string[] => modalities ?? [];
