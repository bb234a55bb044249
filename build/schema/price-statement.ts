import * as z from "zod";
import { findRatesCellFault } from "../cost/rates.ts";
import { IsoDate, isReadByPerson, NonEmptyText, Slug, UsdPerMtok } from "./values.ts";

const STATEMENT_EVENTS = ["stated", "was_wrong", "withdrawn"] as const;

/**
 * What one source states as the price of one host-side id, from a day on. The file's name is the host. Append-only: a
 * statement is never rewritten; the price that is published is computed from all of them.
 */
export const PriceStatement = z
  .strictObject({
    recorded: IsoDate.describe("First day on which this source was seen to state these prices"),
    effective: IsoDate.nullable().describe(
      "Day on which the price takes effect; null if the source names no day. If `effective` is later than `recorded`, the price is announced",
    ),
    model_id: NonEmptyText.describe("Model id at this host"),
    source: Slug,
    event: z
      .enum(STATEMENT_EVENTS)
      .describe(
        "`stated`: the source lists the id at these prices. `withdrawn`: the source no longer lists the id. `was_wrong`: the row of this source and id that was recorded on the day in `effective` was wrong, so no price, history or finding uses that row",
      ),
    input: UsdPerMtok.nullable().describe(
      "USD per 1M input tokens; null when the source states no input price, or no longer lists the id",
    ),
    output: UsdPerMtok.nullable().describe("USD per 1M output tokens"),
    cache_read: UsdPerMtok.nullable().describe("USD per 1M input tokens read from the cache"),
    cache_write: UsdPerMtok.nullable().describe("USD per 1M tokens written to the cache"),
    rates: z
      .string()
      .superRefine((text, context) => {
        const message = findRatesCellFault(text);
        if (message !== null) context.addIssue({ code: "custom", message });
      })
      .nullable()
      .describe(
        "All rates that have no column of their own, separated by `; `. Each rate is written `<meter>[@condition]=<USD>[/unit]`; without a unit, the price is per 1M tokens. Example: `input@batch=1.25; cache_write@1h=6; input_audio=0.006/minute`",
      ),
    note: NonEmptyText.nullable().describe(
      "One of: `suspect: <reason>` (recorded but not published), `reseller: <host whose price it is>`, `rule: <why the price was withdrawn>`, `repointed: …` (the price is right, but the id now means another model, so this is not a price move), `wrong: <reason> <https URL>` (in rows with `was_wrong`), `before: …` (the price that applied until the day before a dated change); for the sources `operator` and `third-party`, the URL of the page that shows the price; null for most rows",
    ),
  })
  .refine(
    ({ source, event, note }) =>
      !isReadByPerson(source) || event === "was_wrong" || /^https:\/\/\S+/.test(note ?? ""),
    {
      path: ["note"],
      error:
        "a price with source operator or third-party needs the URL of the page that shows it: write https://… into note",
    },
  );
export type PriceStatement = z.infer<typeof PriceStatement>;
