/** SEC EDGAR: yearly revenue and capital expenditure as companies filed them in their 10-K. */
import * as z from "zod";
import type { CompanyFigure } from "../schema/activity.ts";
import { compareByCodePoint } from "../schema/collections.ts";
import { daysBetween, IsoDate } from "../schema/values.ts";
import type { Collector, DataSourceFileRequest, SourceFileReader } from "./collector.ts";

const FACTS = "https://data.sec.gov/api/xbrl/companyfacts";

/** Years before that are filed too, but matter little for AI. */
const FIRST_END = "2018-01-01";

/** The metrics, and the concepts that report them: the first that has the year counts. */
const METRICS = [
  {
    metric: "revenue_fy_usd",
    method: "company filing (10-K): revenue of the fiscal year",
    concepts: [
      "Revenues",
      "RevenueFromContractWithCustomerExcludingAssessedTax",
      "SalesRevenueNet",
    ],
  },
  {
    metric: "capex_usd",
    method: "company filing (10-K): capital expenditure of the fiscal year",
    concepts: ["PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets"],
  },
] as const;

const Reported = z.looseObject({
  start: IsoDate.optional(),
  end: IsoDate,
  val: z.number().nonnegative(),
  accn: z.string().regex(/^\d{10}-\d{2}-\d{6}$/, "not a number of a filing"),
  fp: z.string().nullish(),
  form: z.string(),
  filed: IsoDate,
});
type Reported = z.infer<typeof Reported>;

/** A company reports hundreds of concepts; the shape of the others does not matter. */
const Concept = z.looseObject({ units: z.record(z.string(), z.array(z.unknown())) });
const CompanyFacts = z.looseObject({
  entityName: z.string(),
  facts: z.looseObject({ "us-gaap": z.record(z.string(), z.unknown()) }),
});

interface Filer {
  slug: string;
  /** Central Index Key: ten digits, as in the addresses of the SEC's data. */
  cik: string;
  /** The company's name at the SEC, checked so that a wrong key cannot assign one company's figures to another. */
  name: RegExp;
}

/** Companies with a yearly 10-K; others, such as Alibaba, file a 20-F in their own currency. */
export const SEC_FILERS: readonly Filer[] = [
  { slug: "amazon", cik: "0001018724", name: /^amazon/i },
  { slug: "apple", cik: "0000320193", name: /^apple/i },
  { slug: "digitalocean", cik: "0001582961", name: /^digitalocean/i },
  { slug: "google", cik: "0001652044", name: /^alphabet/i },
  { slug: "ibm", cik: "0000051143", name: /^international business machines/i },
  { slug: "intel", cik: "0000050863", name: /^intel/i },
  { slug: "meta", cik: "0001326801", name: /^(meta platforms|facebook)/i },
  { slug: "microsoft", cik: "0000789019", name: /^microsoft/i },
  { slug: "nvidia", cik: "0001045810", name: /^nvidia/i },
  { slug: "salesforce", cik: "0001108524", name: /^salesforce/i },
  { slug: "snowflake", cik: "0001640147", name: /^snowflake/i },
];

export const secEdgarCollector: Collector = {
  id: "sec-edgar",
  description: {
    name: "SEC EDGAR, company facts",
    url: "https://www.sec.gov/search-filings/edgar-application-programming-interfaces",
    data_url: FACTS,
    license: "LicenseRef-US-Public-Domain",
    license_url: "https://www.sec.gov/privacy.htm#dissemination",
    credit:
      "Yearly figures of companies, from their filings with the US Securities and Exchange Commission",
    provides: ["company-facts"],
  },
  live: { requests: () => SEC_FILERS.map(toRequest), everyDays: 7, megabytes: 50, seconds: 300 },
  minRows: 80,
  translate(reader) {
    const filers = SEC_FILERS.filter(({ slug }) => reader.files.has(`${slug}.json`));
    const companies = filers.map((filer) => ({ file: filer.slug, rows: readFacts(filer, reader) }));
    return { facts: { companies } };
  },
};

function toRequest({ slug, cik }: Filer): DataSourceFileRequest {
  return { url: `${FACTS}/CIK${cik}.json`, path: `${slug}.json`, optional: true };
}

function readFacts(filer: Filer, reader: SourceFileReader): CompanyFigure[] {
  const file = `${filer.slug}.json`;
  const answer = reader.json(file, CompanyFacts);
  if (answer === undefined) return [];
  if (!filer.name.test(answer.entityName)) {
    reader.reject(file, answer.entityName, `not ${filer.slug}; correct its CIK`);
    return [];
  }
  const { "us-gaap": gaap } = answer.facts;
  return METRICS.flatMap(({ metric, method, concepts }) => {
    const years = new Map<string, Reported>();
    for (const concept of concepts) {
      const figures = Concept.safeParse(gaap[concept]).data?.units.USD ?? [];
      const reported = reader.check(`${file}, ${concept}`, figures, Reported);
      for (const [end, year] of yearsOf(reported)) if (!years.has(end)) years.set(end, year);
    }
    const inOrder = [...years.values()].sort((a, b) => compareByCodePoint(a.end, b.end));
    return inOrder.map(
      (year): CompanyFigure => ({
        metric,
        scope: null,
        value: year.val,
        effective_date: year.end,
        as_of: year.filed,
        method,
        source: reader.source,
        source_url: filingUrl(filer, year.accn),
      }),
    );
  });
}

/** Fiscal year's end → its last filed figure, with the date of the first filing that has this value. */
function yearsOf(figures: readonly Reported[]): Map<string, Reported> {
  const yearly = figures.filter(isWholeYear).sort((a, b) => compareByCodePoint(a.filed, b.filed));
  const years = new Map<string, Reported>();
  for (const figure of yearly)
    if (years.get(figure.end)?.val !== figure.val) years.set(figure.end, figure);
  return years;
}

/** A fiscal year has 52 or 53 weeks; a 10-K also contains quarters and marks all its figures as `FY`. */
function isWholeYear({ start, end, form, fp }: Reported): boolean {
  if (start === undefined || !/^10-K(\/A)?$/.test(form) || fp !== "FY") return false;
  const days = daysBetween(start, end) + 1;
  return end >= FIRST_END && days >= 350 && days <= 380;
}

/** Page of the filing: `…/data/1652044/000165204426000018/0001652044-26-000018-index.htm`. */
const filingUrl = ({ cik }: Filer, accn: string): string =>
  `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accn.replaceAll("-", "")}/${accn}-index.htm`;
