/** Runs a command line of `model-almanac`. */
import { findNearestWords } from "../../../../build/identity/nearest-names.ts";
import { createAlmanac } from "../almanac.ts";
import {
  CliError,
  type CliTableRows,
  COMMON_CLI_OPTIONS,
  type Command,
  type CommandInput,
  createCliUsageError,
  formatHelpText,
  PROGRAM_NAME,
  parseCommandArguments,
  toCliHelpOptionRows,
} from "./command.ts";
import { CATALOG_COMMANDS } from "./commands.ts";
import { usageLogCostCommand } from "./cost.ts";
import { exportCompatPricesCommand } from "./export.ts";
import { loadNewestLocalFacts, refreshPackagedFacts } from "./facts-store.ts";
import { formatCliTable } from "./format.ts";
import { lintCommand } from "./lint.ts";
import { verifyProofCommand } from "./verify.ts";

/** What the command reads and writes beside files. */
export interface CommandEnvironment
  extends Pick<CommandInput, "readChunks" | "writeText" | "makeTable"> {
  environment: Readonly<Record<string, string | undefined>>;
  isTerminal: boolean;
  write(text: string): void;
  writeError(text: string): void;
  packedFacts(): Promise<string>;
  /** Serves the tools over standard input and output. @returns Exit code. */
  serveMcp(): Promise<number>;
  version: string;
}

const mcpCommand: Command = {
  name: "mcp",
  summary:
    "Serves the MCP tools to an assistant over standard input and output, from the facts that this package contains.",
  arguments: "",
  options: {},
  examples: [
    "claude mcp add model-almanac -- npx model-almanac mcp",
    "codex mcp add model-almanac -- npx model-almanac mcp",
  ],
  isServer: true,
  run: () => ({ data: {}, text: [] }),
};
const COMMANDS: readonly Command[] = [
  ...CATALOG_COMMANDS,
  usageLogCostCommand,
  lintCommand,
  exportCompatPricesCommand,
  verifyProofCommand,
  mcpCommand,
];

const EXIT_CODES = `Exit codes: 0 success; 1 failure, because of a file or the network, or because no price is known; 2 wrong usage: an
unknown command, option, model or host; 3 only for cost: some requests have no known price, and the total contains the
others. lint exits with 1 if it finds an error.`;

/** @returns Exit code. */
export async function runAlmanacCommand(
  args: readonly string[],
  terminal: CommandEnvironment,
): Promise<number> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    terminal.writeError(`${PROGRAM_NAME}: ${error.message}\n`);
    return error.exitCode;
  }
}

async function runCommand([first = "", ...rest]: readonly string[], terminal: CommandEnvironment) {
  const { environment, isTerminal, write } = terminal;
  const print = (lines: readonly (string | CliTableRows)[]) => {
    const isColored = isTerminal && !environment.NO_COLOR && environment.TERM !== "dumb";
    const text = lines.flatMap((line) =>
      typeof line === "string" ? line : formatCliTable(line, isColored),
    );
    write(`${text.join("\n")}\n`);
  };
  const isOption = first.startsWith("-") || first === "";
  const [name, args] =
    first === "help"
      ? [rest[0], ["--help"]]
      : isOption
        ? [undefined, [first, ...rest].filter(Boolean)]
        : [first, rest];
  const command = name === undefined ? undefined : getCommand(name);
  const { words, options } = parseCommandArguments(args, command);
  if (options.has("help")) {
    print([...(command ? formatHelpText(command) : toOverview()), "", EXIT_CODES]);
    return 0;
  }
  if (!command && words[0] !== undefined)
    throw createCliUsageError(
      "options come after the command",
      `write ${PROGRAM_NAME} ${words[0]} …`,
    );
  if (options.has("version") && command) return runCommand(["--version"], terminal);
  if (command?.isServer) {
    if (words.length > 0)
      throw createCliUsageError("mcp takes no arguments", "write model-almanac mcp");
    return terminal.serveMcp();
  }
  const packed = await terminal.packedFacts();
  if (options.has("refresh"))
    await refreshPackagedFacts(packed, environment, options.text("base-url"));
  const almanac = createAlmanac(await loadNewestLocalFacts(packed, environment));
  const { asOf } = almanac.facts;
  if (!command) {
    const isAsked = options.has("version") || options.has("refresh");
    const version = `${PROGRAM_NAME} ${terminal.version}, facts as of ${asOf}`;
    print(isAsked ? [version] : [...toOverview(), "", EXIT_CODES]);
    return isAsked ? 0 : 2;
  }
  const readText = (path: string) => joinChunks(terminal.readChunks(path), path);
  const answer = await command.run({ ...terminal, readText, almanac, words, options });
  const { data, text, isRaw = false, exitCode = 0 } = answer;
  if (options.has("json")) write(`${JSON.stringify({ ...data, facts_as_of: asOf }, null, 2)}\n`);
  else if (text.length > 0) print(isRaw ? text : [...text, "", `Facts as of ${asOf}.`]);
  return exitCode;
}

async function joinChunks(chunks: AsyncIterable<string>, path: string): Promise<string> {
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  try {
    return parts.join("");
  } catch {
    throw new CliError(
      `cannot read ${path}: a file of more than 500 MB must have one JSON value on each line, so that it can be read in parts`,
    );
  }
}

/** @throws CliError with the nearest names. */
function getCommand(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return command;
  const names = COMMANDS.map((one) => one.name);
  const near = findNearestWords(name, names);
  const next =
    near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use one of ${names.join(", ")}`;
  throw createCliUsageError(`there is no command ${name.slice(0, 100)}`, next);
}

const toOverview = (): (string | CliTableRows)[] => [
  `Shows the prices of AI models at every host on any day. ${PROGRAM_NAME} works offline, because its package contains the prices.`,
  "",
  `Usage: ${PROGRAM_NAME} <command> [arguments] [options]`,
  "",
  "Commands:",
  [[], ...COMMANDS.map((command) => [`  ${command.name} ${command.arguments}`, command.summary])],
  "",
  "Options of all commands:",
  toCliHelpOptionRows(COMMON_CLI_OPTIONS),
  "",
  "Examples:",
  ...COMMANDS.flatMap(({ examples: [example] }) => (example ? `  ${example}` : [])),
  "",
  `${PROGRAM_NAME} <command> --help describes a command.`,
];
