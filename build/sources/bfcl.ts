/** Berkeley Function Calling Leaderboard, fourth edition: one CSV row per model and calling mode. */
import { z } from "zod";
import type { Collected, Collector, ScoreListing } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { createRejects, parseCsvRows } from "./parse/rows.ts";
import { findNumber, joinConfiguration, toScoreListing } from "./parse/scores.ts";

const ID = "bfcl";
const FILE = "data_overall.csv";
const PAGE = "https://gorilla.cs.berkeley.edu/leaderboard.html";

/** The overall score and the parts that are reported as tests of their own. */
const BENCHMARK_OF_COLUMN: Readonly<Record<string, string>> = {
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
  live: {
    requests: () => [{ url: `https://gorilla.cs.berkeley.edu/${FILE}`, path: FILE }],
    everyDays: 1,
    maxBytes: 2_000_000,
    limitMs: 60_000,
  },
  minRows: 500,
  translate,
};

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const scores: ScoreListing[] = [];
  const { rejected, reject } = createRejects(ID);
  const Row = z.record(z.string(), z.string());
  for (const row of parseCsvRows(files, { source: ID, file: FILE }, Row).rows) {
    const written = row.Model ?? "";
    const [, mode = null, thinking = null] = MODE.exec(written) ?? [];
    const listing = {
      source: ID,
      modelName: written.replace(MODE, ""),
      maker: row.Organization || null,
      isOpenWeights: row.License ? row.License !== "Proprietary" : null,
      configuration: joinConfiguration(thinking, mode),
      asOf: recordedOn,
      sourceUrl: PAGE,
    };
    for (const [column, benchmark] of Object.entries(BENCHMARK_OF_COLUMN)) {
      const score = findNumber(row[column] ?? "");
      if (score !== undefined) scores.push(toScoreListing({ ...listing, benchmark, score }));
      else reject(`${FILE}, ${column}`, `${row.Model}: ${row[column]}`, "no score");
    }
  }
  return { scores, rejected };
}
