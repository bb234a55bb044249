/** Aider's code-editing leaderboards: one YAML list per test, one entry per run. */
import { parse } from "yaml";
import { z } from "zod";
import { IsoDate } from "../schema/values.ts";
import type { Collected, Collector, Rejected, ScoreListing, UpstreamFiles } from "./listing.ts";
import { joinConfiguration } from "./parse/configuration.ts";
import { newestDay } from "./parse/newest-day.ts";
import { withoutNoise } from "./parse/score-value.ts";
import { checkRows, type UpstreamRows } from "./parse/upstream-rows.ts";

const ID = "aider";

const BENCHMARKS: Readonly<Record<string, { benchmark: string; page: string }>> = {
  "polyglot_leaderboard.yml": {
    benchmark: "aider-polyglot",
    page: "https://aider.chat/docs/leaderboards/",
  },
  "edit_leaderboard.yml": {
    benchmark: "aider-edit",
    page: "https://aider.chat/docs/leaderboards/edit.html",
  },
};

const Run = z.looseObject({
  model: z.string(),
  edit_format: z.string(),
  /** Percent solved with two tries: the number the leaderboard ranks by. */
  pass_rate_2: z.number(),
  date: IsoDate,
});
type Run = z.infer<typeof Run>;

export const aider: Collector = {
  source: {
    id: ID,
    name: "Aider LLM leaderboards",
    url: "https://aider.chat/docs/leaderboards/",
    data_url: "https://github.com/Aider-AI/aider/tree/main/aider/website/_data",
    license: "Apache-2.0",
    license_url: "https://www.apache.org/licenses/LICENSE-2.0",
    copyright: null,
    credit: "Aider LLM leaderboards by Paul Gauthier and contributors, https://aider.chat",
    provides: ["scores"],
  },
  frozen: { folder: "aider", files: ["*_leaderboard.yml"] },
  live: {
    requests: () =>
      Object.keys(BENCHMARKS).map((path) => ({
        url: `https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data/${path}`,
        path,
      })),
    everyDays: 1,
    maxBytes: 2_000_000,
    limitMs: 60_000,
  },
  minRows: 120,
  newestFact: (files) =>
    newestDay(
      Object.keys(BENCHMARKS).flatMap((path) => readRuns(files, path).rows.map(({ date }) => date)),
    ),
  translate,
};

function translate(files: UpstreamFiles): Collected {
  const scores: ScoreListing[] = [];
  const rejected: Rejected[] = [];
  for (const [path, { benchmark, page }] of Object.entries(BENCHMARKS)) {
    const runs = readRuns(files, path);
    rejected.push(...runs.rejected);
    for (const run of runs.rows) {
      const reason = whyNot(run.model);
      if (reason === null) scores.push(toListing(run, benchmark, page));
      else rejected.push({ source: ID, place: path, value: run.model, reason });
    }
  }
  return { scores, rejected };
}

/** The reason to leave a run out; null when it stands. */
function whyNot(model: string): string | null {
  if (model.includes(" + ")) return "two models working together, not a model";
  return /^ollama\/[^:]+$/.test(model) ? "a local copy of a size that nobody says" : null;
}

function toListing(run: Run, benchmark: string, page: string): ScoreListing {
  const { name, settings } = splitName(run.model);
  return {
    source: ID,
    benchmark,
    modelName: name,
    displayName: null,
    maker: null,
    releaseDate: null,
    isOpenWeights: null,
    configuration: joinConfiguration(settings, run.edit_format),
    score: withoutNoise(run.pass_rate_2),
    selfReported: false,
    asOf: run.date,
    sourceUrl: page,
  };
}

/**
 * Takes off what Aider writes behind a name: the edit format (it has a field of its own) with what
 * follows it, and the bit width of a local copy. A release code in parentheses belongs to the name.
 */
function splitName(written: string): { name: string; settings: string | null } {
  const name = written.replace(/ \((whole|diff|udiff)\)$/, "").replace(/ \((\d{4})\)$/, " $1");
  const [, base, settings] =
    /^(.*) diff, (.*)$/.exec(name) ?? /^(.*)-(q\d_\w+|fp16)$/i.exec(name) ?? [];
  return { name: base ?? name, settings: settings ?? null };
}

function readRuns(files: UpstreamFiles, path: string): UpstreamRows<Run> {
  const runs = z.array(z.unknown()).parse(parse(files.get(path) ?? "[]"));
  return checkRows(runs, { source: ID, file: path }, Run);
}
