/** Leaderboards that are one table each: Aider's, Berkeley's function calling, Vectara's hallucinations. */
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { CommandError } from "../facts/fault.ts";
import { IsoDate } from "../schema/values.ts";
import type { Collector } from "./collector.ts";
import { formatScoreConfiguration, parseScoreNumber, toScoreListing } from "./parse/scores.ts";

const LIMITS = { megabytes: 2, seconds: 60 };

const AIDER_PAGE = "https://aider.chat/docs/leaderboards/";
const AIDER_RAW = "https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data";

const AIDER_FILES = [
  { file: "polyglot_leaderboard.yml", benchmark: "aider-polyglot", source_url: AIDER_PAGE },
  { file: "edit_leaderboard.yml", benchmark: "aider-edit", source_url: `${AIDER_PAGE}edit.html` },
];

const AiderRun = z.looseObject({
  model: z.string(),
  edit_format: z.string(),
  /** Percent solved with two tries: the number the leaderboard ranks by. */
  pass_rate_2: z.number(),
  date: IsoDate,
});

/** Code editing: one YAML list per test, one entry per run. */
export const aiderCollector: Collector = {
  id: "aider",
  live: {
    requests: () => AIDER_FILES.map(({ file }) => ({ url: `${AIDER_RAW}/${file}`, path: file })),
    ...LIMITS,
  },
  minRows: 120,
  translate: (reader) => ({
    scores: AIDER_FILES.flatMap(({ file, benchmark, source_url }) => {
      const listed = z.array(z.unknown()).parse(parseYaml(reader.files.get(file) ?? "[]"));
      const runs = reader.check(file, listed, AiderRun);
      return reader.each(
        file,
        runs,
        ({ model }) => model,
        (run) => {
          const { model, edit_format, pass_rate_2: score, date: as_of } = run;
          if (model.includes(" + ")) return "two models working together, not a model";
          if (/^ollama\/[^:]+$/.test(model)) return "a local copy of unknown size";
          const { name: modelName, settings } = splitAiderName(model);
          const configuration = formatScoreConfiguration(settings, edit_format);
          const row = { source: reader.source, benchmark, modelName, configuration, score };
          return toScoreListing({ ...row, as_of, source_url });
        },
      );
    }),
  }),
};

/** Removes the edit format and what follows, and a copy's quantization; a release code in brackets stays. */
function splitAiderName(written: string): { name: string; settings: string | null } {
  const name = written.replace(/ \((whole|diff|udiff)\)$/, "").replace(/ \((\d{4})\)$/, " $1");
  const [, base, settings] =
    /^(.*) diff, (.*)$/.exec(name) ?? /^(.*)-(q\d_\w+|fp16)$/i.exec(name) ?? [];
  return { name: base ?? name, settings: settings ?? null };
}

const BFCL_FILE = "data_overall.csv";
const BFCL_PAGE = "https://gorilla.cs.berkeley.edu/leaderboard.html";

/** Columns of the overall score and of the sections that are recorded as separate benchmarks. */
const BFCL_BENCHMARKS: readonly [column: string, benchmark: string][] = [
  ["Overall Acc", "bfcl-v4"],
  ["Non-Live AST Acc", "bfcl-v4-non-live"],
  ["Live Acc", "bfcl-v4-live"],
  ["Multi Turn Acc", "bfcl-v4-multi-turn"],
  ["Web Search Acc", "bfcl-v4-web-search"],
  ["Memory Acc", "bfcl-v4-memory"],
];

/** `GLM-4.6 (FC thinking)`: native function calling or a prompt, with or without thinking. */
const BFCL_MODE = / \((FC|Prompt)(?: ?\+? ?(thinking))?\)$/i;

