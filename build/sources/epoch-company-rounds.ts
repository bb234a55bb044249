/** Funding rounds of AI companies → valuations and the money raised so far. */
import type { z } from "zod";
import { byText } from "../schema/collections.ts";
import {
  Amount,
  CommonRow,
  Day,
  type Judged,
  judge,
  Label,
  toMethod,
  type Verdict,
} from "./epoch-company-row.ts";
import { newestDay } from "./parse/newest-day.ts";

export const RoundRow = CommonRow.extend({
  "Close date": Day,
  Status: Label,
  "Funding (equity)": Amount,
  "Valuation (post-money)": Amount,
  Type: Label,
});
export type RoundRow = z.infer<typeof RoundRow>;

const isOffering = ({ Id }: RoundRow): boolean => /\bIPO$/.test(Id);

export function judgeRounds(rows: readonly RoundRow[], place: string): Judged {
  const rounds = rows.map(reportedAtClose);
  const valuations = judge(rounds, place, toValuation);
  const totals = judgeTotals(rounds, place);
  return {
    facts: [...valuations.facts, ...totals.facts],
    rejected: [...valuations.rejected, ...totals.rejected],
  };
}

/** Reports of a coming round are dated before its close; that it closed is known from that day on. */
function reportedAtClose(row: RoundRow): RoundRow {
  const reported = row["Report date"];
  const closed = row["Close date"];
  if (reported === null || closed === null || reported >= closed) return row;
  return { ...row, "Report date": closed };
}

function toValuation(row: RoundRow): Verdict | undefined {
  if (row.Status !== "Closed") return { reason: `round not closed: ${row.Status ?? "not said"}` };
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
function judgeTotals(rounds: readonly RoundRow[], place: string): Judged {
  const closed = rounds
    .filter(({ Status }) => Status === "Closed")
    .sort((a, b) => byText(a["Close date"] ?? "", b["Close date"] ?? ""));
  const totals = new Map<string, number>();
  const weakest = new Map<string, string | null>();
  const judged = judge(closed, place, (row) => {
    const equity = row["Funding (equity)"];
    if (equity === null) return { reason: "equity raised was not disclosed" };
    if (equity === 0) return { reason: "brought the company no new money: no change of the total" };
    if (!totals.has(row.Company) && isOffering(row))
      return { reason: "first known round is the public offering: those before it are missing" };
    const value = (totals.get(row.Company) ?? 0) + equity;
    totals.set(row.Company, value);
    weakest.set(row.Company, weaker(weakest.get(row.Company) ?? null, row.Confidence));
    return {
      metric: "total_raised_usd",
      scope: null,
      value,
      effective_date: row["Close date"],
      method: toMethod(
        "sum of closed equity rounds (none in talks)",
        weakest.get(row.Company) ?? null,
      ),
    };
  });
  return { ...judged, facts: knownSinceAll(judged.facts) };
}

const CONFIDENCES = ["Confident", "Likely", "Uncertain"];

/** A sum is as certain as its least certain part. */
const weaker = (a: string | null, b: string | null): string | null =>
  CONFIDENCES.indexOf(a ?? "") > CONFIDENCES.indexOf(b ?? "") ? a : b;

/** A sum is known from the day on which the last of its parts was reported. */
function knownSinceAll(facts: Judged["facts"]): Judged["facts"] {
  const newest = new Map<string, string>();
  return facts.map(({ company, fact }) => {
    const as_of = newestDay([newest.get(company) ?? "", fact.as_of]);
    newest.set(company, as_of);
    return { company, fact: { ...fact, as_of } };
  });
}
