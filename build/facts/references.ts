/** Every slug that a fact names must exist: an offer's host and model, a score's benchmark, a source. */
import { basename } from "node:path";
import type { Fault } from "./fault.ts";
import { FACT_KINDS, type FactKind, type FactKindName } from "./kinds.ts";
import type { FiledRow } from "./read-facts.ts";

/** `models.slug` → every value of that field. */
type KnownValues = Map<string, Set<unknown>>;

export class ReferenceCheck {
  readonly #known: KnownValues = new Map();
  /** Values that no row before has; a later one may. */
  readonly #open: { target: string; value: unknown; fault: Fault }[] = [];

  /** @param paths Files of each kind: a file that cannot be read names a fact too, so that it is one fault alone. */
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
    const kind: FactKind = FACT_KINDS[name];
    for (const [field, target] of Object.entries(kind.references ?? {})) {
      const known = this.#known.get(target);
      const column = kind.format === "csv" && field === kind.file ? "file" : field;
      for (const [index, row] of rows.entries())
        for (const value of [row[column]].flat()) {
          if (value === null || known?.has(value)) continue;
          const line = kind.format === "csv" ? index + 2 : 1;
          const message = unknownMessage(target, value);
          this.#open.push({ target, value, fault: { file: path, line, field, message } });
        }
    }
  }

  /** @returns A fault for each value that no file of the tree has. */
  end(): Fault[] {
    return this.#open.flatMap(({ target, value, fault }) =>
      this.#known.get(target)?.has(value) ? [] : [fault],
    );
  }
}

function unknownMessage(target: string, value: unknown): string {
  const name = target.split(".")[0] as FactKindName;
  const folder = FACT_KINDS[name].pattern.split("*")[0];
  return `unknown ${name} "${value}"; add it below data/${folder} or fix the name`;
}
