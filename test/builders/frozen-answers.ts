/** The frozen copies as their upstreams would answer live: for a replay of a whole night. */
import { zipSync } from "fflate";
import { readFrozenCopy } from "../../build/collect/frozen-copy.ts";
import type { Collector, UpstreamFiles } from "../../build/ingest/listing.ts";
import type { LiveRequest } from "../../build/ingest/live.ts";
import type { ReplayAnswers } from "./replay-server.ts";

/**
 * Answers for every live address of these collectors that their frozen copies can give; addresses
 * asked by `follow` and collectors without a frozen copy are the caller's to add. Only where
 * `hasFrozenCopies`.
 *
 * @param day Day of the night (YYYY-MM-DD).
 */
export async function answersOfFrozenCopies(
  collectors: readonly Collector[],
  day: string,
): Promise<ReplayAnswers> {
  const answers: Record<string, string | Uint8Array> = {};
  for (const collector of collectors) {
    if (collector.frozen === undefined || collector.live === undefined) continue;
    const files = await readFrozenCopy(collector);
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

/** Upstreams whose frozen copy has another form than their live address. */
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
