/** Epoch AI Benchmarking Hub: one CSV file per benchmark. `data/aliases/epoch-files.csv` says how to read each file. */
import * as z from "zod";
import { findModelsOfReassignedIds, toHostModelIdKey } from "../identity/host-ids.ts";
import type { EpochBenchmarkFile, IdReassignment } from "../schema/editorial.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import type { ScoreListing } from "./listing.ts";
import {
  formatScoreConfiguration,
  isSelfReportedScore,
  parseScoreNumber,
  THINKING_NOT_STATED,
  toScoreListing,
} from "./parse/scores.ts";
import { stripUrlTracking } from "./parse/text.ts";

const Row = z.record(z.string(), z.string());
type Row = z.infer<typeof Row>;

const HUB = "https://epoch.ai/benchmarks";
const ARCHIVE = "https://epoch.ai/data/benchmark_data.zip";
/** Register of all model versions that Epoch knows, with their display names and accessibility. */
const REGISTER = "epoch_capabilities_index.csv";
/** How Epoch marks a row whose model is only one part of what was tested. */
const MIXED = /\b(augmented|combo of|mix of)\b/i;

/** Names of the columns with the URL of a row. */
const LINKS = ["Source link", "Source Link", "Source link (site from table)", "Log viewer"];
/** Names of the columns with the day of the evaluation. Rows without one get the day of the archive. */
const DAYS = [
  "Started at",
  "Date of evaluation",
  "Evaluation date",
  "Date added",
  "Date run",
  "Run date",
  "Date",
  "Last updated",
];

export const epochBenchmarksCollector: Collector = {
  id: "epoch-benchmarks",
  live: {
    requests: () => [{ url: ARCHIVE, path: "", unpack: "zip" }],
    megabytes: 60,
    seconds: 180,
  },
  minRows: 2800,
  translate(reader) {
    const register = new Map(readRows(reader, REGISTER).map((row) => [row["Model version"], row]));
    const { benchmarks, movingNames, epochFiles } = reader.context;
    const homes = new Map(benchmarks.map(({ slug, source_url }) => [slug, source_url]));
    const scores = epochFiles.flatMap((listed) => {
      const file = `${listed.table}.csv`;
      const home = listed.home ?? homes.get(listed.benchmark) ?? HUB;
      return reader.each(file, readRows(reader, file), labelOf, (row) => {
        const version = row["Model version"] ?? "";
        const name = version.trim() || (listed.name_is_model ? (row.Name ?? "").trim() : "");
        const score = parseScoreNumber(row[listed.score] ?? "");
        if (score === undefined) return "no score";
        const as_of = toDay(cellOf(row, DAYS)) ?? reader.context.day;
        return (
          reasonToSkip(listed, row, name) ??
          toScoreListing({
            source: reader.source,
            benchmark: listed.benchmark,
            as_of,
            ...toModel(row, name, register.get(version), listed, movingNames),
            ...toReport(row, home),
            score: listed.scale === "fraction" ? score * 100 : score,
          })
        );
      });
    });
    return { scores };
  },
};

/** A file that Epoch no longer publishes has no rows; the runner's guard sees when many are gone. */
const readRows = (reader: SourceFileReader, file: string): Row[] =>
  reader.files.has(file) ? reader.csv(file, Row) : [];

const labelOf = (row: Row): string =>
  [row["Model version"], row.Name, row.Agent].find((cell) => cell?.trim())?.trim() ?? "(no name)";

const cellOf = (row: Row, columns: readonly string[]): string | undefined =>
  columns.flatMap((column) => row[column] ?? [])[0];

/** Why a row is skipped; null when it can be used. */
function reasonToSkip(file: EpochBenchmarkFile, row: Row, name: string): string | null {
  if (name === "") return "the source names no model, only an agent or a pipeline";
  if (file.agent_flag && row[file.agent_flag]) return "an agent, not a model";
  if (!row["Model version"] && name.includes("/"))
    return "a model size studied in a paper, not a released model";
  if (name.includes(" + ") || MIXED.test(row.Notes ?? ""))
    return "several models or a pipeline around one, not a model";
  return null;
}

/** @param registered The row of the register about this version. */
function toModel(
  row: Row,
  name: string,
  registered: Row | undefined,
  { configuration: column, reads }: EpochBenchmarkFile,
  movingNames: readonly IdReassignment[],
) {
  const released = toDay(row["Release date"]);
  const day = toDay(cellOf(row, DAYS)) ?? released;
  const version = meantOn(day, asMeasured(name, (row.Name ?? "").trim()), movingNames);
  const isOfVersion = version.startsWith(name);
  const model = splitModelName(version);
  const accessibility = registered?.["Model accessibility"];
  const cell = (row[column ?? ""] ?? "").trim();
  const configuration = reads && cell !== "" ? READ_CELL[reads](cell) : cell;
  return {
    modelName: model.name,
    // The register's display name of a version does not apply to another model.
    display_name: (isOfVersion && registered?.["Display name"]?.trim()) || null,
    maker: row.Organization?.trim() || null,
    release_date: isOfVersion ? released : null,
    // `Open weights (restricted use)` or `API access`.
    is_open_source: accessibility ? accessibility.startsWith("Open weights") : null,
    configuration: formatScoreConfiguration(model.configuration, configuration),
  };
}

