import { describe, expect, test } from "vitest";
import type { CompanyFact } from "../schema/activity.ts";
import { epochCompanies } from "./epoch-companies.ts";
import type { Collected } from "./listing.ts";

const COMMON = {
  Id: "row",
  Company: "OpenAI",
  Date: "2025-06-09",
  "Report date": "2025-06-10",
  "Source 1": "https://news.example/a?rc=9mz",
  "Source type": "Media report",
  Confidence: "Likely",
};
const TABLES = {
  revenue: {
    file: "ai_companies_revenue_reports.csv",
    row: {
      ...COMMON,
      Type: "Annualized revenue",
      "Revenue amount (normalize to annual)": "10000000.0",
      "Annualized revenue (USD)": "10000000.0",
      "Revenue info (non-annualized)": "",
    },
  },
  staff: {
    file: "ai_companies_staff_reports.csv",
    row: { ...COMMON, "Staff count": "75", Type: "Full company", "Division name": "" },
  },
  usage: {
    file: "ai_companies_usage_reports.csv",
    row: {
      ...COMMON,
      "Active users": "50000000.0",
      "Active users time period": "Weekly",
      Product: "ChatGPT",
    },
  },
  rounds: {
    file: "ai_companies_funding_rounds.csv",
    row: {
      ...COMMON,
      "Close date": "2025-06-09",
      Status: "Closed",
      "Funding (equity)": "1000.0",
      "Valuation (post-money)": "",
      Type: "Primary",
    },
  },
  compute: { file: "ai_companies_compute_spend.csv", row: { ...COMMON, Amount: "416000000" } },
  companies: { file: "ai_companies.csv", row: { Name: "OpenAI", "Founding date": "2015-12-01" } },
};
type Changes = Partial<Record<keyof typeof TABLES, object[]>>;

/** Every table with its header and the given rows; other cells are as in TABLES. */
function collect(changes: Changes): { facts: CompanyFact[]; reasons: string[]; files: string[] } {
  const tables = Object.entries(TABLES).map(([name, { file, row }]) => {
    const rows = (changes[name as keyof typeof TABLES] ?? []).map((change) => ({
      ...row,
      ...change,
    }));
    const lines = [Object.keys(row), ...rows.map((cells) => Object.values(cells))];
    return [file, `${lines.map((cells) => cells.map(quote).join(",")).join("\n")}\n`] as const;
  });
  return summaryOf(epochCompanies.translate(new Map(tables), "2026-01-09"));
}

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const summaryOf = ({ facts, rejected }: Collected) => ({
  facts: facts?.companies?.flatMap(({ rows }) => rows) ?? [],
  reasons: rejected.map(({ reason }) => reason),
  files: facts?.companies?.map(({ file }) => file) ?? [],
});

test("a report becomes a fact with both its days, its method and its address", () => {
  const { facts, files } = collect({ revenue: [{}] });
  expect(files).toEqual(["openai"]);
  expect(facts).toEqual([
    {
      metric: "arr_usd",
      scope: null,
      value: 10_000_000,
      effective_date: "2025-06-09",
      as_of: "2025-06-10",
      method: "media report, likely",
      source: "epoch-companies",
      source_url: "https://news.example/a",
    },
  ]);
});

test("a year's revenue is not a yearly rate, and a rate made from a period is marked", () => {
  const { facts } = collect({
    revenue: [
      { Id: "2024 3.7B", Type: "Yearly revenue", "Annualized revenue (USD)": "" },
      { Id: "Q1 2025 52M", Type: "Quarterly revenue" },
      { Id: "H1 2024" },
    ],
  });
  expect(facts.map(({ metric, method }) => `${metric}: ${method}`)).toEqual([
    "revenue_fy_usd: media report, likely",
    "arr_usd: media report, likely, yearly rate of a period's revenue",
    "arr_usd: media report, likely, yearly rate of a period's revenue",
  ]);
});

test("revenue of one product, of an unknown kind or without a figure is rejected", () => {
  const { facts, reasons } = collect({
    revenue: [
      { Type: "Product/division revenue" },
      { Type: "Other" },
      { "Revenue info (non-annualized)": '"hundreds of millions" a year' },
    ],
  });
  expect(facts).toEqual([]);
  expect(reasons).toHaveLength(3);
});

describe("money raised", () => {
  const closing = (day: string, equity: string, more: object = {}) => ({
    "Close date": day,
    "Report date": day,
    "Funding (equity)": equity,
    ...more,
  });
  const totals = (...rounds: object[]) => {
    const { facts, reasons } = collect({ rounds });
    return { facts: facts.filter(({ metric }) => metric === "total_raised_usd"), reasons };
  };

  test("is the sum of the rounds closed up to then, in the order of closing", () => {
    const { facts } = totals(closing("2025-03-01", "30"), closing("2024-01-01", "10"));
    expect(facts.map(({ effective_date, value }) => [effective_date, value])).toEqual([
      ["2024-01-01", 10],
      ["2025-03-01", 40],
    ]);
    expect(facts[0]?.method).toBe("sum of closed equity rounds (none in talks), likely");
  });

  test("does not count talks, sales of existing shares and undisclosed amounts", () => {
    const { facts, reasons } = totals(
      closing("", "100", { Status: "Late discussions", "Report date": "2025-09-22" }),
      closing("2024-02-01", "0.0", { Type: "Secondary" }),
      closing("2024-03-01", ""),
      closing("2024-04-01", "10"),
    );
    expect(facts.map(({ value }) => value)).toEqual([10]);
    expect(reasons).toEqual([
      "round not closed: Late discussions",
      expect.stringContaining("no new money"),
      "equity raised was not disclosed",
    ]);
  });
});

test("a valuation names the kind of deal and is dated from the close, not the rumour", () => {
  const { facts } = collect({
    rounds: [
      {
        "Funding (equity)": "0.0",
        "Valuation (post-money)": "500.0",
        Type: "Secondary",
        "Report date": "2025-05-01",
      },
    ],
  });
  expect(facts).toMatchObject([
    {
      metric: "valuation_usd",
      value: 500,
      as_of: "2025-06-09",
      method: "sale of existing shares, likely",
    },
  ]);
});
