/** Epoch AI's "Data on AI Companies": figures of AI companies, each with the report it was read from. */
import { z } from "zod";
import type { CompanyFact } from "../schema/activity.ts";
import { byText, groupBy } from "../schema/collections.ts";
import { IsoDate } from "../schema/values.ts";
import { CC_BY_4, type Collected, type Collector } from "./listing.ts";
import { fetchDaily, type UpstreamFiles } from "./live.ts";
import { UpstreamReader } from "./parse/rows.ts";
import { toCleanUrl } from "./parse/text.ts";

const ID = "epoch-companies";
const ARCHIVE = "https://epoch.ai/data/ai_companies.zip";

export const epochCompanies: Collector = {
  source: {
    id: ID,
    name: "Epoch AI, Data on AI Companies",
    url: "https://epoch.ai/data/ai-companies",
    data_url: null,
    ...CC_BY_4,
    credit: "Figures of AI companies: Epoch AI, Data on AI Companies, epoch.ai, CC BY 4.0, changed",
    provides: ["company-facts"],
  },
  live: fetchDaily(() => [{ url: ARCHIVE, path: "", unpack: "zip" }], {
    everyDays: 7,
    megabytes: 10,
    seconds: 120,
  }),
  minRows: 140,
  translate,
};

/** The tables themselves: upstream's own digest of them drops what kind of figure a row holds. */
function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const read = <R extends CommonRow>(table: string, schema: z.ZodType<R>) => {
    const file = `ai_companies_${table}.csv`;
    return { file, rows: reader.csv(file, schema) };
  };
  const facts = [
    ...judge(reader, read("revenue_reports", RevenueRow), toRevenue),
    ...judge(reader, read("staff_reports", StaffRow), toEmployees),
    ...judge(reader, read("usage_reports", UsageRow), toActiveUsers),
    ...judgeRounds(reader, read("funding_rounds", RoundRow)),
    // Renting compute is an expense of running, not capital expenditure.
    ...judge(reader, read("compute_spend", CommonRow), () => {
      return { reason: "no metric for money spent on rented compute" };
    }),
  ];
  for (const { Name } of reader.csv("ai_companies.csv", z.object({ Name: z.string() })))
    reader.reject("ai_companies.csv", Name, "no metric for the founding date");
  const companies = [...groupBy(facts, ({ company }) => company)]
    .sort(([a], [b]) => byText(a, b))
    .map(([file, own]) => ({ file, rows: own.map(({ fact }) => fact) }));
  return { facts: { companies }, rejected: reader.rejected };
}

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

interface Table<R> {
  file: string;
  rows: readonly R[];
}

/** A row is a fact of a company, or there is a reason why it is none. */
type Verdict = Omit<CompanyFact, "as_of" | "source" | "source_url"> | { reason: string };

interface FactOfCompany {
  company: string;
  fact: CompanyFact;
}

/** The facts in the rows of a table; the others are rejected, but for those with an undefined verdict. */
function judge<R extends CommonRow>(
  reader: UpstreamReader,
  { file, rows }: Table<R>,
  toVerdict: (row: R) => Verdict | undefined,
): FactOfCompany[] {
  return rows.flatMap((row) => {
    const verdict = toVerdict(row);
    if (verdict === undefined) return [];
    const outcome = "reason" in verdict ? verdict : complete(row, verdict);
    if ("fact" in outcome) return outcome;
    const value = [row.Company, row.Id].filter((part) => part !== "").join(": ");
    reader.reject(file, value, outcome.reason);
    return [];
  });
}

function complete(
  row: CommonRow,
  stated: Exclude<Verdict, { reason: string }>,
): FactOfCompany | { reason: string } {
  const company = COMPANIES.get(row.Company);
  const source_url = toCleanUrl(row["Source 1"]);
  const as_of = reportDay(row, stated.effective_date);
  if (company === undefined) return { reason: "unknown company; add it to COMPANIES" };
  if (source_url === null) return { reason: "no address of a report" };
  if (as_of === null) return { reason: "no date" };
  return { company, fact: { ...stated, as_of, source: ID, source_url } };
}

/** The day the row was reported; where upstream has none, the day of the figure. */
function reportDay(row: CommonRow, effectiveDate: string | null): string | null {
  const written = row["Report date"];
  if (written === null) return effectiveDate;
  const inAddress = /\/(20\d\d)\/(\d\d)\/(\d\d)\//.exec(row["Source 1"])?.slice(1).join("-");
  // `2025-12-11` of an article at `/2023/12/11/`: the year was mistyped.
  return inAddress?.slice(4) === written.slice(4) ? inAddress : written;
}

/** `Company disclosure,Other` and `Likely` → `company disclosure, likely`. */
function toMethod(...parts: (string | null)[]): string {
  const known = parts.flatMap((part) => (part === null ? [] : [part.split(",")[0]?.toLowerCase()]));
  return known.join(", ") || "not said";
}

const RevenueRow = CommonRow.extend({
  Date: Day,
  Type: Label,
  "Revenue amount (normalize to annual)": Amount,
  "Annualized revenue (USD)": Amount,
  "Revenue info (non-annualized)": z.string(),
  "Source type": Label,
});

const RATES = ["Annualized revenue", "Annual recurring revenue", "Quarterly revenue"];
/** Rows named after a whole period (`2022`, `H1 2025`) spread that period's revenue over a year. */
const PERIOD_NAME = /^(H[12] )?\d{4}$/;

