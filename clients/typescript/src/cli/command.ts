/** Types of a command, the parsing of its arguments, and its help text. */
import { parseArgs } from "node:util";
import { findNearestWords } from "../../../../build/identity/nearest-names.ts";
import type { Almanac } from "../almanac.ts";

interface Option {
  description: string;
  /** Placeholder for the option's value, such as `<day>`; absent when the option has no value. */
  value?: string;
  /** Whether the option can be given several times, or with a comma-separated list. */
  isList?: boolean;
}

export interface Command {
  name: string;
  summary: string;
  /** Arguments after the name of the command: `<model> [<model> …]`. */
  arguments: string;
  options: Readonly<Record<string, Option>>;
  examples: readonly string[];
  /** Whether the command runs until its input ends; it does not have the common options. */
  isServer?: boolean;
  /** Whether the command uses data that exist only in the package, so that it cannot download newer facts. */
  isPacked?: boolean;
  run(input: CommandInput): Promise<CommandOutput> | CommandOutput;
}

export interface CommandInput {
  almanac: Almanac;
  words: readonly string[];
  options: Options;
  /** Text of a file, or of standard input for `-`. */
  readText(path: string): Promise<string>;
  /** The same text in parts. */
  readChunks(path: string): AsyncIterable<string>;
  writeText(path: string, text: string): Promise<void>;
  /** The service's price table at a URL path, for a day or for today, as JSON. */
  makeTable(path: string, day: string | undefined): Promise<string>;
}

export interface CommandOutput {
  /** What `--json` prints. */
  data: object;
  /** The text output: lines, and tables that are printed with aligned columns. */
  text: readonly (string | CliTableRows)[];
  /** Whether the text is for a program: nothing is added to it. */
  isRaw?: boolean;
  exitCode?: number;
}

/** The first row names the columns. */
export type CliTableRows = readonly (readonly string[])[];

export class CliError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
/** Error for wrong usage, with exit code 2. @param next What to do instead. */
export const createCliUsageError = (fault: string, next: string): CliError =>
  new CliError(`${fault}; ${next}`, 2);

export const PROGRAM_NAME = "model-almanac";

/** @returns The only word of a command that reads one file. @throws CliError for another number of words. */
export function getOnlyFile([path, ...others]: readonly string[], example: string): string {
  if (path !== undefined && others.length === 0) return path;
  const fault = `${example.split(" ")[0]} takes one file, or - for standard input`;
  throw createCliUsageError(fault, `write ${PROGRAM_NAME} ${example}`);
}

export const COMMON_CLI_OPTIONS = {
  json: { description: "Print JSON" },
  refresh: {
    description: "Download newer facts first, if there are any (the only network access)",
  },
  "base-url": {
    description: "Service from which --refresh gets the facts (or set MODEL_ALMANAC_URL)",
    value: "<url>",
  },
  help: { description: "Print this help (or -h)" },
  version: { description: "Print the version of the package and the day of its facts" },
} satisfies Command["options"];

function optionsOf({ options, isServer, isPacked }: Command): Command["options"] {
  const { refresh, "base-url": address, json, ...own } = COMMON_CLI_OPTIONS;
  if (isServer) return { ...options, help: own.help };
  return { ...options, json, ...(isPacked ? {} : { refresh, "base-url": address }), ...own };
}

class Options {
  readonly #values: ReadonlyMap<string, string[]>;
  constructor(values: ReadonlyMap<string, string[]>) {
    this.#values = values;
  }
  has = (name: string): boolean => this.#values.has(name);
  /** The last one that was given. */
  text = (name: string): string | undefined => this.#values.get(name)?.at(-1);
  list = (name: string): string[] =>
    (this.#values.get(name) ?? [])
      .flatMap((text) => text.split(",").map((one) => one.trim()))
      .filter(Boolean);
  /** @throws CliError when the value is not a number of 0 or more. */
  number(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined || /^\d+(\.\d+)?$/.test(text))
      return text === undefined ? text : Number(text);
    const fault = `--${name} ${text} is not a number of 0 or more`;
    throw createCliUsageError(fault, `write --${name} 100`);
  }
  /** How many rows to show. @throws CliError when the value is not a whole number of 1 or more. */
  limit(usual: number): number {
    const count = this.number("limit");
    if (count === undefined) return usual;
    if (count >= 1 && Number.isInteger(count)) return count;
    const fault = `--limit ${count} is not a whole number of 1 or more`;
    throw createCliUsageError(fault, "write --limit 100");
  }
  /** @throws CliError when the value is not one of `values`. */
  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name);
    const value = values.find((one) => one === text);
    if (text === undefined || value !== undefined) return value;
    throw createCliUsageError(`--${name} ${text} is not known`, `use one of ${values.join(", ")}`);
  }
}

/** @throws CliError for an option that the command does not have, or that lacks its value. */
export function parseCommandArguments(args: readonly string[], command: Command | undefined) {
  const known: Command["options"] = command ? optionsOf(command) : COMMON_CLI_OPTIONS;
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value }]) => [
        name,
        {
          type: value === undefined ? ("boolean" as const) : ("string" as const),
          ...(name === "help" && { short: "h" }),
        },
      ]),
    ),
  });
  const words: string[] = [];
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const option = known[token.name];
    const help = `run ${[PROGRAM_NAME, command?.name, "--help"].filter(Boolean).join(" ")}`;
    if (!option) {
      const [near] = findNearestWords(token.name, Object.keys(known));
      const next = near === undefined ? help : `did you mean --${near}?`;
      const fault = `${command?.name ?? PROGRAM_NAME} has no option ${token.rawName}`;
      throw createCliUsageError(fault, next);
    }
    // In `--at --json`, the value of `--at` is missing.
    const isMissing = token.value === undefined || (!token.inlineValue && /^--./.test(token.value));
    const name = `--${token.name}`;
    if (option.value !== undefined && isMissing)
      throw createCliUsageError(`${name} needs a value`, `write ${name} ${option.value}`);
    if (option.value === undefined && token.value !== undefined)
      throw createCliUsageError(`${name} has no value`, help);
    if (values.has(token.name) && !option.isList && option.value !== undefined)
      throw createCliUsageError(`${name} is given twice`, "leave one out");
    values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? ""]);
  }
  return { words, options: new Options(values) };
}

export function formatHelpText(command: Command): (string | CliTableRows)[] {
  return [
    command.summary,
    "",
    `Usage: ${PROGRAM_NAME} ${command.name} ${command.arguments} [options]`.replace("  ", " "),
    "",
    "Options:",
    toCliHelpOptionRows(optionsOf(command)),
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
  ];
}

export const toCliHelpOptionRows = (options: Command["options"]): CliTableRows => [
  [],
  ...Object.entries(options).map(([name, { value = "", description, isList }]) => [
    `  --${name} ${value}`.trimEnd(),
    `${description}${isList ? " (several: with commas)" : ""}`,
  ]),
];
