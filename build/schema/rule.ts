/** Rules about facts, the days on which sources were read, changes that wait, and changes that were recorded. */
import * as z from "zod";
import {
  ChangeType,
  Count,
  IsoDate,
  NonEmptyText,
  nullableSchemas,
  PositiveCount,
  Slug,
} from "./values.ts";

const RuleId = z.string().regex(/^[a-z]+(_[a-z0-9]+)*$/, "write lower-case words joined by _");

const RuleFields = z.strictObject({
  id: RuleId,
  about: z.enum([
    ...(["price", "move", "list", "limits", "status", "trait"] as const),
    ...(["score", "figure", "name", "structure"] as const),
  ]),
  effect: z
    .enum(["doubt", "hold", "reject"])
    .describe(
      "doubt: the value is marked as doubtful, and published only if every other known value is doubtful, too; hold: the old value stays published; reject: the value is not recorded",
    ),
  threshold: nullableSchemas.number.describe(
    "Threshold of the rule; the placeholder {threshold} or {percent} in the sentence stands for it",
  ),
  readings: PositiveCount.nullable().describe(
    "Number of different days on which a source must state a new value before the value is accepted without a second source. Null when a second source or a person must confirm it",
  ),
  sentence: NonEmptyText.describe("Reason for the rule's decision, as a sentence that readers see"),
});
/**
 * One rule about facts; its predicate is in `build/rules/`, under its id. A comparison with a missing threshold is never
 * true in SQL, so that the rule would be switched off without a word.
 */
export const DataQualityRule = RuleFields.refine(
  ({ sentence, threshold }) => threshold !== null || !/\{(threshold|percent)\}/.test(sentence),
  { path: ["threshold"], message: "the sentence contains the threshold, so it needs a number" },
);
export type DataQualityRule = z.infer<typeof DataQualityRule>;

/** A source answered on a day, and its rows were judged. Append-only. */
export const SourceReadingRecord = z.strictObject({
  source: Slug,
  day: IsoDate,
  rows: Count.nullable().describe(
    "Number of rows in the source's answer; null for days before row counts were recorded",
  ),
});
export type SourceReadingRecord = z.infer<typeof SourceReadingRecord>;

/** A change that a source states and a rule holds back: the old value stays until it is confirmed. */
export const HeldChangeRow = z.strictObject({
  kind: Slug.describe("Kind of fact: offer, model, score, figure, host or list"),
  key: NonEmptyText.describe("Key: `host model_id`, a model's slug, or `benchmark model`"),
  field: NonEmptyText,
  value: NonEmptyText.nullable().describe(
    "New value that the source states; null when the source withdraws the fact or states no value",
  ),
  source: Slug,
  rule: RuleId,
  since: IsoDate.describe("Day on which the source first stated the value"),
  last_seen: IsoDate.describe("Most recent day on which the source stated the value"),
  readings: PositiveCount.describe(
    "Number of times in a row that the source was read and stated this value",
  ),
});
export type HeldChangeRow = z.infer<typeof HeldChangeRow>;

/** Stands in place of a host for changes without one, such as changes of models and scores. */
export const NO_HOST = "none";

/** A decision by a person to accept changes that a rule held back. Append-only. */
export const AcceptedChangeRow = z.strictObject({
  date: IsoDate.describe("Day of the nightly run that accepted the change"),
  rule: RuleId,
  source: Slug,
  host: Slug.nullable().describe(
    `Host whose changes were accepted; "${NO_HOST}" for changes that have no host; null when changes of all hosts and changes without a host were accepted`,
  ),
  reason: NonEmptyText.describe("What the person who accepted the change found out"),
});
export type AcceptedChangeRow = z.infer<typeof AcceptedChangeRow>;

/** All ids have six digits, so that sorting rows as text also sorts them by id. */
export const FIRST_CHANGE_ID = 100_001;

/**
 * What identifies a change; prices, sources and names come from the facts that it is about. Append-only: a change that the
 * facts no longer show is withdrawn by a later row.
 */
export const RecordedChange = z.strictObject({
  id: z
    .int()
    .min(FIRST_CHANGE_ID)
    .max(999_999)
    .describe("Id of the change: the id of the previous row plus one"),
  recorded: IsoDate.describe("Day of the run that recorded the change"),
  date: IsoDate.describe("Day on which the change took effect"),
  type: ChangeType,
  model: Slug.nullable().describe(
    "Slug that the model had when the change was recorded; null for company figures",
  ),
  provider: Slug.nullable().describe(
    "Host or company that the change is about; null for a change of the model itself",
  ),
  key: NonEmptyText.nullable().describe(
    "Further value that identifies the change. context_changed: the old and the new limit (`128000 200000`). retirement: the day of retirement. renamed: the old slug. company_update: metric, scope, effective date and value, joined by `|`. correction: the id of the withdrawn change, or null for a corrected price. Null for all other kinds",
  ),
});
export type RecordedChange = z.infer<typeof RecordedChange>;
