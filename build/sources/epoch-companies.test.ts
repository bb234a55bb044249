import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { epochCompaniesCollector } from "./epoch-companies.ts";

const DAY = "2025-06-09";
const COMMON = {
  Id: "row",
  Company: "OpenAI",
  Date: DAY,
  "Report date": "2025-06-10",
  "Source 1": "https://news.example/a?rc=9mz",
  "Source type": "Media report",
  Confidence: "Likely",
};
/** Table → its columns, with the cells of a typical row. */
const TABLES = {
  revenue_reports: {
    Type: "Annualized revenue",
    "Revenue amount (normalize to annual)": "10000000.0",
    "Annualized revenue (USD)": "10000000.0",
    "Revenue info (non-annualized)": "",
  },
  staff_reports: { "Staff count": "75", Type: "Full company", "Division name": "" },
  usage_reports: {
    "Active users": "50000000.0",
    "Active users time period": "Weekly",
    Product: "ChatGPT",
  },
  funding_rounds: {
    "Close date": DAY,
    Status: "Closed",
    "Funding (equity)": "1000.0",
    "Valuation (post-money)": "",
    Type: "Primary",
  },
};
type TableName = keyof typeof TABLES;

/** Collects all tables; only `table` has rows, one for each of `changes` to its typical row. */
function read(table: TableName, ...changes: object[]) {
  const toLine = (cells: string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const toText = ([name, cells]: [string, object]) => {
    const row = { ...COMMON, ...cells };
    const rows = name === table ? changes.map((change) => ({ ...row, ...change })) : [];
    const lines = [Object.keys(row), ...rows.map((cells) => Object.values(cells))];
    return [`ai_companies_${name}.csv`, lines.map(toLine).join("\n")];
  };
  const files = Object.fromEntries(Object.entries(TABLES).map(toText));
  const { facts, reasons } = collectFromTexts(epochCompaniesCollector, files);
  return { files: facts.companies, facts: facts.companies?.flatMap(({ rows }) => rows), reasons };
}

test("a report becomes a fact with its effective date, report date, method and address", () => {
  const figure = { metric: "arr_usd", scope: null, value: 10_000_000, effective_date: DAY };
  const report = { as_of: "2025-06-10", method: "media report, likely" };
  const origin = { source: "epoch-companies", source_url: "https://news.example/a" };
  const rows = [{ ...figure, ...report, ...origin }];
  expect(read("revenue_reports", {}).files).toEqual([{ file: "openai", rows }]);
});

const method = "media report, likely, yearly rate of a period's revenue";
const yearly = { Type: "Yearly revenue", "Annualized revenue (USD)": "" };
const mistyped = { "Report date": "2025-12-11", "Source 1": "https://news.example/2023/12/11/x/" };
const secondary = {
  ...{ "Funding (equity)": "0.0", "Valuation (post-money)": "500", Type: "Secondary" },
  "Report date": "2025-05-01",
};
test.each<[TableName, object, object]>([
  ["revenue_reports", yearly, { metric: "revenue_fy_usd", method: "media report, likely" }],
  ["revenue_reports", { Type: "Quarterly revenue" }, { metric: "arr_usd", method }],
  ["revenue_reports", { Id: "H1 2024" }, { metric: "arr_usd", method }],
  ["staff_reports", {}, { metric: "employees", scope: null, value: 75 }],
  ["staff_reports", { Type: "Division/role", "Division name": "FAIR" }, { scope: "FAIR" }],
  ["staff_reports", mistyped, { as_of: "2023-12-11" }],
  ["usage_reports", {}, { scope: "ChatGPT, weekly" }],
  ["usage_reports", { Id: "ChatGPT 40M paying WAU" }, { scope: "ChatGPT, weekly, paying" }],
  ["funding_rounds", secondary, { value: 500, as_of: DAY }],
  ["funding_rounds", secondary, { method: "sale of existing shares, likely" }],
])("%s with %j is %j", (table, change, fact) => {
  expect(read(table, change).facts).toMatchObject([fact]);
});

test.each<[TableName, object, string]>([
  ["revenue_reports", { Type: "Product/division revenue" }, "revenue of one product"],
  ["revenue_reports", { Type: "Other" }, 'no metric for "Other" revenue'],
  ["revenue_reports", { "Revenue info (non-annualized)": '"hundreds"' }, "no figure"],
  ["staff_reports", { Type: "" }, "does not state which part of the company the figure covers"],
  ["staff_reports", { Company: "Newcomer" }, "unknown company; add it to data/aliases/hosts.csv"],
  ["usage_reports", { "Active users": "" }, "market share: this service has no metric for them"],
])("%s with %j is rejected: %s", (table, change, reason) => {
  const { facts, reasons } = read(table, change);
  expect([facts, reasons]).toEqual([[], [expect.stringContaining(reason)]]);
});

/** Totals of the money raised, after rounds that were reported on the day they closed. */
function totals(...rounds: [day: string, equity: string, more?: object][]) {
  const rows = rounds.map(([day, equity, more]) => {
    return { "Close date": day, "Report date": day, "Funding (equity)": equity, ...more };
  });
  const { facts = [], reasons } = read("funding_rounds", ...rows);
  const raised = facts.filter(({ metric }) => metric === "total_raised_usd");
  const sums = raised.map(({ effective_date, value }) => `${effective_date} ${value}`);
  return { facts: raised, sums, reasons };
}

test("the total raised is the sum of all rounds closed so far, in the order of closing", () => {
  const { facts, sums } = totals(["2025-03-01", "30"], ["2024-01-01", "10"]);
  expect(sums).toEqual(["2024-01-01 10", "2025-03-01 40"]);
  expect(facts[0]?.method).toBe("sum of closed equity rounds (none in talks), likely");
});

test("the total leaves out talks, sales of existing shares and undisclosed amounts", () => {
  const { sums, reasons } = totals(
    ["", "100", { Status: "Late discussions", "Report date": "2025-09-22" }],
    ["2024-02-01", "0.0", { Type: "Secondary" }],
    ["2024-03-01", ""],
    ["2024-04-01", "10"],
  );
  expect(sums).toEqual(["2024-04-01 10"]);
  const talks = "the funding round is not closed; its status: Late discussions";
  const resold = expect.stringContaining("no new money");
  expect(reasons).toEqual([talks, resold, "equity raised was not disclosed"]);
});

test("the total is unknown where the first known round is the public offering", () => {
  const { sums, reasons } = totals(["2026-01-08", "558", { Id: "Z.ai IPO" }]);
  expect([sums, reasons]).toEqual([[], [expect.stringContaining("earlier rounds are missing")]]);
});

test("the total is dated by its latest report and has the lowest confidence of its rounds", () => {
  const { facts } = totals(
    ["2021-03-15", "2", { "Report date": "2023-01-12", Confidence: "Uncertain" }],
    ["2022-01-23", "10", { Confidence: "Confident" }],
  );
  expect(facts.map(({ as_of }) => as_of)).toEqual(["2023-01-12", "2023-01-12"]);
  expect(facts[1]?.method).toMatch(/, uncertain$/);
});
