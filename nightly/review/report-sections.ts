/** What the last ingest wrote to reports/ for people. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { Section } from "./section.ts";

const Table = z.array(z.array(z.string()));

/** @param folder Where an ingest wrote its reports; a missing report is an empty section that says how to get it. */
export async function splitTraitsSection(folder: string): Promise<Section> {
  const title = "Traits on which sources disagree";
  const path = join(folder, "split-traits.csv");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (text === undefined) {
    const missing = `${path} is missing: \`npm run ingest\` writes it.`;
    return { title, look: missing, columns: ["report"], rows: [] };
  }
  const [columns = [], ...rows] = Table.parse(parse(text));
  const look = `A correction in data/corrections/corrections.csv decides a trait that a lab's page states. From ${path}.`;
  return { title, look, columns, rows };
}
