/** What the last reading of the upstreams left beside the facts for people, in reports/: shown where it is there. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { Section } from "./section.ts";

const Table = z.array(z.array(z.string()));

interface Report {
  title: string;
  look: string;
  /** Without the ending. */
  file: string;
}

const REPORTS: readonly Report[] = [
  {
    title: "Traits on which sources are split",
    look: "A trait that a maker's page tells: a correction in data/corrections/corrections.csv settles it.",
    file: "split-traits",
  },
  {
    title: "Corrections that change nothing any more",
    look: "Each is to be deleted, or mended where the upstream says a third thing.",
    file: "idle-corrections",
  },
];

/** @param folder Where the reading wrote its reports; one that is missing is an empty part that says how to get it. */
export const reportSections = (folder: string): Promise<Section[]> =>
  Promise.all(REPORTS.map((report) => toSection(join(folder, `${report.file}.csv`), report)));

async function toSection(path: string, { title, look }: Report): Promise<Section> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (text === undefined) {
    const missing = `${path} is not there: \`npm run backfill:traits -- --from <copies>\` writes it.`;
    return { title, look: missing, columns: ["report"], rows: [] };
  }
  const [columns = [], ...rows] = Table.parse(parse(text));
  return { title, look: `${look} From ${path}.`, columns, rows };
}
