/** Current models updated by today's claims, and the new ones. Slugs, names and labs stay. Pure. */

import { toModelType } from "../../identity/display-names.ts";
import type { LabFinder } from "../../identity/labs.ts";
import type { Placed } from "../../identity/model-set.ts";
import type { Correction } from "../../schema/editorial.ts";
import { Model } from "../../schema/model.ts";
import { isWithinContext } from "../../schema/offer.ts";
import type { Provider } from "../../schema/provider.ts";
import { unknownFields } from "../../schema/validation.ts";
import { correctRows } from "../corrections.ts";
import { distance } from "../gates/verdict.ts";
import {
  type Claim,
  type Decision,
  type Decisions,
  type Described,
  makersOf,
  type SplitTrait,
  splitTraits,
} from "./claims.ts";
import { describe } from "./model-from-claims.ts";

export interface ModelUpdateContext {
  labs: LabFinder;
  providers: readonly Provider[];
  /** What an upstream repeats wrongly every night is no news. */
  corrections: readonly Correction[];
  day: string;
  /** Model → first day on which a source listed it at any host. */
  firstSeen: ReadonlyMap<string, string>;
  /** Whether all who sell or describe the model were heard: else it stays as it is. */
  isFullyRead(slug: string): boolean;
  /** Whether all who tested it were heard: they speak of its weights. */
  areTestersRead(slug: string): boolean;
}

export interface UpdatedModels {
  models: Model[];
  /** Models as tonight's claims describe them, before anything that stands or was corrected. */
  reported: Model[];
  /** Of all models that somebody speaks of tonight. */
  splits: SplitTrait[];
}

/** @param mentions Slug → tonight's claims. */
export function updateModels(
  current: readonly Model[],
  mentions: ReadonlyMap<string, Placed<Claim>[]>,
  night: ModelUpdateContext,
): UpdatedModels {
  const known = new Map(current.map((model) => [model.slug, model]));
  const described = new Map(
    [...mentions].map(([slug, claims]) => [
      slug,
      describe(
        {
          slug,
          lab: known.get(slug)?.lab ?? night.labs.labOf(slug, makersOf(claims)),
          firstSeen: night.firstSeen.get(slug) ?? null,
        },
        claims,
        night.providers,
      ),
    ]),
  );
  const updated = current.map((model) => {
    const reported = described.get(model.slug);
    return reported && night.isFullyRead(model.slug) ? update(model, reported, night) : model;
  });
  const founded = [...described].flatMap(([slug, { model }]) => (known.has(slug) ? [] : [model]));
  const splits = [...described].flatMap(([slug, { decisions }]) => splitTraits(slug, decisions));
  const reported = [...described.values()].map(({ model }) => model);
  return { models: [...updated, ...founded], reported, splits };
}

/** What is not stated any more stays known; where the claims are split, nothing is. */
const pick = <T>(before: T | null, { value, counts }: Decision<T>): T | null =>
  value ?? (counts.length === 0 ? before : null);

const pickList = (before: string[], now: Decision<string[]>): string[] =>
  pick(before.length > 0 ? before : null, now) ?? [];

function update(
  model: Model,
  { model: reported, decisions: by }: Described,
  night: ModelUpdateContext,
): Model {
  const output_modalities = pickList(model.output_modalities, by.outputModalities);
  const isSameOutput = `${output_modalities}` === `${model.output_modalities}`;
  const next: Model = {
    ...model,
    ...keepUnsaid(unknownFields(Model), model, reported),
    model_type: isSameOutput ? model.model_type : toModelType(model.slug, output_modalities),
    is_open_source: night.areTestersRead(model.slug)
      ? pick(model.is_open_source, by.isOpenWeights)
      : model.is_open_source,
    // A day of the past does not move; upstreams differ about it by how they count previews.
    release_date: model.release_date ?? reported.release_date,
    knowledge_cutoff: pick(model.knowledge_cutoff, by.knowledgeCutoff),
    ...limitsOf(model, by),
    input_modalities: pickList(model.input_modalities, by.inputModalities),
    output_modalities,
    supports: {
      tools: pick(model.supports.tools, by.tools),
      reasoning: pick(model.supports.reasoning, by.reasoning),
      structured_output: pick(model.supports.structured_output, by.structuredOutput),
      attachments: pick(model.supports.attachments, by.attachments),
    },
    weights_license: pick(model.weights_license, by.weightsLicense),
    links: {
      ...model.links,
      announcement: pick(model.links.announcement, by.announcementUrl),
      weights: pick(model.links.weights, by.weightsUrl),
      documentation: pick(model.links.documentation, by.documentationUrl),
    },
  };
  const own = night.corrections.filter(({ kind, key }) => kind === "model" && key === model.slug);
  const [right = next] = correctRows(own, { models: [next], scores: new Map() }).models;
  return JSON.stringify(right) === JSON.stringify(model) ? model : { ...right, as_of: night.day };
}

/** Fields that may be unknown and that no rule above speaks of. */
function keepUnsaid<T extends object>(names: object, before: T, now: T): Partial<T> {
  const keys = Object.keys(names) as (keyof T)[];
  return Object.fromEntries(
    keys.map((name) => [name, now[name] ?? before[name]]),
  ) as unknown as Partial<T>;
}

/** No model's window ever grew, or shrank, so much in a night. */
const MAX_TIMES = 16;

const nearby = (before: number | null, now: number | null): number | null =>
  before !== null && now !== null && distance(before, now) >= MAX_TIMES ? before : now;

/** More output than the model can read at all is an error of one of the two, and nobody knows of which. */
function limitsOf(
  model: Model,
  by: Decisions,
): Pick<Model, "context_window" | "max_output_tokens"> {
  const context_window = nearby(model.context_window, pick(model.context_window, by.contextWindow));
  const max_output_tokens = nearby(
    model.max_output_tokens,
    pick(model.max_output_tokens, by.maxOutputTokens),
  );
  const limits = { context_window, max_output_tokens };
  return isWithinContext(limits) ? limits : { ...limits, max_output_tokens: null };
}
