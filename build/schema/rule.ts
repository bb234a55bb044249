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
      "doubt: the value is published as doubtful, but never in place of a value that no rule doubts; hold: the old value stays; reject: the row is left out; stop: nothing is published",
    ),
  threshold: z
    .number()
    .nullable()
    .describe("The number that the sentence names as {threshold}, or as {percent}"),
  readings: z
    .int()
    .positive()
    .nullable()
    .describe(
      "Number of unchanged readings, over at least as many days, after which a change passes even if only one source states it; null: never",
    ),
  sentence: NonEmptyText.describe("What the rule objects to, in one sentence for readers"),
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
    .describe("Number of rows in the answer; null for days before row counts were recorded"),
});
export type SourceReading = z.infer<typeof SourceReading>;

/** A change that a source states and a rule holds back: the old value stays until it is confirmed. */
export const HeldChangeRow = z.strictObject({
  kind: Slug.describe("Kind of the fact: offer, model, score, figure, host, list"),
  key: NonEmptyText.describe("Which fact: `host model_id`, a model, or `benchmark model`"),
  field: NonEmptyText,
  value: NonEmptyText.nullable().describe(
    "New value that the source states; null when it withdraws the fact or states no value",
  ),
  source: Slug,
  rule: RuleId,
  since: IsoDate.describe("Day on which the source first stated it"),
  last_seen: IsoDate.describe("Newest day on which the source stated it"),
  readings: z
    .int()
    .positive()
    .describe("Number of readings of the source since then; all had this value"),
});
export type HeldChangeRow = z.infer<typeof HeldChangeRow>;

/** A person looked at what a rule held back and let it through. Append-only. */
export const RuleAcceptanceRow = z.strictObject({
  date: IsoDate.describe("Day of the run in which the change was accepted"),
  rule: RuleId,
  source: Slug,
  host: Slug.nullable().describe("Host whose changes were accepted; null: those of every host"),
  reason: NonEmptyText.describe("What the person found"),
});
export type RuleAcceptanceRow = z.infer<typeof RuleAcceptanceRow>;
