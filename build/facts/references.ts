/** Checks facts against each other: references, corrections, and the frozen items of our own tests. */
import { hash } from "node:crypto";
import { basename, dirname } from "node:path";
import type * as z from "zod";
import { memoizePerKey } from "../schema/collections.ts";
import type { SourceCorrection } from "../schema/editorial.ts";
import type { OwnTestDefinition } from "../schema/experiment.ts";
import type { FactFileTexts } from "./fact-files.ts";
import { type FactFault, toFaultOfFile } from "./fault.ts";
import { type FactRowOfAnyKind, listFactColumnsWithCellKind, parseFactCsvCell } from "./format.ts";
import { FACT_KINDS, type FactKindDefinition, type FactKindName } from "./kinds.ts";

export interface RowsOfFactFile {
  path: string;
  rows: (FactRowOfAnyKind & { file: string })[];
}
type FilesByKind = ReadonlyMap<FactKindName, readonly RowsOfFactFile[]>;

/** @returns A fault for each reference to a value that no fact has. */
export function checkFactReferences(files: FilesByKind): FactFault[] {
  const valuesOf = memoizePerKey((target: string) => listValues(target, files));
  return [...files].flatMap(([name, ofKind]) => {
    const kind: FactKindDefinition = FACT_KINDS[name];
    return Object.entries(kind.references ?? {}).flatMap(([field, target]) => {
      const values = valuesOf(target);
      const column = kind.format === "csv" && field === kind.file ? "file" : field;
      const name = target.split(".")[0] as FactKindName;
      const folder = FACT_KINDS[name].pattern.split("*")[0];
      return ofKind.flatMap(({ path: file, rows }) =>
        rows.flatMap((row, index) => {
          const found = row[column];
          if (found === null || values.has(found)) return [];
          const line = kind.format === "csv" ? index + 2 : 1;
          const named = typeof found === "object" ? Object.values(found) : [found];
          return named.flatMap((value) => {
            const message = `data/${folder} has no "${value}"; add it there or fix the name`;
            return values.has(value) ? [] : { file, line, field, message };
          });
        }),
      );
    });
  });
}

/** Every value of `models.slug`. A file that cannot be read counts by its name, so that it causes no other faults. */
function listValues(target: string, files: FilesByKind): Set<unknown> {
  const [name, field = ""] = target.split(".") as [FactKindName, string];
  const ofKind = files.get(name) ?? [];
  const named = FACT_KINDS[name].file === field ? ofKind : [];
  return new Set([
    ...named.map(({ path }) => basename(path, ".json")),
    ...ofKind.flatMap(({ rows }) => rows.map((row) => row[field])),
  ]);
}

/** Schema of the facts that a kind of correction changes. */
export const FACT_SCHEMA_BY_CORRECTION_KIND = {
  model: FACT_KINDS.models.schema,
  score: FACT_KINDS.scores.schema,
};

/** @param known Slugs of models and benchmarks. */
export function checkSourceCorrectionRows(
  file: string,
  rows: readonly SourceCorrection[],
  known: { models: ReadonlySet<string>; benchmarks: ReadonlySet<string> },
): FactFault[] {
  return rows.flatMap((row, index) => {
    const fault = (field: string, message: string): FactFault[] => [
      { file, line: index + 2, field, message },
    ];
    const [first = "", second = ""] = row.key.split("/");
    const [benchmark, model] = row.kind === "score" ? [first, second] : [undefined, first];
    if (benchmark !== undefined && !known.benchmarks.has(benchmark))
      return fault("key", `unknown benchmark "${benchmark}"; fix the name or delete the row`);
    if (!known.models.has(model))
      return fault("key", `unknown model "${model}"; fix the name or delete the row`);
    const schema: z.ZodObject = FACT_SCHEMA_BY_CORRECTION_KIND[row.kind];
    const columns = new Map(listFactColumnsWithCellKind(schema));
    const kind = columns.get(row.field);
    if (kind === undefined) {
      const names = [...columns.keys()].join(", ");
      return fault("field", `a ${row.kind} has no field "${row.field}"; write one of ${names}`);
    }
    return (["value", "expected"] as const).flatMap((cell) => {
      if (cell === "expected" && row.expected === null) return [];
      const text = row[cell] ?? "";
      const message = `"${text}" cannot be the ${row.field} of a ${row.kind}; write it as in data/`;
      const type = schema.shape[row.field] as z.ZodType;
      return type.safeParse(parseFactCsvCell(text, kind)).success ? [] : fault(cell, message);
    });
  });
}

/** The items of each test must be those of its version. @param experiments Every `about.json`. */
export function checkFrozenTestItems(
  experiments: readonly { path: string; rows: readonly object[] }[],
  files: FactFileTexts,
): FactFault[] {
  const isItems = (path: string) => /^experiments\/[^/]+\/items\.(csv|json)$/.test(path);
  const items = new Map([...files.keys()].filter(isItems).map((path) => [dirname(path), path]));
  const folders = new Set(experiments.map(({ path }) => dirname(path)));
  const noItems = "this folder has no items.csv or items.json; add the test's questions";
  const noAbout = "this folder has no about.json; add it, with the version of the questions";
  return [
    ...experiments.flatMap(({ path, rows }) => {
      const file = items.get(dirname(path));
      return (rows as readonly OwnTestDefinition[]).flatMap(({ version, items_sha256 }) => {
        if (file === undefined) return toFaultOfFile(path, noItems, "test");
        const found = hash("sha256", files.get(file) ?? "");
        const message = `the items differ from those of version ${version}; restore them, or write version "${Number(version) + 1}" and items_sha256 "${found}" into ${path}`;
        return found === items_sha256 ? [] : toFaultOfFile(file, message);
      });
    }),
    ...[...items].flatMap(([folder, file]) =>
      folders.has(folder) ? [] : toFaultOfFile(file, noAbout),
    ),
  ];
}
