/** deprecations-rss: retirement notices for models, read from the pages of labs and hosts. It states no offers. */
import * as z from "zod";
import { IsoDate } from "../schema/values.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import type { RetirementNotice } from "./listing.ts";
import { stripUrlTracking } from "./parse/text.ts";

const ID = "deprecations-rss";
const FILE = "data.json";
const ADDRESS = "https://raw.githubusercontent.com/deprecations/deprecations-rss/main/data.json";

const Notice = z.looseObject({
  provider: z.string(),
  model_id: z.string(),
  /** Empty when the page names no retirement date. */
  shutdown_date: z.union([IsoDate, z.literal("")]),
  replacement_models: z.array(z.string()).nullish(),
  url: z.string().transform(stripUrlTracking),
});
type Notice = z.infer<typeof Notice>;

export const deprecationsRssCollector: Collector = {
  id: ID,
  live: { requests: () => [{ url: ADDRESS, path: FILE }], megabytes: 10, seconds: 60 },
  minRows: 150,
  translate(reader) {
    const rows = reader.check(FILE, reader.getJson(FILE, z.array(z.unknown())), Notice);
    const nameOf = ({ provider, model_id }: Notice) => `${provider}: ${model_id}`;
    return { notices: reader.each(FILE, rows, nameOf, (row) => toNotice(row, reader)) };
  },
};

function toNotice(row: Notice, reader: SourceFileReader): RetirementNotice | string {
  // Azure's page states a date for every model, even new ones: the day until which the model is kept at least.
  if (row.provider === "Azure") return "a lifecycle date that is not an announced retirement";
  const host = reader.hostOf(row.provider);
  if (host === undefined)
    return `no host known as "${row.provider}": add it to data/aliases/hosts.csv`;
  if (row.url === null) return "the address of the notice's page is not valid";
  if (row.shutdown_date === "") return "the page names no retirement date";
  // Google's page states the earliest possible day and postpones it.
  if (row.provider === "Google" && row.shutdown_date > reader.context.day)
    return "only the earliest possible retirement date; no retirement was announced";
  return {
    source: ID,
    host,
    modelId: row.model_id,
    retirement_date: row.shutdown_date,
    replacements: row.replacement_models ?? [],
    source_url: row.url,
  };
}
