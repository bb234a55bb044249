import { z } from "zod";
import { IsoDate, NonEmptyText, optionalFactField, Slug, WebUrl } from "./values.ts";

/** One upstream that facts are read from. `operator` is this project's own work. */
export const Source = z.strictObject({
  id: Slug.describe("Id that every row from this upstream names as its source"),
  name: NonEmptyText,
  url: WebUrl.nullable().describe("Address of the upstream for people; null for our own work"),
  data_url: WebUrl.nullable().describe("Address the collector reads; null when there is none"),
  entry_url: optionalFactField(WebUrl).describe(
    "Address of the upstream's entry for one id; `{host}` stands for the upstream's name of the host, `{model_id}` for the id. Null when it has no such addresses",
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
    "Sources whose data this source republishes; it does not count as independent of them. Null: none",
  ),
  retired_on: optionalFactField(IsoDate).describe(
    "First day on which the source is no longer read, set by a person; null while it is read",
  ),
  recorded_on: IsoDate.describe("Newest day on which an answer of this upstream was accepted"),
  missed_runs: z
    .int()
    .nonnegative()
    .describe(
      "Number of consecutive nights, up to the last one, in which this upstream was due but could not be read",
    ),
  missed_on: optionalFactField(IsoDate).describe(
    "Most recent night in which the upstream could not be read; a second run on the same day is not counted again. Null when it was read",
  ),
});
export type Source = z.infer<typeof Source>;

/** A source as its licence and its credit describe it; the rest comes with each reading or from a person. */
export type SourceDescription = Omit<
  Source,
  "id" | "entry_url" | "generated_from" | "retired_on" | "recorded_on" | "missed_runs" | "missed_on"
> &
  Partial<Pick<Source, "entry_url">>;
