import { z } from "zod";
import { findRatesFault } from "./rate.ts";
import { IsoDate, NonEmptyText, Slug, UsdPerMtok } from "./values.ts";

const STATEMENT_EVENTS = ["stated", "withdrawn"] as const;

/**
 * What one source states as the price of one host-side id, from a day on. The file's name is the host. Append-only: a
 * statement is never rewritten; the price that is published is computed from all of them.
 */
export const PriceStatement = z
  .strictObject({
    recorded: IsoDate.describe("Day on which the source was first seen to state it"),
    effective: IsoDate.nullable().describe(
      "Day the price takes effect, where the source dates it; null otherwise. A day after `recorded` is an announcement",
    ),
    model_id: NonEmptyText.describe("Identifier at this host"),
    source: Slug,
    event: z
      .enum(STATEMENT_EVENTS)
      .describe("`stated`: the source lists the id at these prices; `withdrawn`: no longer"),
    input: UsdPerMtok.nullable().describe("USD per 1M input tokens; null: none or withdrawn"),
    output: UsdPerMtok.nullable().describe("USD per 1M output tokens"),
    cache_read: UsdPerMtok.nullable().describe("USD per 1M input tokens read from the cache"),
    cache_write: UsdPerMtok.nullable().describe("USD per 1M tokens written to the cache"),
    rates: z
      .string()
      .superRefine((text, context) => {
        const message = findRatesFault(text);
        if (message !== null) context.addIssue({ code: "custom", message });
      })
      .nullable()
      .describe(
        "All other rates, joined by `; `: `<meter>[@condition]=<USD>[/unit]`, per 1M tokens where no unit is named: `input@batch=1.25; cache_write@1h=6; input_audio=0.006/minute`",
      ),
    note: NonEmptyText.nullable().describe(
      "`suspect: why` (kept, not published), `reseller: whose price it is`, `rule: why it was withdrawn`, `repointed: …` (sound, but the name was pointed at another model: no move), `before: …` (the price until a dated change, on the day before it); for source `operator` the address that shows the price; null for most",
    ),
  })
  .refine(
    ({ source, note }) => source !== "operator" || /^https:\/\/\S+/.test(note ?? ""),
    "an operator's statement needs the address that shows it: write https://… into note",
  );
export type PriceStatement = z.infer<typeof PriceStatement>;
