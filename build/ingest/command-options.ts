/** Options that `npm run ingest` and `npm run nightly` share. */
import { join, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { BuildError } from "../facts/fault.ts";
import type { StoredService } from "../schema/service.ts";
import { toUserAgent } from "../sources/requests/network.ts";
import { createNetwork, type Network } from "../sources/requests/upstream.ts";
import type { Acceptance } from "./gates/verdict.ts";
import { GATE_NAMES, isGateName } from "./gates/verdict.ts";
import { copiesReader, networkReader } from "./read-sources.ts";
import type { IngestEffects, IngestOptions } from "./run.ts";

export interface ReadingOptions {
  data: string;
  reports: string;
  cache: string;
  day: string;
  allowDay: boolean;
  only?: string[];
  accept: Gate[];
  reason?: string;
  from?: string;
  replay?: string;
}

type Gate = Pick<Acceptance, "gate" | "source">;

/** The machine's day: the last one that live addresses can be read for. */
const today = (): string => new Date().toISOString().slice(0, 10);

export const withReadingOptions = (program: Command): Command =>
  program
    .option("--data <folder>", "facts", "data")
    .option("--reports <folder>", "what was held back, rejected or unmatched", "reports")
    .option("--cache <folder>", "last answers of the upstreams", ".cache/night")
    .option("--day <YYYY-MM-DD>", "day of the run", toDay, today())
    .option("--allow-day", "the day may lie far after the newest recorded fact", false)
    .option("--only <sources...>", "read these sources alone")
    .option("--accept <gate:source>", "let through what this gate holds back", toGate, [])
    .option("--reason <text>", "why it is let through; recorded in data/")
    .option("--from <folder>", "copies of the upstreams in place of their addresses")
    .option("--replay <origin>", "ask this server in place of every upstream");

export const toIngestOptions = (options: ReadingOptions): IngestOptions => ({
  dataFolder: resolve(options.data),
  reportsFolder: resolve(options.reports),
  day: options.day,
  allowDay: options.allowDay,
  accept: toAcceptances(options),
  ...(options.only && { only: options.only }),
});

/** @throws BuildError when both copies and a replay are named. */
export function toReading(
  { cache, day, from, replay }: ReadingOptions,
  service: StoredService,
  log: Network["log"],
): Pick<IngestEffects, "reader" | "today"> {
  if (from !== undefined && replay !== undefined)
    throw new BuildError("--from and --replay both say where the upstreams are: give one of them");
  if (from !== undefined) return { reader: copiesReader(resolve(from)), today: null };
  const network = createNetwork({
    ...{ day, log, userAgent: toUserAgent(service), env: process.env },
    cacheFolder: join(resolve(cache), "upstreams"),
    ...(replay !== undefined && { replay }),
  });
  return { reader: networkReader(network), today: replay === undefined ? today() : null };
}

function toAcceptances({ accept, reason }: ReadingOptions): Acceptance[] {
  if (accept.length > 0 && !reason?.trim())
    throw new BuildError("--accept needs --reason: why is it real? It is recorded in data/");
  return accept.map((one) => ({ ...one, reason: reason ?? "" }));
}

function toGate(text: string, before: Gate[]): Gate[] {
  const [gate = "", source] = text.split(":");
  if (!isGateName(gate) || !source)
    throw new InvalidArgumentError(
      `write <gate>:<source>; gates are ${GATE_NAMES.join(", ")}, a source is a name in data/sources.`,
    );
  return [...before, { gate, source }];
}

function toDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("write YYYY-MM-DD.");
}
