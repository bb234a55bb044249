/** A change in words and numbers: the same for the endpoint and for the export. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";

export function changeTitle(row: ChangeRow, catalog: Catalog): string {
  const model = row.model === null ? "" : (catalog.model(row.model)?.name ?? row.model);
  const host = catalog.provider(row.host ?? "")?.name ?? row.host ?? "";
  switch (row.type) {
    case "new_model":
      return `${model} ${isRelease(row) ? "released" : "listed for the first time"}`;
    case "price_drop":
      return `${host} lowers ${model}`;
    case "price_increase":
      return `${host} raises ${model}`;
    case "company_update": {
      const company = catalog.provider(row.company ?? "")?.name ?? row.company ?? "";
      return `${company}: ${METRICS[row.metric ?? ""] ?? row.metric}${row.scope === null ? "" : ` (${row.scope})`}`;
    }
  }
}

/** Days between which a first sight follows a release: sources find some models late, a few before. */
const RELEASE_DAYS = { least: -7, most: 45 };

/** What was first seen long after its release, or nobody knows when that was, is new to sources alone. */
function isRelease({ date, release_date }: ChangeRow): boolean {
  const days = (Date.parse(date) - Date.parse(release_date ?? "")) / 86_400_000;
  return days >= RELEASE_DAYS.least && days <= RELEASE_DAYS.most;
}

/** Slug of the host that moved a price, of the company of a figure, or of the lab of a new model. */
export const providerOf = ({ host, company, model }: ChangeRow, catalog: Catalog): string | null =>
  host ?? company ?? catalog.model(model ?? "")?.lab ?? null;

export function changeDetails(row: ChangeRow): Record<string, unknown> {
  if (row.type === "new_model") return { release_date: row.release_date };
  if (row.type === "company_update") {
    const { metric, scope, value, previous, company, source_url } = row;
    return {
      metric,
      ...(scope !== null && { scope }),
      value,
      previous,
      company_slug: company,
      source_url,
    };
  }
  return {
    old_input: row.old_input,
    new_input: row.new_input,
    old_output: row.old_output,
    new_output: row.new_output,
    pct_change_input: row.pct_input,
    pct_change_output: row.pct_output,
  };
}

const METRICS: Record<string, string> = {
  active_users: "active users",
  arr_usd: "annualised revenue",
  capex_usd: "capital expenditure",
  employees: "employees",
  market_cap_usd: "market capitalisation",
  revenue_fy_usd: "revenue of a fiscal year",
  total_raised_usd: "total raised",
  valuation_usd: "valuation",
};
