/** Vectara's hallucination leaderboard: one CSV file per day, the day in its name. */
import { z } from "zod";
import type { Collected, Collector, ScoreListing, UpstreamFiles } from "../listing.ts";
import { findNumber, withoutNoise } from "../score-value.ts";
import { parseCsvRows } from "../upstream-rows.ts";

const Row = z.looseObject({ model: z.string().min(1), hallucination_rate: z.string() });

const ID = "vectara";
const PAGE = "https://github.com/vectara/hallucination-leaderboard";
const FILE = /^leaderboard_(\d{4}-\d{2}-\d{2})\.csv$/;

export const vectara: Collector = {
  source: {
    id: ID,
    name: "Vectara hallucination leaderboard",
    url: PAGE,
    data_url: PAGE,
    license: "Apache-2.0",
    license_url: "https://www.apache.org/licenses/LICENSE-2.0",
    copyright: null,
    credit: `Hallucination leaderboard by Vectara, ${PAGE}`,
    provides: ["scores"],
  },
  frozen: { folder: "vectara", files: ["leaderboard_*.csv"] },
  minRows: 80,
  newestFact: (files) => newest(files).day,
  translate,
};

/** Only the newest day's file is read: each holds the whole leaderboard. */
function translate(files: UpstreamFiles): Collected {
  const { path, day } = newest(files);
  const { rows, rejected } = parseCsvRows(files, { source: ID, file: path }, Row);
  const scores: ScoreListing[] = [];
  for (const row of rows) {
    const score = findNumber(row.hallucination_rate);
    if (score !== undefined) scores.push(toListing(row.model, score, day));
    else rejected.push({ source: ID, place: path, value: row.model, reason: "no score" });
  }
  return { scores, rejected };
}

function toListing(modelName: string, score: number, day: string): ScoreListing {
  return {
    source: ID,
    benchmark: "vectara-hallucination-rate",
    modelName,
    displayName: null,
    maker: modelName.includes("/") ? (modelName.split("/")[0] ?? null) : null,
    releaseDate: null,
    isOpenWeights: null,
    configuration: null,
    score: withoutNoise(score),
    selfReported: false,
    asOf: day,
    sourceUrl: PAGE,
  };
}

function newest(files: UpstreamFiles): { path: string; day: string } {
  const path =
    [...files.keys()]
      .filter((name) => FILE.test(name))
      .sort()
      .at(-1) ?? "";
  return { path, day: FILE.exec(path)?.[1] ?? "" };
}
