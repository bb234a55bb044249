/** What all commands share: parsers of option values, messages of errors, and the exit after one. */
import { type HelpConfiguration, InvalidArgumentError } from "commander";
import { IsoDate } from "../schema/values.ts";
import { describeDiskError } from "./disk-fault.mjs";
import { CommandError } from "./fault.ts";

/** For a file with several commands, each named after its npm script. */
export const NPM_SCRIPT_HELP: HelpConfiguration = {
  commandUsage: (command) => `npm run ${command.name()} -- ${command.usage()}`,
};

/** The error as a message for people; undefined for a bug. @param place What the command writes. */
export function toCommandErrorIfExpected(error: unknown, place: string): CommandError | undefined {
  if (error instanceof CommandError) return error;
  const fault = describeDiskError(error, place);
  return fault === undefined ? undefined : new CommandError(fault);
}

/**
 * Runs a command. An error of files or facts is printed as a message; a bug is thrown with its stack.
 * @param place What the command writes, for a message about the disk.
 * @param end The state after a failure, for the message: `the mirror is unchanged`.
 */
export async function runTaskOrPrintError(
  task: () => unknown,
  { place = "this folder", end = "", exitCode = 1 } = {},
): Promise<void> {
  try {
    await task();
  } catch (error) {
    const fault = toCommandErrorIfExpected(error, place);
    if (fault === undefined) throw error;
    process.stderr.write(`${fault.message}\n${end === "" ? "" : `${end}\n`}`);
    process.exitCode = exitCode;
  }
}

/** Today by the machine's clock, in UTC: YYYY-MM-DD. */
export const getToday = (): string => new Date().toISOString().slice(0, 10);

export function parseDayOption(text: string): string {
  if (IsoDate.safeParse(text).success) return text;
  throw new InvalidArgumentError("write a day, YYYY-MM-DD.");
}

export function parsePastDayOption(text: string): string {
  if (parseDayOption(text) <= getToday()) return text;
  throw new InvalidArgumentError(`write today, ${getToday()}, or an earlier day.`);
}

export function parseTextOption(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("write a few words.");
}

export function parseCountOption(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("write a whole number, 1 or greater.");
}

/** @returns The address without a trailing slash. */
export function parseAddressOption(text: string): string {
  if (/^https?:\/\/./.test(text) && URL.canParse(text)) return text.replace(/\/$/, "");
  throw new InvalidArgumentError("write a URL that begins with http:// or https://.");
}

/** @returns `https://host` or `http://host:port`. */
export function parseOriginOption(text: string): string {
  const address = parseAddressOption(text);
  if (new URL(address).origin === address) return address;
  throw new InvalidArgumentError(
    "write http:// or https://, the host and its port, without a path.",
  );
}

export function parseUsdOption(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError(
    "write an amount in US dollars as a number without a sign, such as 0.5.",
  );
}
