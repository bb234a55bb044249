/** Made-up rows of the price ledger, for tests to change. */
import { PriceStatement } from "../../build/schema/price-statement.ts";
import { createNullFields } from "../../build/schema/values.ts";

/** `source` states `input` and `output` for `acme-large`. */
export const samplePrice = (
  recorded: string,
  input: number | null,
  output: number | null,
  more: Partial<PriceStatement> = {},
): PriceStatement => ({
  ...createNullFields(PriceStatement),
  recorded,
  model_id: "acme-large",
  source: "upstream",
  event: "stated",
  input,
  output,
  ...more,
});

/** `source` no longer lists `acme-large`. */
export const sampleWithdrawal = (
  recorded: string,
  more: Partial<PriceStatement> = {},
): PriceStatement => samplePrice(recorded, null, null, { event: "withdrawn", ...more });

/**
 * Statements of a ledger in words, parted by a comma and a blank: source (left out: the one before), day (left out: the
 * first of the year; without a year: of 2026), input and output in USD per 1M tokens (one number where they are the same;
 * `none` where there is none, `gone` for a withdrawal), and further fields.
 *
 * @example `models-dev 2, 03-01 2/8 id=acme-large-fast cache_read=0.2, litellm 2025-05-01 gone`
 */
export function readPriceStatements(text: string, source = ""): PriceStatement[] {
  return text.split(/,\s+/).map((one) => {
    const match = /^(?:([a-z-]+) (?=\d|none|gone))?(?:((?:\d{4}-)?\d\d-\d\d) )?(\S+)(.*)$/.exec(
      one,
    );
    if (match === null) throw new Error(`no statement of a ledger: ${one}`);
    const [, stated = source, day = "01-01", amounts = "", fields = ""] = match;
    source = stated;
    const [input = null, output = input] = amounts.split("/").map(readAmount);
    const more = Array.from(
      fields.matchAll(/ (\w+)=(.*?)(?= \w+=|$)/g),
      ([, name = "", value = ""]) => [
        name === "id" ? "model_id" : name,
        /^cache_|_window$/.test(name) ? Number(value) : value,
      ],
    );
    const event = amounts === "gone" ? "withdrawn" : "stated";
    const recorded = day.length === 5 ? `2026-${day}` : day;
    return samplePrice(recorded, input, output, { source, event, ...Object.fromEntries(more) });
  });
}

const readAmount = (text: string): number | null =>
  text === "none" || text === "gone" ? null : Number(text);
