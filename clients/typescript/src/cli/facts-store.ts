/** The facts of a command: those of the package, or newer ones that `--refresh` has stored on this machine. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFolder } from "../../../../build/facts/make-folder.ts";
import {
  PACKAGED_FACTS_URL_PATH,
  parsePackagedFacts,
} from "../../../../build/model/package-facts.ts";
import { CliError } from "./command.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The cache folder of the user: XDG_CACHE_HOME, on Windows LOCALAPPDATA, else `~/.cache`. */
const storeOf = ({ XDG_CACHE_HOME, LOCALAPPDATA }: Environment): string =>
  join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache"), "model-almanac");

interface StoredFacts {
  etag: string;
  url: string;
  text: string;
}

/** The first line of the stored file says where the facts came from. */
async function readStored(environment: Environment): Promise<StoredFacts | undefined> {
  const content = await readFile(join(storeOf(environment), FILE), "utf8").catch(() => "");
  const end = content.indexOf("\n");
  if (end < 0) return undefined;
  try {
    return { ...JSON.parse(content.slice(0, end)), text: content.slice(end + 1) };
  } catch {
    return undefined;
  }
}

const FILE = "facts";
const TIMEOUT_MS = 60_000;

/** @returns The packaged or the stored facts, whichever are newer. */
export async function loadNewestLocalFacts(packed: string, environment: Environment) {
  const stored = await readStored(environment);
  return stored && isNewer(stored.text, packed) ? stored.text : packed;
}

/** Stored facts of another format are not read. */
function isNewer(stored: string, packed: string): boolean {
  const [one, other] = [stored, packed].map(
    (text) => /^\{"format":(\d+),"as_of":"([\d-]+)"/.exec(text) ?? [],
  );
  return one?.[1] === other?.[1] && (one?.[2] ?? "") > (other?.[2] ?? "");
}

/** Stores a service's facts if they are newer. @throws CliError for no answer, or a folder that cannot be written. */
export async function refreshPackagedFacts(
  packed: string,
  environment: Environment,
  baseUrl: string | undefined,
): Promise<void> {
  const base = baseUrl ?? environment.MODEL_ALMANAC_URL;
  const url =
    base === undefined
      ? parsePackagedFacts(packed).url
      : base.replace(/\/+$/, "") + PACKAGED_FACTS_URL_PATH;
  const stored = await readStored(environment);
  let newest: string;
  let etag: string | null;
  try {
    const response = await fetch(url, {
      headers: stored?.url === url ? { "If-None-Match": stored.etag } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 304) return;
    if (!response.ok) throw new Error(`status ${response.status}`);
    newest = await response.text();
    etag = response.headers.get("ETag");
    parsePackagedFacts(newest);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    throw new CliError(
      `cannot refresh from ${url}: ${cause?.message ?? message}; name another service with --base-url or MODEL_ALMANAC_URL, or leave out --refresh`,
    );
  }
  const folder = storeOf(environment);
  const file = join(folder, `${FILE}.${process.pid}`);
  try {
    await makeFolder(folder);
    await writeFile(file, `${JSON.stringify({ etag: etag ?? "", url })}\n${newest}`);
    await rename(file, join(folder, FILE));
  } catch (error) {
    throw new CliError(
      `cannot store the facts: ${(error as Error).message}; set XDG_CACHE_HOME to a folder that can be written`,
    );
  }
}