/** Berkeley Function Calling Leaderboard, fourth edition: one CSV row per model and calling mode. */
export const bfclCollector: Collector = {
  id: "bfcl",
  live: {
    requests: () => [{ url: `https://gorilla.cs.berkeley.edu/${BFCL_FILE}`, path: BFCL_FILE }],
    ...LIMITS,
  },
  minRows: 500,
  translate(reader) {
    const rows = reader.csv(BFCL_FILE, z.record(z.string(), z.string()));
    const scores = rows.flatMap((row) => {
      const written = row.Model ?? "";
      const [, mode = null, thinking = null] = BFCL_MODE.exec(written) ?? [];
      const listing = {
        source: reader.source,
        modelName: written.replace(BFCL_MODE, ""),
        maker: row.Organization || null,
        is_open_source: row.License ? row.License !== "Proprietary" : null,
        configuration: formatScoreConfiguration(thinking, mode),
        as_of: reader.context.day,
        source_url: BFCL_PAGE,
      };
      const nameOf = ([column]: [string, string]) => `${row.Model}, ${column}: ${row[column]}`;
      return reader.each(BFCL_FILE, BFCL_BENCHMARKS, nameOf, ([column, benchmark]) => {
        const score = parseScoreNumber(row[column] ?? "");
        return score === undefined ? "no score" : toScoreListing({ ...listing, benchmark, score });
      });
    });
    return { scores };
  },
};

const VectaraRow = z.looseObject({ model: z.string().min(1), hallucination_rate: z.string() });
const ReadmeRow = z
  .looseObject({ Model: z.string().min(1), "Hallucination Rate": z.string() })
  .transform((row) => ({ model: row.Model, hallucination_rate: row["Hallucination Rate"] }));

const VECTARA_PAGE = "https://github.com/vectara/hallucination-leaderboard";
const README = "README.md";
const RAW = `https://raw.githubusercontent.com/vectara/hallucination-leaderboard/main/${README}`;
const DAY_FILE = /^leaderboard_(\d{4}-\d{2}-\d{2})\.csv$/;

/** Live, a table in the README with the day above it; a copy may have a CSV file per day, each of them complete. */
export const vectaraCollector: Collector = {
  id: "vectara",
  live: { requests: () => [{ url: RAW, path: README }], ...LIMITS },
  minRows: 80,
  translate(reader) {
    const days = [...reader.files.keys()].filter((name) => DAY_FILE.test(name)).sort();
    const file = reader.files.has(README) ? README : (days.at(-1) ?? "");
    const text = reader.getText(file);
    const [as_of, rows] =
      file === README
        ? [toUpdateDay(text), reader.check(file, parseMarkdownTable(text, "Model"), ReadmeRow)]
        : [DAY_FILE.exec(file)?.[1] ?? "", reader.csv(file, VectaraRow)];
    const scores = reader.each(
      file,
      rows,
      ({ model }) => model,
      ({ model, hallucination_rate }) => {
        const score = parseScoreNumber(hallucination_rate);
        if (score === undefined) return "no score";
        const maker = model.includes("/") ? (model.split("/")[0] ?? null) : null;
        const named = { benchmark: "vectara-hallucination-rate", modelName: model, maker };
        return toScoreListing({
          source: reader.source,
          ...named,
          score,
          as_of,
          source_url: VECTARA_PAGE,
        });
      },
    );
    return { scores };
  },
};

/** The day in the README. @throws CommandError without it, because then no score has a date. */
function toUpdateDay(readme: string): string {
  const [, month, day, year] =
    /Last updated on ([A-Z][a-z]+) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})/.exec(readme) ?? [];
  const time = Date.parse(`${month} ${day}, ${year} UTC`);
  if (Number.isNaN(time))
    throw new CommandError(`vectara: ${README} has no "Last updated on ..."; look at its layout`);
  return new Date(time).toISOString().slice(0, 10);
}

/** Rows of the first Markdown table whose first column has this name: `[{ Model: "nimbus-1", Rate: "1.8 %" }]`. */
function parseMarkdownTable(text: string, firstColumn: string): Record<string, string>[] {
  const lines = text.split("\n").map((line) => line.trim());
  const start = lines.findIndex((line) => line.split("|")[1]?.trim() === firstColumn);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  const [head = "", , ...rows] = lines.slice(start, end < 0 ? undefined : end);
  const options = { delimiter: "|", quote: null, trim: true, relax_column_count: true };
  return parseCsv([head, ...rows].join("\n"), { ...options, columns: true });
}