/** Where the score was published, and whether by the model's maker. */
function toReport(row: Row, home: string): Pick<ScoreListing, "source_url" | "self_reported"> {
  const [link] = /https?:\/\/\S+/.exec(cellOf(row, LINKS) ?? "") ?? [];
  const source_url = stripUrlTracking(link) ?? home;
  const maker = row.Organization?.trim() || null;
  return {
    source_url,
    self_reported: "Log viewer" in row ? false : isSelfReportedScore(source_url, maker),
  };
}

/**
 * The model in the paper's table, where Epoch maps it to another version: `DeepSeek-V3 Base` is not `DeepSeek-V3`,
 * `OpenHands + Llama-3.3-70b` is not Llama 3.1, and the GPT-3 of 2020 is not the instruct model of 2022 that Epoch
 * names.
 */
function asMeasured(version: string, name: string): string {
  if (version === "text-davinci-001" && /^GPT-?3\b/.test(name)) return "davinci";
  const [llama = "$&"] = /(?<=llama-)\d\.\d/i.exec(name) ?? [];
  const measured = version.replace(/(?<=^llama-)\d\.\d/i, llama);
  return /\bbase\b/i.test(name) && !/base/i.test(version) ? `${measured}-Base` : measured;
}

/** Days and timestamps → the day. */
const toDay = (cell = ""): string | null => /^\d{4}-\d{2}-\d{2}/.exec(cell)?.[0] ?? null;

const COUNTS: Readonly<Record<string, string>> = { zero: "0", one: "1" };
const SUFFIXES: readonly [pattern: RegExp, configuration: (value: string) => string][] = [
  [/_(minimal|low|medium|high|xhigh|max)$/, (effort) => effort],
  [/_(none)$/, () => "no thinking"],
  [/_(unknown)$/, () => THINKING_NOT_STATED],
  [/_(thinking)$/, () => "thinking"],
  [/_(\d+)k$/i, (thousands) => `${thousands}k thinking`],
  [/ \((\d+)k thinking\)$/i, (thousands) => `${thousands}k thinking`],
  [/-(web-?app)$/, () => "web app"],
  [/-(feb24)$/, () => "2024-02"],
  [/ \((\d+|zero|one|few)-shot\)$/i, (count) => `${COUNTS[count.toLowerCase()] ?? count}-shot`],
];

/** DeepSeek's moving names → the mode in which each runs the lab's model of the day. */
const ROLLING: Readonly<Record<string, string>> = {
  "deepseek-chat": "",
  "deepseek-reasoner": "_thinking",
};

/** `deepseek-reasoner` → `deepseek-v3-2_thinking`: the model that the name meant on the day of the test. */
function meantOn(day: string | null, version: string, names: readonly IdReassignment[]): string {
  const mode = ROLLING[version];
  const own = names.filter(({ host, model_id }) => host === "deepseek" && model_id === version);
  const known = own.filter(({ since }) => (since ?? "") <= (day ?? ""));
  const model = findModelsOfReassignedIds(known).get(toHostModelIdKey("deepseek", version));
  return mode === undefined || model === undefined ? version : model + mode;
}

/** Prefixes with a dash that name a host or a project; the resolver itself removes paths. */
const PREFIX = /^(parasail-|c4ai-(?=command))/;
/** `chatgpt-4o-03-27-2025`: the day of a snapshot, American style. */
const AMERICAN_DAY = /^(chatgpt-4o)-(\d{2})-(\d{2})-(\d{4})$/;

/** `gpt-5-2025-08-07_high` → the model and the effort of the run. */
function splitModelName(version: string): { name: string; configuration: string | null } {
  const text = toPlainName(version);
  for (const [pattern, toConfiguration] of SUFFIXES) {
    const found = pattern.exec(text);
    if (found) {
      const name = text.slice(0, found.index);
      return { name, configuration: toConfiguration(found[1] ?? "") };
    }
  }
  return { name: text, configuration: null };
}

/** `Pythia (12B)` → `Pythia 12B`: a size, a base copy or an edition is part of the name, unlike a setting. */
const toPlainName = (name: string): string =>
  name
    .trim()
    .replace(PREFIX, "")
    .replace(AMERICAN_DAY, "$1-latest-$4-$2-$3")
    .replace(/\((\d[\dx.]*[BM])\b[^)]*\)/i, "$1")
    .replace(/\((base|bison|unicorn|dense)\)/i, "$1")
    .replace(/(\*|-hf)$/, "");

/** How to read the configuration from a cell. */
const READ_CELL: Record<
  NonNullable<EpochBenchmarkFile["reads"]>,
  (cell: string) => string | null
> = {
  agent_version: (cell) => `SWE-agent ${cell}`,
  frames: (cell) => `${Number(cell)} frames`,
  /** `0`, `25-shot`, `3.0`, `few` → `0-shot`, `25-shot`, `3-shot`, `few-shot`. */
  shots: (cell) => `${cell.replace(/-shot$/, "").replace(/\.0$/, "")}-shot`,
  /** `claude-sonnet-4 (50 steps)` → `50 steps`: the agent is the model itself. */
  steps: (cell) => /\((\d+ steps)\)/.exec(cell)?.[1] ?? null,
  tools: (cell) => (cell === "None" ? null : `with ${cell}`),
};
