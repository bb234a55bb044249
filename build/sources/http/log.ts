/** The log of a reading: a JSON line per request, in a file; keys and secrets never reach it. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type Logger, pino } from "pino";

export async function createLog(file: string): Promise<Logger> {
  await mkdir(dirname(file), { recursive: true });
  return pino({ base: null }, pino.destination({ dest: file, sync: true }));
}
