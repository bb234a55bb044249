import * as z from "zod";
import { Count, IsoDate, NonEmptyText, optionalFactField, Slug, WebUrl } from "./values.ts";

/** One upstream that facts are read from. `operator` is this project's own work, `third-party` what others say of prices. */
export const Source = z.strictObject({
  id: Slug.describe("Id of the source, which every row from this source names"),
  name: NonEmptyText,
  url: WebUrl.nullable().describe("URL of the source's web page; null for our own work"),
  data_url: WebUrl.nullable().describe(
    "URL from which the nightly job reads the source; null when there is none",
  ),
  entry_url: optionalFactField(WebUrl).describe(
    "Template of the URL at which the source states facts about a model id. `{host}` stands for the source's name of the host, `{model_id}` for the id. Null when the source has no such URLs",
  ),
  license: NonEmptyText.describe("SPDX identifier"),
  license_url: WebUrl,
  copyright: NonEmptyText.nullable().describe("Copyright line that must be kept under the licence"),
  credit: NonEmptyText.describe("Text that credits the source in NOTICE, written by us"),
  provides: z
    .array(NonEmptyText)
    .min(1)
    .describe("Kinds of facts that are taken from the source: prices, scores, ..."),
  generated_from: optionalFactField(z.array(Slug)).describe(
    "Ids of the sources whose data this source republishes. A source does not count as an independent confirmation of data that it republishes. Null when it republishes none",
  ),
  retired_on: optionalFactField(IsoDate).describe(
    "First day on which the source is no longer read, set by a person; null while it is read",
  ),
  recorded_on: IsoDate.describe("Newest day on which an answer of this source was accepted"),
  missed_runs: Count.describe(
    "Number of consecutive scheduled runs, up to the last one, in which this source could not be read",
  ),
  missed_on: optionalFactField(IsoDate).describe(
    "Day of the most recent run in which the source could not be read. Null when the last run could read the source",
  ),
});
export type Source = z.infer<typeof Source>;

/** What describes a source; the other fields come from each reading or from a person. */
export type SourceDescription = Pick<
  Source,
  "name" | "url" | "data_url" | "license" | "license_url" | "credit" | "provides"
> &
  Partial<Pick<Source, "entry_url">>;
