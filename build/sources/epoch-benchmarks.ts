/** Epoch AI Benchmarking Hub: one CSV file per benchmark, read by the table in `epoch-files.ts`. */
import { z } from "zod";
import { EPOCH_FILES, type EpochFile } from "./epoch-files.ts";
import { splitModelName } from "./epoch-model-name.ts";
import type { Collected, Collector, Rejected, ScoreListing, UpstreamFiles } from "./listing.ts";
import { toCleanUrl } from "./parse/clean-values.ts";
import { joinConfiguration } from "./parse/configuration.ts";
import { newestDay } from "./parse/newest-day.ts";
import { isOwnReport } from "./parse/own-report.ts";
import { findNumber, withoutNoise } from "./parse/score-value.ts";
import { parseCsvRows } from "./parse/upstream-rows.ts";

const Row = z.record(z.string(), z.string());
type Row = z.infer<typeof Row>;

const ID = "epoch-benchmarks";
/** Every model version that Epoch knows, with its spelling and how it can be had. */
const REGISTER = "epoch_capabilities_index.csv";
/** Epoch's own words where a row's model is only one part of what was tested. */
const MIXED = /\b(augmented|combo of|mix of)\b/i;

export const epochBenchmarks: Collector = {
  source: {
    id: ID,
    name: "Epoch AI Benchmarking Hub",
    url: "https://epoch.ai/benchmarks",
    data_url: "https://epoch.ai/data/benchmark_data.zip",
    license: "CC-BY-4.0",
    license_url: "https://creativecommons.org/licenses/by/4.0/",
    copyright: null,
    credit: "Epoch AI, AI Benchmarking Hub, https://epoch.ai/benchmarks",
    provides: ["scores"],
  },
  frozen: { folder: "epoch-benchmarks", files: ["*.csv"] },
  live: {
    requests: () => [{ url: "https://epoch.ai/data/benchmark_data.zip", path: "", unpack: "zip" }],
    everyDays: 1,
    maxBytes: 60_000_000,
    limitMs: 180_000,
  },
  minRows: 2800,
  newestFact,
  translate,
};

/** The newest day that a run started, was dated or added. */
function newestFact(files: UpstreamFiles): string {
  const days = EPOCH_FILES.flatMap(({ file, date }) =>
    date === undefined ? [] : readRows(files, `${file}.csv`).map((row) => toDay(row[date])),
  );
  return newestDay(days.filter((day) => day !== null));
}

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const register = new Map(readRows(files, REGISTER).map((row) => [row["Model version"], row]));
  const scores: ScoreListing[] = [];
  const rejected: Rejected[] = [];
  for (const file of EPOCH_FILES) {
    for (const row of readRows(files, `${file.file}.csv`)) {
      const read = toListing(file, row, register.get(row["Model version"] ?? ""), recordedOn);
      if ("reason" in read) rejected.push(read);
      else scores.push(read);
    }
  }
  return { scores, rejected };
}

function toListing(
  file: EpochFile,
  row: Row,
  registered: Row | undefined,
  recordedOn: string,
): ScoreListing | Rejected {
  const version = (row["Model version"] ?? "").trim();
  const written = version || (file.nameIsModel ? (row.Name ?? "").trim() : "");
  const value = findNumber(row[file.score] ?? "");
  const reason = whyNot(file, row, written, value);
  if (reason !== null || value === undefined) {
    const label = written || row.Name?.trim() || row.Agent?.trim() || "(no name)";
    return { source: ID, place: `${file.file}.csv`, value: label, reason: reason ?? "no score" };
  }
  const model = splitModelName(asMeasured(written, (row.Name ?? "").trim()));
  const sourceUrl = findUrl(row[file.link ?? "Source link"]) ?? file.home;
  const maker = row.Organization?.trim() || null;
  return {
    source: ID,
    benchmark: file.benchmark,
    modelName: model.name,
    displayName: registered?.["Display name"]?.trim() || null,
    maker,
    releaseDate: toDay(row["Release date"]),
    isOpenWeights: toOpenWeights(registered?.["Model accessibility"]),
    configuration: joinConfiguration(model.configuration, ...configurationOf(file, row)),
    score: withoutNoise(file.scale === "fraction" ? value * 100 : value),
    selfReported: file.link === "Log viewer" ? false : isOwnReport(sourceUrl, maker),
    asOf: toDay(row[file.date ?? ""]) ?? recordedOn,
    sourceUrl,
  };
}

/**
 * The model that the paper's table names where Epoch's version says another: `DeepSeek-V3 Base` is not `DeepSeek-V3`,
 * and the GPT-3 of 2020 not the instruct model of 2022 that Epoch ties it to.
 */
function asMeasured(version: string, name: string): string {
  if (version === "text-davinci-001" && /^GPT-?3\b/.test(name)) return "davinci";
  return /\bbase\b/i.test(name) && !/base/i.test(version) ? `${version}-Base` : version;
}

/** The reason to leave a row out; null when it stands. */
function whyNot(file: EpochFile, row: Row, name: string, score: number | undefined): string | null {
  if (score === undefined) return "no score";
  if (name === "") return "no model named, only an agent or a pipeline";
  if (file.agentFlag && row[file.agentFlag]) return "an agent, not a model";
  if (!row["Model version"] && name.includes("/")) return "a size studied in a paper, not a model";
  if (name.includes(" + ") || MIXED.test(row.Notes ?? "")) {
    return "several models or a pipeline around one, not a model";
  }
  return null;
}

function configurationOf(file: EpochFile, row: Row): (string | null)[] {
  return Object.entries(file.configuration ?? {}).map(([column, toWords]) => {
    const cell = (row[column] ?? "").trim();
    return cell === "" ? null : toWords(cell);
  });
}

/** `Open weights (restricted use)` → true, `API access` → false; null when not registered. */
function toOpenWeights(accessibility: string | undefined): boolean | null {
  return accessibility ? accessibility.startsWith("Open weights") : null;
}

/** Days and timestamps → the day. */
function toDay(cell: string | undefined): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(cell ?? "")?.[0] ?? null;
}

function findUrl(cell: string | undefined): string | null {
  return toCleanUrl(/https?:\/\/\S+/.exec(cell ?? "")?.[0] ?? "");
}

/** A file that Epoch no longer publishes has no rows; the runner's guard sees when many are gone. */
function readRows(files: UpstreamFiles, file: string): Row[] {
  return files.has(file) ? parseCsvRows(files, { source: ID, file }, Row).rows : [];
}
