/**
 * Fact files as people leave them → the one layout. Values stay as they are: order, spacing and quotes change, and a
 * field that its schema has just got and that may be unknown is added as unknown.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import glob from "fast-glob";
import type { z } from "zod";
import { byText } from "../schema/order.ts";
import { unknownFields } from "../schema/unknown-fields.ts";
import { columnsOf, toValue } from "./cells.ts";
import { DIGESTS_FILE, recordRows } from "./digests.ts";
import { readFactFiles } from "./fact-files.ts";
import { FactsError, type Fault } from "./fault.ts";
import { formatCsv, formatJson, isObjectSchema, isRow, type Row } from "./format.ts";
import type { FactKind } from "./kinds/fact-kind.ts";
import { FACT_KINDS } from "./kinds.ts";
import { readKinds } from "./read-kinds.ts";
import { toCsvFile, writeFactFile, writeFileIfChanged } from "./write-facts.ts";

/**
 * Formats every file, then records new rows in `digests.csv`, where the tree has one.
 * @param amended Files or folders below `dataFolder` whose recorded rows were changed or deleted by intent.
 * @returns Paths below `dataFolder` that were rewritten.
 * @throws FactsError naming the files that cannot be read, or recorded rows that do not stand in files that are not
 *   `amended`; the others are formatted and recorded all the same.
 */
export async function formatFiles(
  dataFolder: string,
  amended: readonly string[] = [],
): Promise<string[]> {
  const rewritten: string[] = [];
  const faults: Fault[] = [];
  for (const kind of Object.values(FACT_KINDS) as FactKind[]) {
    for (const path of (await glob(kind.pattern, { cwd: dataFolder })).sort(byText)) {
      const text = (await readFile(join(dataFolder, path), "utf8")).replace(/^\uFEFF/, "");
      const formatted = reformat(kind, text);
      if (formatted === undefined)
        faults.push({
          file: path,
          line: 1,
          field: "",
          message: "cannot be read; run `npm run data:check`",
        });
      else if (await writeFileIfChanged(join(dataFolder, path), formatted)) rewritten.push(path);
    }
  }
  if (faults.length > 0) throw new FactsError(faults);
  const recorded = await recordFiles(dataFolder, amended);
  if (recorded.faults.length > 0) throw new FactsError(recorded.faults);
  return recorded.isChanged ? [...rewritten, DIGESTS_FILE] : rewritten;
}

/** A tree without digests gets them when it is amended. */
async function recordFiles(dataFolder: string, amended: readonly string[]) {
  const files = readFactFiles(dataFolder);
  if (amended.length === 0 && !files.has(DIGESTS_FILE)) return { faults: [], isChanged: false };
  const isMeant = (path: string) =>
    amended.some((name) => name === "." || path === name || path.startsWith(`${name}/`));
  const { digests } = readKinds(dataFolder, ["digests"]);
  const { rows, faults } = recordRows(digests, files, isMeant);
  const file = toCsvFile("digests", "", rows);
  return { faults, isChanged: await writeFactFile(dataFolder, file) };
}

/** undefined when the text is not JSON or CSV of this kind. */
function reformat(kind: FactKind, text: string): string | undefined {
  try {
    return kind.format === "json" ? reformatJson(kind, text) : reformatCsv(kind, text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CsvError) return undefined;
    throw error;
  }
}

function reformatJson(kind: FactKind, text: string): string | undefined {
  const fact: unknown = JSON.parse(text);
  return isRow(fact) ? formatJson(kind, withUnknownFields(kind.schema, fact)) : undefined;
}

function withUnknownFields(schema: z.ZodObject, fact: Row): Row {
  const whole: Row = { ...unknownFields(schema), ...fact };
  for (const [name, inner] of Object.entries(schema.shape)) {
    const value = whole[name];
    if (isObjectSchema(inner) && isRow(value)) whole[name] = withUnknownFields(inner, value);
  }
  return whole;
}

function reformatCsv(kind: FactKind, text: string): string | undefined {
  const kinds = new Map(columnsOf(kind.schema));
  const [header = [], ...records] = parse(text) as string[][];
  const columns = header.map((name) => ({ name, kind: kinds.get(name) }));
  const found = new Set([...header, ...Object.keys(unknownFields(kind.schema))]);
  if (found.size !== kinds.size || columns.some((column) => column.kind === undefined))
    return undefined;
  const rows = records.map((record) =>
    Object.fromEntries(
      columns.map(({ name, kind = "text" }, at) => [name, toValue(record[at] ?? "", kind)]),
    ),
  );
  return formatCsv(kind, rows);
}
