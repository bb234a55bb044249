/** Epoch AI's "Data on AI Companies": figures of AI companies, each with the report it was read from. */
import * as z from "zod";
import type { CompanyFigure } from "../schema/activity.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import { IsoDate } from "../schema/values.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import { stripUrlTracking } from "./parse/text.ts";

const ARCHIVE = "https://epoch.ai/data/ai_companies.zip";

/** Reads the single tables, because the upstream's summary of them leaves out the kind of each figure. */
export const epochCompaniesCollector: Collector = {
  id: "epoch-companies",
  live: {
    requests: () => [{ url: ARCHIVE, path: "", unpack: "zip" }],
    everyDays: 7,
    megabytes: 10,
    seconds: 120,
  },
  minRows: 140,
  translate(reader) {
    const read = <R>(table: string, schema: z.ZodType<R>) =>
      reader.csv(`ai_companies_${table}.csv`, schema);
    const facts = [
      ...toFacts(reader, "revenue_reports", read("revenue_reports", RevenueRow), toRevenue),
      ...toFacts(reader, "staff_reports", read("staff_reports", StaffRow), toEmployees),
      ...toFacts(reader, "usage_reports", read("usage_reports", UsageRow), toActiveUsers),
      ...readRounds(reader, read("funding_rounds", RoundRow)),
    ];
    const companies = [...groupBy(facts, ({ company }) => company)]
      .sort(([a], [b]) => compareByCodePoint(a, b))
      .map(([file, own]) => ({ file, rows: own.map(({ fact }) => fact) }));
    return { facts: { companies } };
  },
};

const emptyToNull = (text: string): string | null => (text === "" ? null : text);

const Day = z.union([z.literal(""), IsoDate]).transform(emptyToNull);
const Label = z.string().transform(emptyToNull);
const Amount = z
  .string()
  .regex(/^(\d+(\.\d+)?)?$/, "not an amount")
  .transform((text) => (text === "" ? null : Number(text)));

/** Columns of every table. `Id` is the upstream's own short name of the row (`June 2025 10B`). */
const CommonRow = z.object({
  Id: z.string(),
  Company: z.string(),
  "Report date": Day,
  "Source 1": z.string(),
  Confidence: Label,
});
type CommonRow = z.infer<typeof CommonRow>;
const ReportRow = CommonRow.extend({ Date: Day, "Source type": Label });

/** What a row states; a text is the reason why it states no fact. */
type Figure =
  | (Pick<CompanyFigure, "metric" | "value" | "method"> & { scope?: string | null })
  | string;

interface FactOfCompany {
  company: string;
  fact: CompanyFigure;
}

function toFacts<R extends CommonRow & { Date?: string | null }>(
  reader: SourceFileReader,
  table: string,
  rows: readonly R[],
  toFigure: (row: R) => Figure,
): FactOfCompany[] {
  const nameOf = ({ Company, Id }: R) => [Company, Id].filter((part) => part !== "").join(": ");
  return reader.each(`ai_companies_${table}.csv`, rows, nameOf, (row) => {
    const figure = toFigure(row);
    if (typeof figure === "string") return figure;
    const { metric, scope = null, value, method } = figure;
    const effective_date = row.Date ?? null;
    const company = reader.hostOf(row.Company);
    const source_url = stripUrlTracking(row["Source 1"]);
    const as_of = reportDay(row) ?? effective_date;
    if (company === undefined) return "unknown company; add it to data/aliases/hosts.csv";
    if (source_url === null) return "no address of a report";
    if (as_of === null) return "no date";
    const dated = { effective_date, as_of, method, source: reader.source, source_url };
    return { company, fact: { metric, scope, value, ...dated } };
  });
}

/** The day the row was reported; null where upstream has none. */
function reportDay(row: CommonRow): string | null {
  const written = row["Report date"];
  const inAddress = /\/(20\d\d)\/(\d\d)\/(\d\d)\//.exec(row["Source 1"])?.slice(1).join("-");
  // The URL's date wins when only the year differs: `2025-12-11` for an article at `/2023/12/11/` is a typing error.
  return written !== null && inAddress?.slice(4) === written.slice(4) ? inAddress : written;
}

/** `Company disclosure,Other` and `Likely` → `company disclosure, likely`. */
function toMethod(...parts: (string | null)[]): string {
  const known = parts.flatMap((part) => (part === null ? [] : [part.split(",")[0]?.toLowerCase()]));
  return known.join(", ") || "not stated";
}

const RevenueRow = ReportRow.extend({
  Type: Label,
  "Revenue amount (normalize to annual)": Amount,
  "Annualized revenue (USD)": Amount,
  "Revenue info (non-annualized)": z.string(),
});

const RATES = ["Annualized revenue", "Annual recurring revenue", "Quarterly revenue"];
/** Rows named after a whole period (`2022`, `H1 2025`) spread that period's revenue over a year. */
const PERIOD_NAME = /^(H[12] )?\d{4}$/;

function toRevenue(row: z.infer<typeof RevenueRow>): Figure {
  const kind = row.Type;
  const info = row["Revenue info (non-annualized)"];
  if (kind === null) return "no amount";
  if (kind === "Product/division revenue")
    return "revenue of one product, which the source names only in free text";
  if (info !== "" && !/\d/.test(info)) return "the report gives no figure";
  const isYear = kind === "Yearly revenue";
  if (!isYear && !RATES.includes(kind)) return `no metric for "${kind}" revenue`;
  const value = row[isYear ? "Revenue amount (normalize to annual)" : "Annualized revenue (USD)"];
  if (value === null) return "no amount";
  const isSpread = kind === "Quarterly revenue" || (!isYear && PERIOD_NAME.test(row.Id));
  const spread = isSpread ? "yearly rate of a period's revenue" : null;
  const method = toMethod(row["Source type"], row.Confidence, spread);
  return { metric: isYear ? "revenue_fy_usd" : "arr_usd", value, method };
}

