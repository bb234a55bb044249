import { expect, test } from "vitest";
import { CompanyFact } from "../schema/activity.ts";
import { secEdgar } from "./sec-edgar.ts";

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
const usd = (...figures: unknown[]) => ({
  label: null,
  description: null,
  units: { USD: figures },
});

function collect(concepts: Record<string, unknown>, entityName = "Alphabet Inc.") {
  const shares = {
    units: {
      shares: [
        { ...year(2024, 5), end: "2025-01-27" },
        { ...year(2025, 6), end: "2026-01-26" },
      ],
    },
  };
  const facts = { dei: { EntityCommonStockSharesOutstanding: shares }, "us-gaap": concepts };
  const files = new Map([["google.json", JSON.stringify({ cik: 1652044, entityName, facts })]]);
  const { facts: collected, rejected } = secEdgar.translate(files, "2026-03-01");
  return { rows: collected?.companies?.[0]?.rows ?? [], rejected };
}

test("a fiscal year's revenue and capital expenditure are facts of the company, with their filing", () => {
  const { rows } = collect({
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
  expect(rows.every((row) => CompanyFact.safeParse(row).success)).toBe(true);
});

test("quarters, other forms and years long past are left out", () => {
  const { rows } = collect({
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

test("a restated year counts as last filed; one only repeated keeps its first filing", () => {
  const { rows } = collect({
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

test("odd figures are rejected; shares are read, but have no metric", () => {
  const { rows, rejected } = collect({
    Revenues: usd(year(2025, null), year(2025, -1), year(2025, "7"), year(2025, 7, { accn: "x" })),
  });
  expect(rows).toEqual([]);
  expect(rejected.map(({ place }) => place)).toEqual([
    "google.json, Revenues, row 1",
    "google.json, Revenues, row 2",
    "google.json, Revenues, row 3",
    "google.json, Revenues, row 4",
    "google.json",
  ]);
  expect(rejected.at(-1)).toMatchObject({
    value: "6 shares on 2026-01-26",
    reason: "no metric for shares outstanding",
  });
});
