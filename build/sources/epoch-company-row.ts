/** What the four tables of "Data on AI Companies" share: cells, days, confidence, and who a row is about. */
import { z } from "zod";
import type { CompanyFact } from "../schema/activity.ts";
import { IsoDate } from "../schema/values.ts";
import type { Rejected } from "./listing.ts";
import { toCleanUrl } from "./parse/clean-values.ts";

export const EPOCH_COMPANIES = "epoch-companies";

/** Upstream's name → our lab. */
const COMPANIES: ReadonlyMap<string, string> = new Map([
  ["Anthropic", "anthropic"],
  ["DeepSeek", "deepseek"],
  ["Google", "google"],
  ["Meta", "meta"],
  ["MiniMax", "minimax"],
  ["Mistral AI", "mistral"],
  ["OpenAI", "openai"],
  ["Z.ai", "zhipuai"],
  ["xAI", "xai"],
]);

const emptyToNull = (text: string): string | null => (text === "" ? null : text);

export const Day = z.union([z.literal(""), IsoDate]).transform(emptyToNull);
export const Label = z.string().transform(emptyToNull);
export const Amount = z
  .string()
  .regex(/^(\d+(\.\d+)?)?$/, "not an amount")
  .transform((text) => (text === "" ? null : Number(text)));

/** Columns of every table. `Id` is the upstream's own short name of the row (`June 2025 10B`). */
export const CommonRow = z.object({
  Id: z.string(),
  Company: z.string(),
  "Report date": Day,
  "Source 1": z.string(),
  Confidence: Label,
});
export type CommonRow = z.infer<typeof CommonRow>;

/** A row is a fact of a company, or there is a reason why it is none. */
export type Verdict = Omit<CompanyFact, "as_of" | "source" | "source_url"> | { reason: string };
export interface Judged {
  facts: { company: string; fact: CompanyFact }[];
  rejected: Rejected[];
}

/** Every row of a table → its facts; one row may give none, one or more. */
export function judge<R extends CommonRow>(
  rows: readonly R[],
  place: string,
  toVerdict: (row: R) => Verdict | undefined,
): Judged {
  const judged: Judged = { facts: [], rejected: [] };
  for (const row of rows) {
    const verdict = toVerdict(row);
    if (verdict === undefined) continue;
    const outcome = "reason" in verdict ? verdict : complete(row, verdict);
    if ("reason" in outcome) judged.rejected.push(toRejected(row, place, outcome.reason));
    else judged.facts.push(outcome);
  }
  return judged;
}

const toRejected = (row: CommonRow, place: string, reason: string): Rejected => ({
  source: EPOCH_COMPANIES,
  place,
  value: [row.Company, row.Id].filter((part) => part !== "").join(": "),
  reason,
});

function complete(
  row: CommonRow,
  stated: Exclude<Verdict, { reason: string }>,
): Judged["facts"][number] | { reason: string } {
  const company = COMPANIES.get(row.Company);
  const source_url = toCleanUrl(row["Source 1"]);
  const as_of = reportDay(row, stated.effective_date);
  if (company === undefined) return { reason: "unknown company; add it to COMPANIES" };
  if (source_url === null) return { reason: "no address of a report" };
  if (as_of === null) return { reason: "no date" };
  return { company, fact: { ...stated, as_of, source: EPOCH_COMPANIES, source_url } };
}

/** The day the row was reported; where upstream has none, the day the figure speaks of. */
function reportDay(row: CommonRow, effectiveDate: string | null): string | null {
  const written = row["Report date"];
  if (written === null) return effectiveDate;
  const inAddress = /\/(20\d\d)\/(\d\d)\/(\d\d)\//.exec(row["Source 1"])?.slice(1).join("-");
  return inAddress !== undefined && isYearMistyped(written, inAddress) ? inAddress : written;
}

/** `2025-12-11` of an article at `/2023/12/11/`: same day and month, another year. */
const isYearMistyped = (written: string, inAddress: string): boolean =>
  written !== inAddress && written.slice(4) === inAddress.slice(4);

/** `Company disclosure,Other` and `Likely` → `company disclosure, likely`. */
export function toMethod(...parts: (string | null)[]): string {
  const known = parts.flatMap((part) => (part === null ? [] : [part.split(",")[0]?.toLowerCase()]));
  return known.join(", ") || "not said";
}