const StaffRow = ReportRow.extend({ "Staff count": Amount, Type: Label, "Division name": Label });

/** Rows that the upstream counts as the whole company although their report does not. */
const COUNTS_A_PART: ReadonlySet<string> = new Set(["xAI: Jun 2024 15"]);

function toEmployees(row: z.infer<typeof StaffRow>): Figure {
  const scope = row.Type === "Full company" ? null : row["Division name"];
  const value = row["Staff count"];
  if (value === null) return "no count";
  if (scope === null && row.Type !== "Full company")
    return "the source does not state which part of the company the figure covers";
  if (COUNTS_A_PART.has(`${row.Company}: ${row.Id}`)) return "the report counts engineers only";
  const method = toMethod(row["Source type"], row.Confidence);
  return { metric: "employees", scope, value, method };
}

const UsageRow = ReportRow.extend({
  "Active users": Amount,
  "Active users time period": Label,
  Product: Label,
});

function toActiveUsers(row: z.infer<typeof UsageRow>): Figure {
  const { Product: product, "Active users time period": period, "Active users": value } = row;
  if (value === null)
    return "tokens, messages or market share: this service has no metric for them";
  if (product === null || period === null) return "the product or the period is not stated";
  const paying = /\bpaying\b/.test(row.Id) ? ", paying" : "";
  const scope = `${product}, ${period.toLowerCase()}${paying}`;
  const method = toMethod(row["Source type"], row.Confidence);
  return { metric: "active_users", scope, value, method };
}

const RoundRow = CommonRow.extend({
  "Close date": Day,
  Status: Label,
  "Funding (equity)": Amount,
  "Valuation (post-money)": Amount,
  Type: Label,
});
type RoundRow = z.infer<typeof RoundRow>;

const isClosed = ({ Status }: RoundRow): boolean => Status === "Closed";
const isOffering = ({ Id }: RoundRow): boolean => /\bIPO$/.test(Id);

function readRounds(reader: SourceFileReader, rows: readonly RoundRow[]): FactOfCompany[] {
  const rounds = rows.map((row) => {
    return { ...row, Date: row["Close date"], "Report date": knownSince(row) };
  });
  const valued = rounds.filter((row) => !isClosed(row) || row["Valuation (post-money)"] !== null);
  const closed = rounds
    .filter(isClosed)
    .sort((a, b) => compareByCodePoint(a.Date ?? "", b.Date ?? ""));
  return [
    ...toFacts(reader, "funding_rounds", valued, toValuation),
    ...knownSinceAll(toFacts(reader, "funding_rounds", closed, addUp())),
  ];
}

/** Reports about a coming round are dated before it closes. That it closed is known only from the closing day on. */
function knownSince({ "Report date": reported, "Close date": closed }: RoundRow): string | null {
  return reported !== null && closed !== null && reported < closed ? closed : reported;
}

function toValuation(row: RoundRow): Figure {
  const value = row["Valuation (post-money)"];
  if (!isClosed(row) || value === null)
    return `the funding round is not closed; its status: ${row.Status ?? "not stated"}`;
  return { metric: "valuation_usd", value, method: toMethod(kindOf(row), row.Confidence) };
}

function kindOf(row: RoundRow): string {
  if (isOffering(row)) return "initial public offering";
  if (row.Type === "Secondary") return "sale of existing shares";
  if (row.Type === "Other") return "merger or other deal";
  return "closed round";
}

const CONFIDENCES = ["Confident", "Likely", "Uncertain"];

/** After each closed round that raised equity, the total equity raised so far. Debt does not count. */
function addUp(): (row: RoundRow) => Figure {
  const sums = new Map<string, { value: number; confidence: string | null }>();
  return (row) => {
    const equity = row["Funding (equity)"];
    if (equity === null) return "equity raised was not disclosed";
    if (equity === 0)
      return "the deal brought the company no new money, so the total did not change";
    const before = sums.get(row.Company);
    if (before === undefined && isOffering(row))
      return "the first known round is the public offering, so earlier rounds are missing";
    const value = (before?.value ?? 0) + equity;
    // A sum is as certain as its least certain part.
    const rank = (confidence: string | null) => CONFIDENCES.indexOf(confidence ?? "");
    const previous = before?.confidence ?? null;
    const confidence = rank(previous) > rank(row.Confidence) ? previous : row.Confidence;
    sums.set(row.Company, { value, confidence });
    const method = toMethod("sum of closed equity rounds (none in talks)", confidence);
    return { metric: "total_raised_usd", value, method };
  };
}

/** A sum is known from the day on which the last of its parts was reported. */
function knownSinceAll(facts: readonly FactOfCompany[]): FactOfCompany[] {
  const newest = new Map<string, string>();
  return facts.map(({ company, fact }) => {
    const before = newest.get(company) ?? "";
    const as_of = before > fact.as_of ? before : fact.as_of;
    newest.set(company, as_of);
    return { company, fact: { ...fact, as_of } };
  });
}
