/** Which model an id stands for: as the facts tie it today, else by the ladder of names. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "csv-parse/sync";
import glob from "fast-glob";
import { byText } from "../../schema/order.ts";

/** Columns of the offers files, and of the price history before the ledger, that tie an id to its model. */
interface Tie {
  model_id: string;
  model: string;
}

/** Where ids were tied to models before the ledger, the more recent last. */
const FOLDERS = ["price-history", "offers"];

/** @returns `host model_id` → model, from the CSV files of the data folder as they stand. */
export async function readTies(dataFolder: string): Promise<Map<string, string>> {
  const ties = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const path of (await glob(`${folder}/*.csv`, { cwd: dataFolder })).sort(byText)) {
      const text = await readFile(join(dataFolder, path), "utf8");
      const rows: Tie[] = parse(text, { columns: true });
      for (const { model_id, model } of rows)
        ties.set(`${basename(path, ".csv")} ${model_id}`, model);
    }
  }
  return ties;
}
