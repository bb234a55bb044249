/** Rules about facts, the days on which sources were read, and changes that wait. */
import { z } from "zod";
import { IsoDate, Slug, Text } from "./values.ts";

const RuleId = z.string().regex(/^[a-z]+(_[a-z0-9]+)*$/, "write lower-case words joined by _");

/** One rule about facts; its predicate is in `build/rules/`, under its id. */
export const Rule = z.strictObject({
  id: RuleId,
  about: z.enum([
    ...(["price", "move", "list", "limits", "status", "trait"] as const),
    ...(["score", "figure", "name", "structure"] as const),
  ]),
  effect: z
    .enum(["doubt", "hold", "reject", "stop"])
    .describe(
      "doubt: published with a mark, and never in place of what nobody doubts; hold: the old value stays; reject: the row is left out; stop: nothing is published",
    ),
  threshold: z.number().nullable().describe("The number that the sentence names as {threshold}"),
  readings: z
    .int()
    .positive()
    .nullable()
    .describe(
      "Unchanged readings, over at least as many days, after which the change passes although one source alone states it; null: never",
    ),
  sentence: Text.describe("What it objects to, in words for readers"),
});
export type Rule = z.infer<typeof Rule>;

/** A source answered on a day, and its rows were judged. Append-only. */
export const Reading = z.strictObject({
  source: Slug,
  day: IsoDate,
  rows: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Rows of the answer; null for days before readings were recorded"),
});
export type Reading = z.infer<typeof Reading>;

/** A change that a source states and a rule holds back: the old value stays until it is confirmed. */
export const Held = z.strictObject({
  kind: Slug.describe("Kind of the fact: offer, model, score, figure, host, list"),
  key: Text.describe("Which one: `host model_id`, the model, `benchmark model`"),
  field: Text,
  value: Text.nullable().describe(
    "What the source states; null where it withdraws or has no value",
  ),
  source: Slug,
  rule: RuleId,
  since: IsoDate.describe("Day on which the source first stated it"),
  last_seen: IsoDate.describe("Newest day on which it did"),
  readings: z.int().positive().describe("Readings since then, all of them with this value"),
});
export type Held = z.infer<typeof Held>;

/** A person looked at what a rule held back and let it through. Append-only. */
export const AcceptedRule = z.strictObject({
  date: IsoDate.describe("Day of the night that was let through"),
  rule: RuleId,
  source: Slug,
  host: Slug.nullable().describe("Where only this host's changes were accepted"),
  reason: Text.describe("What the person found"),
});
export type AcceptedRule = z.infer<typeof AcceptedRule>;
