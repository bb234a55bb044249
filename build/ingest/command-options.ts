/** Options that `npm run ingest` and `npm run nightly` share. */
import { join, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { getToday, parseOriginOption, parsePastDayOption } from "../facts/command-line.ts";
import { CommandError } from "../facts/fault.ts";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import type { ServiceDescription } from "../schema/service.ts";
import { toUserAgent } from "../sources/requests/network.ts";
import { createNetworkAccess, type NetworkAccess } from "../sources/requests/upstream.ts";
import type { AcceptedChange } from "./judge.ts";
import { createLiveSourceReader, createSavedSourceReader } from "./read-sources.ts";
import type { IngestOptions, SourceReader } from "./run.ts";

export interface IngestCommandOptions {
  data: string;
  reports: string;
  day: string;
  only?: string[];
  accept: Omit<AcceptedChange, "reason">[];
  reason?: string;
  from?: string;
  replay?: string;
}

export const addIngestCommandOptions = (program: Command): Command =>
  program
    .option("--data <folder>", "facts", "data")
    .option(
      "--reports <folder>",
      "folder for the lists of held changes, rejected rows and unmatched names",
      "reports",
    )
    .option(
      "--day <YYYY-MM-DD>",
      "day of the run; an earlier day than today is possible only with --from or --replay",
      parsePastDayOption,
      getToday(),
    )
    .option("--only <sources...>", "read only these sources")
    .addOption(
      new Option("--accept <rule:source[:host]>", "publish the changes that this rule holds back")
        .env("ACCEPT")
        .argParser(toAccepted)
        .default([]),
    )
    .addOption(
      new Option("--reason <text>", "why the changes are accepted; recorded in data/").env(
        "ACCEPT_REASON",
      ),
    )
    .addOption(
      new Option(
        "--from <folder>",
        "read saved copies of the sources from this folder, not their URLs",
      ).conflicts("replay"),
    )
    .option(
      "--replay <origin>",
      "read every source from this server, such as http://127.0.0.1:8080",
      parseOriginOption,
    );

export const parseIngestOptions = (options: IngestCommandOptions): IngestOptions => ({
  dataFolder: resolve(options.data),
  reportsFolder: resolve(options.reports),
  day: options.day,
  accept: toAcceptances(options),
  ...(options.only && { only: options.only }),
});

/** The name and contact address that are sent with every request. */
export function readServiceDescription(dataFolder: string): ServiceDescription {
  const [service] = readFactsOfKinds(dataFolder, ["service"]).service;
  if (service !== undefined) return service;
  throw new CommandError(
    `${join(dataFolder, "service.json")} is missing: it names the service and its contact address`,
  );
}

/** @throws CommandError when a live run has another day than today. */
export function createSourceReader(
  { day, from, only, replay }: IngestCommandOptions,
  service: ServiceDescription,
  log: NetworkAccess["log"],
): SourceReader {
  if (from !== undefined) return createSavedSourceReader(resolve(from), only);
  if (replay === undefined && day !== getToday())
    throw new CommandError(
      `--day ${day} is not today (${getToday()}), and sources have only today's data; leave out --day, or read copies with --from or --replay`,
    );
  const network = createNetworkAccess({
    day,
    log,
    userAgent: toUserAgent(service),
    env: process.env,
    ...(replay !== undefined && { replay }),
  });
  return createLiveSourceReader(network);
}

function toAcceptances({ accept, reason }: IngestCommandOptions): AcceptedChange[] {
  if (accept.length > 0 && !reason?.trim())
    throw new CommandError(
      "--accept needs --reason: say why the changes are right; the reason is recorded in data/",
    );
  return accept.map((one) => ({ ...one, reason: reason ?? "" }));
}

/** The workflow passes its inputs in an environment variable, which is empty if there are none. */
function toAccepted(
  text: string,
  before: IngestCommandOptions["accept"],
): IngestCommandOptions["accept"] {
  const parts = text.split(/\s+/).filter((part) => part !== "");
  return [
    ...before,
    ...parts.map((part) => {
      const [rule = "", source = "", host] = part.split(":");
      if (/^[a-z]+(_[a-z0-9]+)*$/.test(rule) && source !== "")
        return { rule, source, host: host || null };
      throw new InvalidArgumentError(
        "write <rule>:<source> or <rule>:<source>:<host>; rules are listed in data/rules.csv, sources are the file names in data/sources.",
      );
    }),
  ];
}
