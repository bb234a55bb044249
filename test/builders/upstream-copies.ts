/** The small copies of `test/upstreams`, read as a collection or a night reads the real ones. */
import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { zipSync } from "fflate";
import { createCollectors } from "../../build/collect/collectors.ts";
import { readKeptFacts } from "../../build/collect/kept-facts.ts";
import type { Collector, UpstreamFiles } from "../../build/collect/listing.ts";
import type { LiveRequest } from "../../build/collect/live.ts";
import { toCsvFile, toJsonFile, writeFactFile } from "../../build/facts/write-facts.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { provider, source } from "./fact-builders.ts";
import type { ReplayAnswers } from "./replay-server.ts";

export const COPIES = fileURLToPath(new URL("../upstreams", import.meta.url));

/** One row of the smallest copy counts as the full answer that 4,000 are of the largest upstream. */
export const COPIES_MIN_ROWS_FACTOR = 1 / 4000;

/** Facts that name no model: a collection writes those itself. */
const KEPT = ["service.json", "sources", "benchmarks", "agents", "aliases/attention.csv"];

/** @returns A temporary folder with `data/`: a catalogue without models that knows the hosts of the copies. */
export async function factsForCopies(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-copies-"));
  const data = join(folder, "data");
  for (const name of KEPT) await cp(join(GOLDEN_DATA, name), join(data, name), { recursive: true });
  const lab = { is_lab: true, own_hosts: ["nimbuslab"], source: "pricewatch" };
  await writeFactFile(data, toJsonFile("providers", provider("nimbuslab", lab)));
  await writeFactFile(data, toJsonFile("sources", source("genai-prices")));
  await writeFactFile(data, toJsonFile("sources", source("litellm")));
  const hosts = [
    { source: "genai-prices", name: "nimbus-list", host: "nimbuslab" },
    { source: "litellm", name: "nimbus-lite", host: "nimbuslab" },
  ];
  await writeFactFile(data, toCsvFile("hostAliases", "", hosts));
  const labs = [{ prefix: "nimbus", lab: "nimbuslab" }];
  await writeFactFile(data, toCsvFile("labPrefixes", "", labs));
  return folder;
}

export const copiedCollectors = async (dataFolder: string): Promise<Collector[]> =>
  createCollectors((await readKeptFacts(dataFolder)).hostAliases);

export async function readCopy({ source, frozen }: Collector): Promise<UpstreamFiles> {
  if (!frozen) throw new Error(`${source.id} has no copy`);
  const folder = join(COPIES, frozen.folder);
  const paths = (await glob(frozen.files, { cwd: folder })).sort();
  if (paths.length === 0) throw new Error(`${source.id}: nothing in ${folder}`);
  const texts = paths.map(async (path) => {
    return [path, await readFile(join(folder, path), "utf8")] as const;
  });
  return new Map(await Promise.all(texts));
}

/**
 * The copies as their upstreams answer live: for a replay of a whole night. Addresses asked by `follow`, and
 * collectors without a copy, are the caller's to add.
 *
 * @param day Day of the night (YYYY-MM-DD).
 */
export async function answersOfCopies(
  collectors: readonly Collector[],
  day: string,
): Promise<ReplayAnswers> {
  const answers: Record<string, string | Uint8Array> = {};
  for (const collector of collectors) {
    if (collector.frozen === undefined || collector.live === undefined) continue;
    const files = await readCopy(collector);
    for (const request of collector.live.requests(day)) {
      const answer = answerOf(request, files);
      if (answer !== undefined) answers[request.url] ??= answer;
    }
  }
  return answers;
}

function answerOf({ path, unpack }: LiveRequest, files: UpstreamFiles) {
  if (unpack !== undefined) return toZip(files, unpack === "repository" ? "repository-main/" : "");
  return files.get(path) ?? LIVE_FORMS[path]?.(files);
}

function toZip(files: UpstreamFiles, folder: string): Uint8Array {
  const encoder = new TextEncoder();
  const entries = [...files].map(([path, text]) => [folder + path, encoder.encode(text)] as const);
  return zipSync(Object.fromEntries(entries));
}

/** Upstreams whose copy has another form than their live address. */
const LIVE_FORMS: Readonly<Record<string, (files: UpstreamFiles) => string | undefined>> = {
  "models.json": (files) => {
    const lines = files.get("models.jsonl")?.trimEnd().split("\n");
    return lines && JSON.stringify(Object.fromEntries(lines.map(toEntry)));
  },
  "README.md": (files) => {
    const [path, csv] = [...files].find(([name]) => name.startsWith("leaderboard_")) ?? [];
    return path && csv && toReadme(csv, /\d{4}-\d{2}-\d{2}/.exec(path)?.[0] ?? "");
  },
};

function toEntry(line: string): [string, unknown] {
  const model: { id: string } = JSON.parse(line);
  return [model.id, model];
}

const README_COLUMNS =
  "|Model|Hallucination Rate|Factual Consistency Rate|Answer Rate|Average Summary Length (Words)|";

function toReadme(csv: string, day: string): string {
  const [, ...rows] = csv.trimEnd().split("\n");
  const date = new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return [
    "# Hallucination Leaderboard",
    "<!-- LEADERBOARD_START -->",
    `Last updated on ${date}`,
    "",
    README_COLUMNS,
    "|----|----:|----:|----:|----:|",
    ...rows.map((row) => `|${row.trim().split(",").join("|")}|`),
    "",
    "## Model",
  ].join("\n");
}
