/** Berkeley Function Calling Leaderboard, fourth edition: one CSV row per model and calling mode. */
import { z } from "zod";
import type { Collected, Collector, Rejected, ScoreListing, UpstreamFiles } from "./listing.ts";
import { joinConfiguration } from "./parse/configuration.ts";
import { newestDay } from "./parse/newest-day.ts";
import { findNumber, withoutNoise } from "./parse/score-value.ts";
import { parseCsvRows } from "./parse/upstream-rows.ts";

const Row = z.record(z.string(), z.string());
type Row = z.infer<typeof Row>;

const ID = "bfcl";
const FILE = "data_overall.csv";
const PAGE = "https://gorilla.cs.berkeley.edu/leaderboard.html";

/** The overall score and the parts that are reported as tests of their own. */
const COLUMNS: Readonly<Record<string, string>> = {
  "Overall Acc": "bfcl-v4",
  "Non-Live AST Acc": "bfcl-v4-non-live",
  "Live Acc": "bfcl-v4-live",
  "Multi Turn Acc": "bfcl-v4-multi-turn",
  "Web Search Acc": "bfcl-v4-web-search",
  "Memory Acc": "bfcl-v4-memory",
};

/** `GLM-4.6 (FC thinking)`: native function calling or a prompt, with or without thinking. */
const MODE = / \((FC|Prompt)(?: ?\+? ?(thinking))?\)$/i;

export const bfcl: Collector = {
  source: {
    id: ID,
    name: "Berkeley Function Calling Leaderboard",
    url: PAGE,
    data_url: "https://github.com/ShishirPatil/gorilla",
    license: "Apache-2.0",
    license_url: "https://www.apache.org/licenses/LICENSE-2.0",
    copyright: null,
    credit: `Berkeley Function Calling Leaderboard by the Gorilla project, UC Berkeley, ${PAGE}`,
    provides: ["scores"],
  },
  frozen: { folder: "bfcl", files: [FILE] },
  live: {
    requests: () => [{ url: `https://gorilla.cs.berkeley.edu/${FILE}`, path: FILE }],
    everyDays: 1,
    maxBytes: 2_000_000,
    limitMs: 60_000,
  },
  minRows: 500,
  newestFact,
  translate,
};

/** The file carries no date: it is at least as new as the newest dated model in it. */
function newestFact(files: UpstreamFiles): string {
  const days = readRows(files).map(({ Model }) => {
    const [, year, month, day] = /-(20\d{2})-?(\d{2})-?(\d{2})\b/.exec(Model ?? "") ?? [];
    return year ? `${year}-${month}-${day}` : "";
  });
  return newestDay(days);
}

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const scores: ScoreListing[] = [];
  const rejected: Rejected[] = [];
  for (const row of readRows(files)) {
    for (const [column, benchmark] of Object.entries(COLUMNS)) {
      const score = findNumber(row[column] ?? "");
      if (score === undefined) {
        const value = `${row.Model}: ${row[column]}`;
        rejected.push({ source: ID, place: `${FILE}, ${column}`, value, reason: "no score" });
      } else {
        scores.push(toListing(row, benchmark, score, recordedOn));
      }
    }
  }
  return { scores, rejected };
}

function toListing(row: Row, benchmark: string, score: number, recordedOn: string): ScoreListing {
  const written = row.Model ?? "";
  const [, mode, thinking] = MODE.exec(written) ?? [];
  return {
    source: ID,
    benchmark,
    modelName: written.replace(MODE, ""),
    displayName: null,
    maker: row.Organization || null,
    releaseDate: null,
    isOpenWeights: row.License ? row.License !== "Proprietary" : null,
    configuration: joinConfiguration(thinking ?? null, mode ?? null),
    score: withoutNoise(score),
    selfReported: false,
    asOf: recordedOn,
    sourceUrl: PAGE,
  };
}

function readRows(files: UpstreamFiles): Row[] {
  return parseCsvRows(files, { source: ID, file: FILE }, Row).rows;
}