function toRevenue(row: z.infer<typeof RevenueRow>): Verdict {
  const kind = row.Type;
  const info = row["Revenue info (non-annualized)"];
  if (kind === null) return { reason: "no amount" };
  if (kind === "Product/division revenue")
    return { reason: "revenue of one product, named only in upstream's prose" };
  if (info !== "" && !/\d/.test(info)) return { reason: "the report gives no figure" };
  const isYear = kind === "Yearly revenue";
  if (!isYear && !RATES.includes(kind)) return { reason: `no metric for "${kind}" revenue` };
  const value = row[isYear ? "Revenue amount (normalize to annual)" : "Annualized revenue (USD)"];
  if (value === null) return { reason: "no amount" };
  const isSpread = kind === "Quarterly revenue" || (!isYear && PERIOD_NAME.test(row.Id));
  return {
    metric: isYear ? "revenue_fy_usd" : "arr_usd",
    scope: null,
    value,
    effective_date: row.Date,
    method: toMethod(
      row["Source type"],
      row.Confidence,
      isSpread ? "yearly rate of a period's revenue" : null,
    ),
  };
}

const StaffRow = CommonRow.extend({
  "Staff count": Amount,
  Date: Day,
  Type: Label,
  "Division name": Label,
  "Source type": Label,
});

/** Rows that upstream takes for the whole company, against the report they name. */
const COUNTS_A_PART: ReadonlySet<string> = new Set(["xAI: Jun 2024 15"]);

function toEmployees(row: z.infer<typeof StaffRow>): Verdict {
  const isWhole = row.Type === "Full company";
  if (row["Staff count"] === null) return { reason: "no count" };
  if (!isWhole && row["Division name"] === null)
    return { reason: "the counted part of the company is not stated" };
  if (COUNTS_A_PART.has(`${row.Company}: ${row.Id}`))
    return { reason: "the report counts engineers only" };
  return {
    metric: "employees",
    scope: isWhole ? null : row["Division name"],
    value: row["Staff count"],
    effective_date: row.Date,
    method: toMethod(row["Source type"], row.Confidence),
  };
}

const UsageRow = CommonRow.extend({
  "Active users": Amount,
  "Active users time period": Label,
  Date: Day,
  Product: Label,
  "Source type": Label,
});

function toActiveUsers(row: z.infer<typeof UsageRow>): Verdict {
  const { Product: product, "Active users time period": period, "Active users": value } = row;
  if (value === null) return { reason: "no metric for tokens, messages or market share" };
  if (product === null || period === null)
    return { reason: "the product or the period is not stated" };
  const scope = [product, period.toLowerCase()];
  if (/\bpaying\b/.test(row.Id)) scope.push("paying");
  return {
    metric: "active_users",
    scope: scope.join(", "),
    value,
    effective_date: row.Date,
    method: toMethod(row["Source type"], row.Confidence),
  };
}

const RoundRow = CommonRow.extend({
  "Close date": Day,
  Status: Label,
  "Funding (equity)": Amount,
  "Valuation (post-money)": Amount,
  Type: Label,
});
type RoundRow = z.infer<typeof RoundRow>;

const isOffering = ({ Id }: RoundRow): boolean => /\bIPO$/.test(Id);

function judgeRounds(reader: UpstreamReader, { file, rows }: Table<RoundRow>): FactOfCompany[] {
  const rounds = rows.map(reportedAtClose);
  const closed = rounds
    .filter(({ Status }) => Status === "Closed")
    .sort((a, b) => byText(a["Close date"] ?? "", b["Close date"] ?? ""));
  const valuations = judge(reader, { file, rows: rounds }, toValuation);
  return [...valuations, ...knownSinceAll(judge(reader, { file, rows: closed }, addUp()))];
}

/** Reports of a coming round are dated before its close; that it closed is known from that day on. */
function reportedAtClose(row: RoundRow): RoundRow {
  const reported = row["Report date"];
  const closed = row["Close date"];
  if (reported === null || closed === null || reported >= closed) return row;
  return { ...row, "Report date": closed };
}

function toValuation(row: RoundRow): Verdict | undefined {
  if (row.Status !== "Closed") return { reason: `round not closed: ${row.Status ?? "not stated"}` };
  if (row["Valuation (post-money)"] === null) return undefined;
  return {
    metric: "valuation_usd",
    scope: null,
    value: row["Valuation (post-money)"],
    effective_date: row["Close date"],
    method: toMethod(kindOf(row), row.Confidence),
  };
}

function kindOf(row: RoundRow): string {
  if (isOffering(row)) return "initial public offering";
  if (row.Type === "Secondary") return "sale of existing shares";
  if (row.Type === "Other") return "merger or other deal";
  return "closed round";
}

/** After each closed round that brought equity, the sum of all of them up to then. Debt does not count. */
function addUp(): (row: RoundRow) => Verdict {
  const sums = new Map<string, { value: number; confidence: string | null }>();
  return (row) => {
    const equity = row["Funding (equity)"];
    if (equity === null) return { reason: "equity raised was not disclosed" };
    if (equity === 0) return { reason: "brought the company no new money: no change of the total" };
    const before = sums.get(row.Company);
    if (before === undefined && isOffering(row))
      return { reason: "first known round is the public offering: those before it are missing" };
    const value = (before?.value ?? 0) + equity;
    const confidence = weaker(before?.confidence ?? null, row.Confidence);
    sums.set(row.Company, { value, confidence });
    return {
      metric: "total_raised_usd",
      scope: null,
      value,
      effective_date: row["Close date"],
      method: toMethod("sum of closed equity rounds (none in talks)", confidence),
    };
  };
}

const CONFIDENCES = ["Confident", "Likely", "Uncertain"];

/** A sum is as certain as its least certain part. */
const weaker = (a: string | null, b: string | null): string | null =>
  CONFIDENCES.indexOf(a ?? "") > CONFIDENCES.indexOf(b ?? "") ? a : b;

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
