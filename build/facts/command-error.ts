/** Errors of files and facts as messages of a command. The server function includes the errors, but not this file. */
import { describeDiskError } from "./disk-fault.mjs";
import { CommandError } from "./fault.ts";

/** The error as a message for people; undefined for a bug. @param place What the command writes. */
export function toCommandErrorIfExpected(error: unknown, place: string): CommandError | undefined {
  if (error instanceof CommandError) return error;
  const fault = describeDiskError(error, place);
  return fault === undefined ? undefined : new CommandError(fault);
}
