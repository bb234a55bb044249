import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { secEdgarCollector } from "./sec-edgar.ts";

/** The format of a figure in the SEC's company facts; the figures are samples. */
const year = (fy: number, val: unknown, more: Record<string, unknown> = {}) => ({
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
const usd = (...figures: unknown[]) => ({ units: { USD: figures } });

function read(concepts: Record<string, unknown>, entityName = "Alphabet Inc.") {
  const answer = { cik: 1652044, entityName, facts: { "us-gaap": concepts } };
  const { facts, rejected } = collectFromTexts(secEdgarCollector, { "google.json": answer });
  return { rows: facts.companies?.[0]?.rows ?? [], rejected };
}

test("revenue and capital expenditure of a fiscal year are facts of the company with the address of their filing", () => {
  const { rows } = read({
    Revenues: usd(year(2025, 400)),
    PaymentsToAcquirePropertyPlantAndEquipment: usd(year(2025, 90)),
  });
  expect(rows).toEqual([
    {
      metric: "revenue_fy_usd",
      scope: null,
      value: 400,
      effective_date: "2025-12-31",
      as_of: "2026-02-04",
      method: "company filing (10-K): revenue of the fiscal year",
      source: "sec-edgar",
      source_url:
        "https://www.sec.gov/Archives/edgar/data/1652044/000165204426000018/0001652044-26-000018-index.htm",
    },
    expect.objectContaining({ metric: "capex_usd", value: 90 }),
  ]);
});

test("quarters, figures without a full year, other forms and old years are left out", () => {
  const { rows } = read({
    Revenues: usd(
      year(2025, 1, { start: "2025-10-01" }),
      year(2025, 2, { form: "10-Q", fp: "Q3" }),
      year(2025, 3, { form: "8-K" }),
      year(2015, 4),
      year(2025, 5, { start: undefined }),
      year(2025, 6, { start: "2024-01-01" }),
    ),
  });
  expect(rows).toEqual([]);
});

test("a restated year has its last filed figure; a year that is only repeated keeps its first filing", () => {
  const { rows } = read({
    Revenues: usd(
      year(2023, 100, { accn: "0001652044-25-000014", filed: "2025-02-04" }),
      year(2023, 100),
      year(2024, 200),
      year(2024, 210, { accn: "0001652044-26-000018", filed: "2026-02-04" }),
    ),
  });
  expect(rows.map(({ value, as_of }) => [value, as_of])).toEqual([
    [100, "2024-02-04"],
    [210, "2026-02-04"],
  ]);
});

test("a year's figure comes from the first concept that has the year", () => {
  const { rows } = read({
    RevenueFromContractWithCustomerExcludingAssessedTax: usd(year(2024, 90), year(2025, 95)),
    Revenues: usd(year(2025, 100)),
  });
  expect(rows.map(({ value }) => value)).toEqual([90, 100]);
});

test("figures that are not positive numbers with an accession number are rejected", () => {
  const odd = [year(2025, null), year(2025, -1), year(2025, "7"), year(2025, 7, { accn: "x" })];
  const rejected = odd.map((_, index) => ({ place: `google.json, Revenues, row ${index + 1}` }));
  expect(read({ Revenues: usd(...odd) })).toMatchObject({ rows: [], rejected });
});

test("figures of another company and answers that are not JSON are rejected and add no facts", () => {
  expect(read({ Revenues: usd(year(2025, 1)) }, "Somebody Else Corp.")).toMatchObject({
    rows: [],
    rejected: [{ value: "Somebody Else Corp." }],
  });
  expect(collectFromTexts(secEdgarCollector, { "google.json": "<html>" })).toMatchObject({
    facts: { companies: [{ rows: [] }] },
    rejected: [{}],
  });
});
