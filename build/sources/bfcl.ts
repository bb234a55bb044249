/** Berkeley Function Calling Leaderboard, fourth edition: one CSV row per model and calling mode. */
import { z } from "zod";
import { APACHE_2, type Collected, type Collector, type ScoreListing } from "./listing.ts";
import { fetchDaily, type UpstreamFiles } from "./live.ts";
import { UpstreamReader } from "./parse/rows.ts";
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
    ...APACHE_2,
    credit: `Berkeley Function Calling Leaderboard by the Gorilla project, UC Berkeley, ${PAGE}`,
    provides: ["scores"],
  },
  live: fetchDaily(() => [{ url: `https://gorilla.cs.berkeley.edu/${FILE}`, path: FILE }], {
    megabytes: 2,
    seconds: 60,
  }),
  minRows: 500,
  translate,
};

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const reader = new UpstreamReader(ID, files);
  const scores: ScoreListing[] = [];
  for (const row of reader.csv(FILE, z.record(z.string(), z.string()))) {
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
      else reader.reject(`${FILE}, ${column}`, `${row.Model}: ${row[column]}`, "no score");
    }
  }
  return { scores, rejected: reader.rejected };
}
