/** Changes in the order in which they were recorded. */
import * as z from "zod";
import { ChangeType, IsoDate, NonEmptyText, Slug } from "./values.ts";

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
