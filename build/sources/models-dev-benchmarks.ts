/** The benchmark records of models.dev, each with the page it was read from: in a frozen copy a JSON line, live a part of a model. */
import { z } from "zod";
import { IsoDate } from "../schema/values.ts";
import type { Collected, Collector, ScoreListing, UpstreamFiles } from "./listing.ts";
import { modelsDev } from "./models-dev.ts";
import { toCleanUrl } from "./parse/clean-values.ts";
import { joinConfiguration } from "./parse/configuration.ts";
import { newestDay } from "./parse/newest-day.ts";
import { isOwnReport } from "./parse/own-report.ts";
import { withoutNoise } from "./parse/score-value.ts";
import {
  checkRows,
  parseJsonLines,
  parseJsonMap,
  type UpstreamRows,
} from "./parse/upstream-rows.ts";

const ID = modelsDev.source.id;
const FILE = "model_benchmarks.jsonl";
const LIVE = { source: ID, file: "models.json" };

const Line = z.looseObject({
  /** `anthropic/claude-opus-4-7`: the maker's path and the model. */
  model: z.string(),
  name: z.string(),
  score: z.number(),
  source: z.string(),
  date: IsoDate.optional(),
  /** Edition of the test, where the name does not say it. */
  version: z.string().optional(),
  harness: z.string().optional(),
  variant: z.string().optional(),
});
type Line = z.infer<typeof Line>;

/** A model of the live file, which holds its scores. */
const Scored = z.looseObject({
  id: z.string(),
  benchmarks: z.array(z.record(z.string(), z.unknown())).optional(),
});

export const modelsDevBenchmarks: Collector = {
  source: { ...modelsDev.source, provides: ["scores"] },
  frozen: { folder: "models.dev", files: [FILE] },
  live: {
    requests: () => [{ url: "https://models.dev/models.json", path: LIVE.file }],
    everyDays: 1,
    maxBytes: 30_000_000,
    limitMs: 120_000,
  },
  minRows: 180,
  newestFact: (files) => newestDay(readLines(files).rows.flatMap(({ date }) => date ?? [])),
  translate,
};

/** Names that point at another model from time to time: nobody knows which one was tested. */
const MOVING = /-latest$|^deepseek\/deepseek-(chat|reasoner)$/;

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const { rows, rejected } = readLines(files);
  const scores: ScoreListing[] = [];
  for (const line of rows) {
    const sourceUrl = toCleanUrl(line.source);
    const value = `${line.model}: ${line.name}`;
    const reject = (reason: string) => rejected.push({ source: ID, place: FILE, value, reason });
    if (sourceUrl === null) reject("its source is no address");
    else if (isReserved(line, sourceUrl)) reject(NO_LICENCE);
    else if (MOVING.test(line.model)) reject("a moving name, not one model");
    else scores.push(toListing(line, sourceUrl, recordedOn));
  }
  return { scores, rejected };
}

/** Measured by Artificial Analysis. The frozen copy comes without them; live they stand among the others. */
const isReserved = ({ name }: Line, sourceUrl: string): boolean =>
  name.startsWith("Artificial Analysis") || new URL(sourceUrl).hostname === "artificialanalysis.ai";

const NO_LICENCE = "no licence to reuse Artificial Analysis's own scores is known";

function toListing(line: Line, sourceUrl: string, recordedOn: string): ScoreListing {
  const maker = line.model.split("/")[0] ?? null;
  return {
    source: ID,
    benchmark: line.version ? `${line.name} ${line.version}` : line.name,
    modelName: line.model,
    displayName: null,
    maker,
    releaseDate: null,
    isOpenWeights: null,
    configuration: joinConfiguration(line.harness ?? null, line.variant ?? null),
    score: withoutNoise(line.score),
    selfReported: isOwnReport(sourceUrl, maker),
    asOf: line.date ?? recordedOn,
    sourceUrl,
  };
}

function readLines(files: UpstreamFiles): UpstreamRows<Line> {
  if (files.has(FILE)) return parseJsonLines(files, { source: ID, file: FILE }, Line);
  const models = parseJsonMap(files, LIVE, Scored);
  const lines = models.rows.flatMap(({ id, benchmarks = [] }) =>
    benchmarks.map((line) => ({ ...line, model: id })),
  );
  const { rows, rejected } = checkRows(lines, LIVE, Line);
  return { rows, rejected: [...models.rejected, ...rejected] };
}
