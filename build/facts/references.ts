/** Every slug that a fact names must exist: an offer's host and model, a score's benchmark, a source. */
import { basename } from "node:path";
import type { Fault } from "./fault.ts";
import { FACT_KINDS, type FactKind, type FactKindName } from "./kinds.ts";
import type { FiledRow } from "./read-facts.ts";

/** Where a kind names another: `field` of its rows holds what `known` must have. */
interface Reference {
  field: string;
  /** Column that holds it: `file` for what the file stands for. */
  column: string;
  target: FactKindName;
  known: ReadonlySet<unknown>;
}

export class ReferenceCheck {
  /** `kind.field` → every value it has. */
  readonly #known = new Map<string, Set<unknown>>();
  /** Values that nothing read before has: what is read later may. */
  readonly #open: { known: ReadonlySet<unknown>; value: unknown; fault: Fault }[] = [];

  /**
   * @param paths Files of each kind: one that cannot be read still names a fact that exists, so that a single broken
   *   file does not put hundreds of others in the wrong.
   */
  constructor(paths: ReadonlyMap<FactKindName, readonly string[]>) {
    for (const { references = {} } of Object.values(FACT_KINDS) as FactKind[])
      for (const target of Object.values(references)) {
        const [kind, field] = target.split(".") as [FactKindName, string];
        const files = FACT_KINDS[kind].file === field ? (paths.get(kind) ?? []) : [];
        this.#known.set(target, new Set(files.map((path) => basename(path, ".json"))));
      }
  }

  /** Rows of one file, in its order. */
  add(name: FactKindName, path: string, rows: readonly FiledRow[]): void {
    for (const [target, known] of this.#known) {
      const [kind, field = ""] = target.split(".");
      if (kind === name) for (const row of rows) known.add(row[field]);
    }
    for (const reference of this.#referencesOf(name)) this.#check(reference, name, path, rows);
  }

  /** @returns A fault for each value that no file of the tree has. */
  end(): Fault[] {
    return this.#open.flatMap(({ known, value, fault }) => (known.has(value) ? [] : [fault]));
  }

  #check(
    { field, column, target, known }: Reference,
    name: FactKindName,
    path: string,
    rows: readonly FiledRow[],
  ): void {
    const isCsv = FACT_KINDS[name].format === "csv";
    let last: unknown;
    for (const [index, row] of rows.entries()) {
      const found = row[column];
      // Most rows name what the one before them names.
      if (found === null || found === last) continue;
      if (known.has(found)) {
        last = found;
        continue;
      }
      for (const value of Array.isArray(found) ? found : [found]) {
        if (known.has(value)) continue;
        const message = `unknown ${target} "${value}"; add it below data/${folderOf(target)} or fix the name`;
        const fault = { file: path, line: isCsv ? index + 2 : 1, field, message };
        this.#open.push({ known, value, fault });
      }
    }
  }

  #referencesOf(name: FactKindName): Reference[] {
    const kind: FactKind = FACT_KINDS[name];
    return Object.entries(kind.references ?? {}).map(([field, target]) => ({
      field,
      column: kind.format === "csv" && field === kind.file ? "file" : field,
      target: target.split(".")[0] as FactKindName,
      known: this.#known.get(target) ?? new Set(),
    }));
  }
}

const folderOf = (name: FactKindName): string => FACT_KINDS[name].pattern.split("*")[0] ?? "";
