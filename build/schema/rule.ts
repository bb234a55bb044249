/** Rules about facts, the days on which sources were read, and changes that wait. */
import { z } from "zod";
import { IsoDate, NonEmptyText, Slug } from "./values.ts";

const RuleId = z.string().regex(/^[a-z]+(_[a-z0-9]+)*$/, "write lower-case words joined by _");

/** One rule about facts; its predicate is in `build/rules/`, under its id. */
export const FactRule = z.strictObject({
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
  sentence: NonEmptyText.describe("What it objects to, in words for readers"),
});
export type FactRule = z.infer<typeof FactRule>;

/** A source answered on a day, and its rows were judged. Append-only. */
export const SourceReading = z.strictObject({
  source: Slug,
  day: IsoDate,
  rows: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Rows of the answer; null for days before readings were recorded"),
});
export type SourceReading = z.infer<typeof SourceReading>;

/** A change that a source states and a rule holds back: the old value stays until it is confirmed. */
export const HeldChangeRow = z.strictObject({
  kind: Slug.describe("Kind of the fact: offer, model, score, figure, host, list"),
  key: NonEmptyText.describe("Which one: `host model_id`, the model, `benchmark model`"),
  field: NonEmptyText,
  value: NonEmptyText.nullable().describe(
    "What the source states; null where it withdraws or has no value",
  ),
  source: Slug,
  rule: RuleId,
  since: IsoDate.describe("Day on which the source first stated it"),
  last_seen: IsoDate.describe("Newest day on which it did"),
  readings: z.int().positive().describe("Readings since then, all of them with this value"),
});
export type HeldChangeRow = z.infer<typeof HeldChangeRow>;

/** A person looked at what a rule held back and let it through. Append-only. */
export const RuleAcceptanceRow = z.strictObject({
  date: IsoDate.describe("Day of the night that was let through"),
  rule: RuleId,
  source: Slug,
  host: Slug.nullable().describe("Where only this host's changes were accepted"),
  reason: NonEmptyText.describe("What the person found"),
});
export type RuleAcceptanceRow = z.infer<typeof RuleAcceptanceRow>;
