/**
 * Vectara's hallucination leaderboard. Live it is a table in the repository's README with the day
 * above it; a frozen copy has it as one CSV file per day, the day in its name.
 */
import { z } from "zod";
import { BuildError } from "../facts/fault.ts";
import type { Collected, Collector, ScoreListing, UpstreamFiles } from "./listing.ts";
import { parseMarkdownTable } from "./parse/markdown-table.ts";
import { findNumber, withoutNoise } from "./parse/score-value.ts";
import {
  checkRows,
  getUpstreamText,
  parseCsvRows,
  type UpstreamRows,
} from "./parse/upstream-rows.ts";

const Row = z.looseObject({ model: z.string().min(1), hallucination_rate: z.string() });
type Row = z.infer<typeof Row>;

/** The same in the README. */
const ReadmeRow = z
  .looseObject({ Model: z.string().min(1), "Hallucination Rate": z.string() })
  .transform((row): Row => ({ model: row.Model, hallucination_rate: row["Hallucination Rate"] }));

const ID = "vectara";
const PAGE = "https://github.com/vectara/hallucination-leaderboard";
const README = "README.md";
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
  live: {
    requests: () => [
      {
        url: `https://raw.githubusercontent.com/vectara/hallucination-leaderboard/main/${README}`,
        path: README,
      },
    ],
    everyDays: 1,
    maxBytes: 2_000_000,
    limitMs: 60_000,
  },
  minRows: 80,
  newestFact: (files) => newest(files).day,
  translate,
};

/** Only the newest day's file is read: each holds the whole leaderboard. */
function translate(files: UpstreamFiles): Collected {
  const { path, day } = newest(files);
  const { rows, rejected } = readRows(files, path);
  const scores: ScoreListing[] = [];
  for (const row of rows) {
    const score = findNumber(row.hallucination_rate);
    if (score !== undefined) scores.push(toListing(row.model, score, day));
    else rejected.push({ source: ID, place: path, value: row.model, reason: "no score" });
  }
  return { scores, rejected };
}

function readRows(files: UpstreamFiles, path: string): UpstreamRows<Row> {
  const origin = { source: ID, file: path };
  if (path !== README) return parseCsvRows(files, origin, Row);
  return checkRows(parseMarkdownTable(getUpstreamText(files, origin), "Model"), origin, ReadmeRow);
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
  const readme = files.get(README);
  if (readme !== undefined) return { path: README, day: toUpdateDay(readme) };
  const path =
    [...files.keys()]
      .filter((name) => FILE.test(name))
      .sort()
      .at(-1) ?? "";
  return { path, day: FILE.exec(path)?.[1] ?? "" };
}

/** `Last updated on September 22, 2026` → the day. Without one no score can be dated: nothing is read. */
function toUpdateDay(readme: string): string {
  const [, month, day, year] =
    /Last updated on ([A-Z][a-z]+) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})/.exec(readme) ?? [];
  const time = Date.parse(`${month} ${day}, ${year} UTC`);
  if (Number.isNaN(time))
    throw new BuildError(
      `${ID}: ${README} says no day ("Last updated on ..."); look at its layout`,
    );
  return new Date(time).toISOString().slice(0, 10);
}
