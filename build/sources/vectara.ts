/**
 * Vectara's hallucination leaderboard. Live it is a table in the repository's README with the day
 * above it; a copy may have it as one CSV file per day, the day in its name.
 */
import { z } from "zod";
import { BuildError } from "../facts/fault.ts";
import { APACHE_2, type Collected, type Collector, type ScoreListing } from "./listing.ts";
import { fetchDaily, type UpstreamFiles } from "./live.ts";
import { parseMarkdownTable, UpstreamReader } from "./parse/rows.ts";
import { findNumber, toScoreListing } from "./parse/scores.ts";

const Row = z.looseObject({ model: z.string().min(1), hallucination_rate: z.string() });
const ReadmeRow = z
  .looseObject({ Model: z.string().min(1), "Hallucination Rate": z.string() })
  .transform((row) => ({ model: row.Model, hallucination_rate: row["Hallucination Rate"] }));

const ID = "vectara";
const PAGE = "https://github.com/vectara/hallucination-leaderboard";
const README = "README.md";
const RAW = `https://raw.githubusercontent.com/vectara/hallucination-leaderboard/main/${README}`;
const DAY_FILE = /^leaderboard_(\d{4}-\d{2}-\d{2})\.csv$/;

export const vectara: Collector = {
  source: {
    id: ID,
    name: "Vectara hallucination leaderboard",
    url: PAGE,
    data_url: PAGE,
    ...APACHE_2,
    credit: `Hallucination leaderboard by Vectara, ${PAGE}`,
    provides: ["scores"],
  },
  live: fetchDaily(() => [{ url: RAW, path: README }], { megabytes: 2, seconds: 60 }),
  minRows: 80,
  translate,
};

/** Of a copy only the newest day's file is read: each holds the whole leaderboard. */
function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const days = [...files.keys()].filter((name) => DAY_FILE.test(name)).sort();
  const file = files.has(README) ? README : (days.at(-1) ?? "");
  const text = reader.getText(file);
  const asOf = file === README ? toUpdateDay(text) : (DAY_FILE.exec(file)?.[1] ?? "");
  const rows =
    file === README
      ? reader.check(file, parseMarkdownTable(text, "Model"), ReadmeRow)
      : reader.csv(file, Row);
  const scores: ScoreListing[] = [];
  for (const { model: modelName, hallucination_rate } of rows) {
    const score = findNumber(hallucination_rate);
    const maker = modelName.includes("/") ? (modelName.split("/")[0] ?? null) : null;
    const listing = { source: ID, benchmark: "vectara-hallucination-rate", modelName, maker };
    if (score === undefined) reader.reject(file, modelName, "no score");
    else scores.push(toScoreListing({ ...listing, score, asOf, sourceUrl: PAGE }));
  }
  return { scores, rejected: reader.rejected };
}

/** `Last updated on September 22, 2026` → the day. Without it no score has a date: nothing is read. */
function toUpdateDay(readme: string): string {
  const [, month, day, year] =
    /Last updated on ([A-Z][a-z]+) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})/.exec(readme) ?? [];
  const time = Date.parse(`${month} ${day}, ${year} UTC`);
  if (Number.isNaN(time))
    throw new BuildError(`${ID}: ${README} has no "Last updated on ..."; look at its layout`);
  return new Date(time).toISOString().slice(0, 10);
}
