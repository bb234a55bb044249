/** Options that `npm run ingest` and `npm run nightly` share. */
import { join, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { BuildError } from "../facts/fault.ts";
import type { ServiceFact } from "../schema/service.ts";
import { toUserAgent } from "../sources/requests/network.ts";
import { createNetworkEffects, type NetworkEffects } from "../sources/requests/upstream.ts";
import type { RuleAcceptance } from "./judge.ts";
import { createCopiesReader, createNetworkReader } from "./read-sources.ts";
import type { IngestEffects, IngestOptions } from "./run.ts";

export interface SourceReadingOptions {
  data: string;
  reports: string;
  cache: string;
  day: string;
  only?: string[];
  accept: Omit<RuleAcceptance, "reason">[];
  reason?: string;
  from?: string;
  replay?: string;
}

/** The machine's day: the last one that live addresses can be read for. */
const today = (): string => new Date().toISOString().slice(0, 10);

export const addSourceReadingOptions = (program: Command): Command =>
  program
    .option("--data <folder>", "facts", "data")
    .option("--reports <folder>", "what was held back, rejected or unmatched", "reports")
    .option("--cache <folder>", "last answers of the upstreams", ".cache/night")
    .option("--day <YYYY-MM-DD>", "day of copies; live addresses are read today", toDay, today())
    .option("--only <sources...>", "read these sources alone")
    .addOption(
      new Option("--accept <rule:source[:host]>", "let pass what this rule holds back")
        .env("ACCEPT")
        .argParser(toAccepted)
        .default([]),
    )
    .addOption(
      new Option("--reason <text>", "why it is let pass; recorded in data/").env("ACCEPT_REASON"),
    )
    .option("--from <folder>", "copies of the upstreams in place of their addresses")
    .option("--replay <origin>", "ask this server in place of every upstream");

export const toIngestOptions = (options: SourceReadingOptions): IngestOptions => ({
  dataFolder: resolve(options.data),
  reportsFolder: resolve(options.reports),
  day: options.day,
  accept: toAcceptances(options),
  ...(options.only && { only: options.only }),
});

/** @throws BuildError when both copies and a replay are named, or a live run has another day than today. */
export function toSourceReaderEffect(
  { cache, day, from, replay }: SourceReadingOptions,
  service: ServiceFact,
  log: NetworkEffects["log"],
): Pick<IngestEffects, "reader"> {
  if (from !== undefined && replay !== undefined)
    throw new BuildError("--from and --replay both say where the upstreams are: give one of them");
  if (from !== undefined) return { reader: createCopiesReader(resolve(from)) };
  if (replay === undefined && day !== today())
    throw new BuildError(
      `--day ${day} is not today, ${today()}, and live addresses know no other day; leave --day out, or read copies with --from or --replay`,
    );
  const network = createNetworkEffects({
    ...{ day, log, userAgent: toUserAgent(service), env: process.env },
    cacheFolder: join(resolve(cache), "upstreams"),
    ...(replay !== undefined && { replay }),
  });
  return { reader: createNetworkReader(network) };
}

function toAcceptances({ accept, reason }: SourceReadingOptions): RuleAcceptance[] {
  if (accept.length > 0 && !reason?.trim())
    throw new BuildError("--accept needs --reason: why is it real? It is recorded in data/");
  return accept.map((one) => ({ ...one, reason: reason ?? "" }));
}

/** The workflow's inputs come as an environment variable, which is empty when none is given. */
function toAccepted(
  text: string,
  before: SourceReadingOptions["accept"],
): SourceReadingOptions["accept"] {
  const parts = text.split(/\s+/).filter((part) => part !== "");
  return [
    ...before,
    ...parts.map((part) => {
      const [rule = "", source = "", host] = part.split(":");
      if (/^[a-z]+(_[a-z0-9]+)*$/.test(rule) && source !== "")
        return { rule, source, host: host || null };
      throw new InvalidArgumentError(
        "write <rule>:<source> or <rule>:<source>:<host>; rules are in data/rules.csv, a source is a name in data/sources.",
      );
    }),
  ];
}

function toDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("write YYYY-MM-DD.");
}
