import { z } from "zod";
import { IsoDate, NonEmptyText, optionalFactField, Slug, WebUrl } from "./values.ts";

/** One upstream that facts are read from. `operator` is this project's own work. */
export const Source = z.strictObject({
  id: Slug.describe("Named by every row that came from this upstream"),
  name: NonEmptyText,
  url: WebUrl.nullable().describe("Address of the upstream for people; null for our own work"),
  data_url: WebUrl.nullable().describe("Address the collector reads; null when there is none"),
  entry_url: optionalFactField(WebUrl).describe(
    "Address that shows what it states of one id, with `{host}` (its own name of the host) and `{model_id}` in it; null where it has none",
  ),
  license: NonEmptyText.describe("SPDX identifier"),
  license_url: WebUrl,
  copyright: NonEmptyText.nullable().describe("Copyright line that the licence asks to keep"),
  credit: NonEmptyText.describe("Attribution line for NOTICE, in our words"),
  provides: z
    .array(NonEmptyText)
    .min(1)
    .describe("Kinds of facts taken from it: prices, scores, ..."),
  generated_from: optionalFactField(z.array(Slug)).describe(
    "Sources that this one is made from: no independent witness of them. Null: of none",
  ),
  retired_on: optionalFactField(IsoDate).describe(
    "Day from which it is read no more, set by a person; null while it is read",
  ),
  recorded_on: IsoDate.describe("Day the newest accepted answer of this upstream was recorded"),
  missed_runs: z
    .int()
    .nonnegative()
    .describe("Nights in a row, up to now, in which this upstream was due and could not be read"),
});
export type Source = z.infer<typeof Source>;

/** What a collector says of its upstream; the rest comes with each reading or from a person. */
export type SourceDescription = Omit<
  Source,
  "entry_url" | "generated_from" | "retired_on" | "recorded_on" | "missed_runs"
> &
  Partial<Pick<Source, "entry_url" | "generated_from">>;
