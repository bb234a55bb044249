/** Epoch AI's "Data on AI Companies": figures of AI companies, each with the report it was read from. */
import { z } from "zod";
import type { CompanyFact } from "../schema/activity.ts";
import { byText } from "../schema/collections.ts";
import {
  RevenueRow,
  StaffRow,
  toActiveUsers,
  toEmployees,
  toRevenue,
  UsageRow,
} from "./epoch-company-reports.ts";
import { judgeRounds, RoundRow } from "./epoch-company-rounds.ts";
import { CommonRow, EPOCH_COMPANIES, type Judged, judge } from "./epoch-company-row.ts";
import type { Collected, Collector, Rejected, UpstreamFiles } from "./listing.ts";
import { newestDay } from "./parse/newest-day.ts";
import { parseCsvRows } from "./parse/upstream-rows.ts";

/** The tables themselves: upstream's own digest of them drops what kind of figure a row holds. */
const REVENUE = "ai_companies_revenue_reports.csv";
const STAFF = "ai_companies_staff_reports.csv";
const USAGE = "ai_companies_usage_reports.csv";
const ROUNDS = "ai_companies_funding_rounds.csv";
const COMPUTE = "ai_companies_compute_spend.csv";
const COMPANIES = "ai_companies.csv";

const FILES = [REVENUE, STAFF, USAGE, ROUNDS, COMPUTE, COMPANIES];

const Founding = z.object({ Name: z.string() });

function judgeAll(files: UpstreamFiles): Judged {
  const read = <R extends CommonRow>(
    file: string,
    schema: z.ZodType<R>,
    toJudged: (rows: readonly R[]) => Judged,
  ): Judged => {
    const { rows, rejected } = parseCsvRows(files, { source: EPOCH_COMPANIES, file }, schema);
    const judged = toJudged(rows);
    return { ...judged, rejected: [...rejected, ...judged.rejected] };
  };
  const parts = [
    read(REVENUE, RevenueRow, (rows) => judge(rows, REVENUE, toRevenue)),
    read(STAFF, StaffRow, (rows) => judge(rows, STAFF, toEmployees)),
    read(USAGE, UsageRow, (rows) => judge(rows, USAGE, toActiveUsers)),
    read(ROUNDS, RoundRow, (rows) => judgeRounds(rows, ROUNDS)),
    read(COMPUTE, CommonRow, (rows) => judge(rows, COMPUTE, () => RENTED_COMPUTE)),
  ];
  return {
    facts: parts.flatMap(({ facts }) => facts),
    rejected: [...parts.flatMap(({ rejected }) => rejected), ...foundings(files)],
  };
}

/** Renting compute is an expense of running, not capital expenditure. */
const RENTED_COMPUTE = { reason: "no metric for money spent on rented compute" };

function foundings(files: UpstreamFiles): Rejected[] {
  const { rows } = parseCsvRows(files, { source: EPOCH_COMPANIES, file: COMPANIES }, Founding);
  return rows.map(({ Name }) => ({
    source: EPOCH_COMPANIES,
    place: COMPANIES,
    value: Name,
    reason: "no metric for the founding date",
  }));
}

function byCompany({ facts }: Judged): { file: string; rows: CompanyFact[] }[] {
  const companies = [...new Set(facts.map(({ company }) => company))].sort(byText);
  return companies.map((file) => ({
    file,
    rows: facts.flatMap(({ company, fact }) => (company === file ? [fact] : [])),
  }));
}

export const epochCompanies: Collector = {
  source: {
    id: EPOCH_COMPANIES,
    name: "Epoch AI, Data on AI Companies",
    url: "https://epoch.ai/data/ai-companies",
    data_url: null,
    license: "CC-BY-4.0",
    license_url: "https://creativecommons.org/licenses/by/4.0/",
    copyright: null,
    credit: "Figures of AI companies: Epoch AI, Data on AI Companies, epoch.ai, CC BY 4.0, changed",
    provides: ["company-facts"],
  },
  frozen: { folder: "epoch-companies", files: FILES },
  live: {
    requests: () => [{ url: "https://epoch.ai/data/ai_companies.zip", path: "", unpack: "zip" }],
    everyDays: 7,
    maxBytes: 10_000_000,
    limitMs: 120_000,
  },
  minRows: 140,
  newestFact: (files) => newestDay(judgeAll(files).facts.map(({ fact }) => fact.as_of)),
  translate(files): Collected {
    const judged = judgeAll(files);
    return { facts: { companies: byCompany(judged) }, rejected: judged.rejected };
  },
};
