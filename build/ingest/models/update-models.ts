/** Current models updated by today's claims, and the new ones. Slugs, names and labs stay. Pure. */

import { toModelType } from "../../identity/display-names.ts";
import type { Correction } from "../../schema/editorial.ts";
import { Model } from "../../schema/model.ts";
import { isWithinContext } from "../../schema/offer.ts";
import { unknownFields } from "../../schema/validation.ts";
import { correctRows } from "../corrections.ts";
import { distance } from "../gates/verdict.ts";
import type { Decision, Decisions, Described } from "./claims.ts";

export interface ModelUpdateContext {
  /** What an upstream repeats wrongly every day is no news. */
  corrections: readonly Correction[];
  day: string;
  /** Whether every source that sells or describes the model was read: else it stays as it is. */
  isFullyRead(slug: string): boolean;
  /** Whether every source that tested it was read: they report whether its weights are open. */
  areTestersRead(slug: string): boolean;
}

/** @param described Slug → the model as today's claims describe it. */
export function updateModels(
  current: readonly Model[],
  described: ReadonlyMap<string, Described>,
  context: ModelUpdateContext,
): Model[] {
  const known = new Set(current.map(({ slug }) => slug));
  const updated = current.map((model) => {
    const claimed = described.get(model.slug);
    return claimed && context.isFullyRead(model.slug) ? update(model, claimed, context) : model;
  });
  const fresh = [...described].flatMap(([slug, { model }]) => (known.has(slug) ? [] : [model]));
  return [...updated, ...fresh];
}

/** What is not stated any more stays known; where the claims are split, nothing is. */
const pick = <T>(before: T | null, { value, counts }: Decision<T>): T | null =>
  value ?? (counts.length === 0 ? before : null);

const pickList = (before: string[], now: Decision<string[]>): string[] =>
  pick(before.length > 0 ? before : null, now) ?? [];

function update(
  model: Model,
  { model: claimed, decisions: by }: Described,
  context: ModelUpdateContext,
): Model {
  const output_modalities = pickList(model.output_modalities, by.outputModalities);
  const isSameOutput = `${output_modalities}` === `${model.output_modalities}`;
  const next: Model = {
    ...model,
    ...keepUnsaid(unknownFields(Model), model, claimed),
    model_type: isSameOutput ? model.model_type : toModelType(model.slug, output_modalities),
    is_open_source: context.areTestersRead(model.slug)
      ? pick(model.is_open_source, by.isOpenWeights)
      : model.is_open_source,
    // A day of the past does not move; upstreams differ about it by how they count previews.
    release_date: model.release_date ?? claimed.release_date,
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
  const own = context.corrections.filter(({ kind, key }) => kind === "model" && key === model.slug);
  const [right = next] = correctRows(own, { models: [next], scores: new Map() }).models;
  return JSON.stringify(right) === JSON.stringify(model) ? model : { ...right, as_of: context.day };
}

/** Fields that may be unknown and that no rule above speaks of. */
function keepUnsaid<T extends object>(names: object, before: T, now: T): Partial<T> {
  const keys = Object.keys(names) as (keyof T)[];
  return Object.fromEntries(
    keys.map((name) => [name, now[name] ?? before[name]]),
  ) as unknown as Partial<T>;
}

/** No model's window ever grew, or shrank, so much in a context. */
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
