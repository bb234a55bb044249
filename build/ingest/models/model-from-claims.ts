/** All claims about one model → its fact. Pure. */
import { toNameParts } from "../../identity/canonical-key.ts";
import {
  isWrittenName,
  nameFromId,
  toModelName,
  toModelType,
} from "../../identity/display-names.ts";
import { count } from "../../identity/frequency.ts";
import type { Placed } from "../../identity/model-set.ts";
import { byText, getAt, groupBy } from "../../schema/collections.ts";
import { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { unknownFields } from "../../schema/validation.ts";
import { toSlug } from "../../schema/values.ts";
import {
  type Claim,
  type Decisions,
  type Described,
  decideTraits,
  isPlain,
  type KnownModel,
  priorityGroups,
} from "./claims.ts";

/** The fact of one model, from all who speak of it. */
export function describeModel(
  known: KnownModel,
  claims: readonly Placed<Claim>[],
  providers: readonly Provider[],
): Described {
  const ownHosts = providers.find((provider) => provider.slug === known.lab)?.own_hosts ?? [];
  const decisions = decideTraits(claims, ownHosts, known.firstSeen);
  return { model: toModel(known, claims, ownHosts, decisions), decisions };
}

function toModel(
  { slug, lab, firstSeen }: KnownModel,
  mentions: readonly Placed<Claim>[],
  ownHosts: readonly string[],
  stated: Decisions,
): Model {
  const groups = priorityGroups("host", mentions, ownHosts).filter((group) => group.length > 0);
  const outputs = stated.outputModalities.value ?? [];
  const [source, asOf] = newest(getAt(groups, 0));
  return {
    ...statedFields(groups),
    slug,
    name: toName(slug, groups, mentions),
    lab,
    model_type: toModelType(slug, outputs),
    is_open_source: stated.isOpenWeights.value,
    release_date: stated.releaseDate.value,
    knowledge_cutoff: stated.knowledgeCutoff.value,
    retirement_date: retirementOf(
      mentions,
      ownHosts,
      latest([firstSeen, stated.releaseDate.value]),
    ),
    context_window: stated.contextWindow.value,
    max_output_tokens: stated.maxOutputTokens.value,
    input_modalities: stated.inputModalities.value ?? [],
    output_modalities: outputs,
    supports: {
      tools: stated.tools.value,
      reasoning: stated.reasoning.value,
      structured_output: stated.structuredOutput.value,
      attachments: stated.attachments.value,
    },
    weights_license: stated.weightsLicense.value,
    links: {
      lab: null,
      announcement: stated.announcementUrl.value,
      weights: stated.weightsUrl.value,
      documentation: stated.documentationUrl.value,
    },
    source,
    as_of: asOf,
  };
}

type UnknownField = keyof ReturnType<typeof unknownFields<typeof Model>>;
const UNKNOWN_FIELDS = Object.keys(unknownFields(Model)) as UnknownField[];

/** Fields that may be unknown, as the upstreams state them; those with a rule of their own follow it instead. */
function statedFields(groups: readonly (readonly Claim[])[]): Pick<Model, UnknownField> {
  const say = (read: (facts: Partial<Model>) => unknown) =>
    groups.flatMap((group) => {
      const values = group.map(({ traits }) => read(traits?.facts ?? {}) ?? null);
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
  groups: readonly (readonly Placed<Claim>[])[],
  mentions: readonly Placed<Claim>[],
): string {
  const { key } = toNameParts(slug);
  const levels: ((name: string) => boolean)[] = [
    (name) => toSlug(name) === slug,
    (name) => toNameParts(name).key === key,
    () => true,
  ];
  for (const isLike of levels) {
    for (const group of groups) {
      const names = group.flatMap(({ displayName }) =>
        displayName ? (toModelName(displayName) ?? []) : [],
      );
      const [most] = count(names.filter((stated) => isWrittenName(stated) && isLike(stated)));
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
  mentions: readonly Placed<Claim>[],
  ownHosts: readonly string[],
  since: string | null,
): string | null {
  const endOf = ({ traits }: Claim) => {
    const day = traits?.retirementDate ?? null;
    return day !== null && day > (since ?? "") ? day : null;
  };
  const own = mentions.filter(({ host }) => host !== null && ownHosts.includes(host));
  const recorders = new Set(own.flatMap((one) => (endOf(one) ? one.source : [])));
  const reported = own.filter(({ source }) => recorders.has(source));
  const normalized = reported.filter(({ step }) => step !== "tag");
  const ids = normalized.length > 0 ? normalized : reported;
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

function newest(group: readonly Claim[]): [source: string, asOf: string] {
  const claims = [...group].sort((a, b) => byText(b.asOf, a.asOf) || byText(a.source, b.source));
  const { source, asOf } = getAt(claims, 0);
  return [source, asOf];
}
