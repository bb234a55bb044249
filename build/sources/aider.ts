/** Aider's code-editing leaderboards: one YAML list per test, one entry per run. */
import { parse } from "yaml";
import { z } from "zod";
import { IsoDate } from "../schema/values.ts";
import { APACHE_2, type Collected, type Collector, type ScoreListing } from "./listing.ts";
import { fetchDaily, type UpstreamFiles } from "./live.ts";
import { UpstreamReader } from "./parse/rows.ts";
import { joinConfiguration, toScoreListing } from "./parse/scores.ts";

const ID = "aider";
const PAGE = "https://aider.chat/docs/leaderboards/";
const RAW = "https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data";

const BENCHMARKS = [
  { file: "polyglot_leaderboard.yml", benchmark: "aider-polyglot", sourceUrl: PAGE },
  { file: "edit_leaderboard.yml", benchmark: "aider-edit", sourceUrl: `${PAGE}edit.html` },
];

const Run = z.looseObject({
  model: z.string(),
  edit_format: z.string(),
  /** Percent solved with two tries: the number the leaderboard ranks by. */
  pass_rate_2: z.number(),
  date: IsoDate,
});

export const aider: Collector = {
  source: {
    id: ID,
    name: "Aider LLM leaderboards",
    url: PAGE,
    data_url: "https://github.com/Aider-AI/aider/tree/main/aider/website/_data",
    ...APACHE_2,
    credit: "Aider LLM leaderboards by Paul Gauthier and contributors, https://aider.chat",
    provides: ["scores"],
  },
  live: fetchDaily(() => BENCHMARKS.map(({ file }) => ({ url: `${RAW}/${file}`, path: file })), {
    megabytes: 2,
    seconds: 60,
  }),
  minRows: 120,
  translate,
};

function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const scores: ScoreListing[] = [];
  for (const { file, benchmark, sourceUrl } of BENCHMARKS) {
    const runs = z.array(z.unknown()).parse(parse(files.get(file) ?? "[]"));
    for (const { model, edit_format, pass_rate_2: score, date } of reader.check(file, runs, Run)) {
      const reason = reasonToSkip(model);
      if (reason !== null) {
        reader.reject(file, model, reason);
        continue;
      }
      const { name: modelName, settings } = splitName(model);
      const configuration = joinConfiguration(settings, edit_format);
      const run = { source: ID, benchmark, modelName, configuration, score };
      scores.push(toScoreListing({ ...run, asOf: date, sourceUrl }));
    }
  }
  return { scores, rejected: reader.rejected };
}

/** Null when the run can be used. */
function reasonToSkip(model: string): string | null {
  if (model.includes(" + ")) return "two models working together, not a model";
  return /^ollama\/[^:]+$/.test(model) ? "a local copy of unknown size" : null;
}

/**
 * Takes off what Aider writes behind a name: the edit format (which has its own field) with what
 * follows it, and the bit width of a local copy. A release code in parentheses belongs to the name.
 */
function splitName(written: string): { name: string; settings: string | null } {
  const name = written.replace(/ \((whole|diff|udiff)\)$/, "").replace(/ \((\d{4})\)$/, " $1");
  const [, base, settings] =
    /^(.*) diff, (.*)$/.exec(name) ?? /^(.*)-(q\d_\w+|fp16)$/i.exec(name) ?? [];
  return { name: base ?? name, settings: settings ?? null };
}
