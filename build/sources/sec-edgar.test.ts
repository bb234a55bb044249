import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { secEdgarCollector } from "./sec-edgar.ts";

/** The format of a figure in the SEC's company facts; the figures are samples. */
const year = (fy: number, val: unknown, more: object = {}) => ({
  start: `${fy}-01-01`,
  end: `${fy}-12-31`,
  val,
  accn: `0001652044-${fy - 1999}-000018`,
  fy,
  fp: "FY",
  form: "10-K",
  filed: `${fy + 1}-02-04`,
  ...more,
});

/** @param figures The figures of each concept. */
function read(figures: Record<string, unknown[]>, entityName = "Alphabet Inc.") {
  const concepts = Object.entries(figures).map(([name, USD]) => [name, { units: { USD } }]);
  const facts = { "us-gaap": Object.fromEntries(concepts) };
  const answer = { cik: 1652044, entityName, facts };
  const collected = collectFromTexts(secEdgarCollector, { "google.json": answer });
  const rows = collected.facts.companies?.[0]?.rows ?? [];
  return { rows, values: rows.map(({ value }) => value), rejected: collected.rejected };
}

test("revenue and capital expenditure of a fiscal year are facts of the company with the address of their filing", () => {
  const PaymentsToAcquirePropertyPlantAndEquipment = [year(2025, 90)];
  const { rows } = read({
    Revenues: [year(2025, 400)],
    PaymentsToAcquirePropertyPlantAndEquipment,
  });
  expect(rows).toMatchObject([
    {
      metric: "revenue_fy_usd",
      value: 400,
      effective_date: "2025-12-31",
      as_of: "2026-02-04",
      method: "company filing (10-K): revenue of the fiscal year",
      source_url:
        "https://www.sec.gov/Archives/edgar/data/1652044/000165204426000018/0001652044-26-000018-index.htm",
    },
    { metric: "capex_usd", value: 90 },
  ]);
});

test.each([
  ["a quarter", year(2025, 1, { start: "2025-10-01" })],
  ["another form", year(2025, 2, { form: "8-K" })],
  ["an old year", year(2015, 3)],
  ["a figure without a start", year(2025, 4, { start: undefined })],
  ["two years", year(2025, 5, { start: "2024-01-01" })],
])("%s is left out", (_what, figure) => {
  expect(read({ Revenues: [figure] }).rows).toEqual([]);
});

test("a restated year has its last filed figure; a year that is only repeated keeps its first filing", () => {
  const later = { accn: "0001652044-26-000018", filed: "2026-02-04" };
  const figures = [
    year(2023, 100, later),
    year(2023, 100),
    year(2024, 200),
    year(2024, 210, later),
  ];
  const { rows } = read({ Revenues: figures });
  expect(rows.map(({ value, as_of }) => `${value} ${as_of}`)).toEqual([
    "100 2024-02-04",
    "210 2026-02-04",
  ]);
});

test("a year's figure comes from the first concept that has the year", () => {
  const RevenueFromContractWithCustomerExcludingAssessedTax = [year(2024, 90), year(2025, 95)];
  const Revenues = [year(2025, 100)];
  const { values } = read({ RevenueFromContractWithCustomerExcludingAssessedTax, Revenues });
  expect(values).toEqual([90, 100]);
});

test("figures that are not positive numbers with an accession number are rejected", () => {
  const odd = [year(2025, null), year(2025, -1), year(2025, "7"), year(2025, 7, { accn: "x" })];
  const rejected = odd.map((_, index) => ({ place: `google.json, Revenues, row ${index + 1}` }));
  expect(read({ Revenues: odd })).toMatchObject({ rows: [], rejected });
});

test("figures of another company and answers that are not JSON are rejected and add no facts", () => {
  const rejected = [{ value: "Somebody Else Corp." }];
  const other = read({ Revenues: [year(2025, 1)] }, "Somebody Else Corp.");
  expect(other).toMatchObject({ rows: [], rejected });
  const html = collectFromTexts(secEdgarCollector, { "google.json": "<html>" });
  expect(html).toMatchObject({ facts: { companies: [{ rows: [] }] }, rejected: [{}] });
});
