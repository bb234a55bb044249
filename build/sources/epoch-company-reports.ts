/** Revenue, staff and users of AI companies, as companies disclosed them or the press reported. */
import { z } from "zod";
import { Amount, CommonRow, Day, Label, toMethod, type Verdict } from "./epoch-company-row.ts";

export const RevenueRow = CommonRow.extend({
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

export function toRevenue(row: z.infer<typeof RevenueRow>): Verdict {
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

export const StaffRow = CommonRow.extend({
  "Staff count": Amount,
  Date: Day,
  Type: Label,
  "Division name": Label,
  "Source type": Label,
});

/** Rows that upstream takes for the whole company, against the report they name. */
const COUNTS_A_PART: ReadonlySet<string> = new Set(["xAI: Jun 2024 15"]);

export function toEmployees(row: z.infer<typeof StaffRow>): Verdict {
  const isWhole = row.Type === "Full company";
  if (row["Staff count"] === null) return { reason: "no count" };
  if (!isWhole && row["Division name"] === null)
    return { reason: "not said which part of the company is counted" };
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

export const UsageRow = CommonRow.extend({
  "Active users": Amount,
  "Active users time period": Label,
  Date: Day,
  Product: Label,
  "Source type": Label,
});

export function toActiveUsers(row: z.infer<typeof UsageRow>): Verdict {
  const { Product: product, "Active users time period": period, "Active users": value } = row;
  if (value === null) return { reason: "no metric for tokens, messages or market share" };
  if (product === null || period === null) return { reason: "not said of which product or period" };
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
