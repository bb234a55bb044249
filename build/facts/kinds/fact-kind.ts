/** What a kind of fact in `data/` is. */
import type { z } from "zod";

export interface FactKind<S extends z.ZodObject = z.ZodObject> {
  /** Glob below `data/`. */
  pattern: string;
  format: "json" | "csv";
  schema: S;
  /** Fields that make a row unique within its file (CSV) or kind (JSON); CSV rows are sorted by them. */
  key: readonly (keyof z.infer<S> & string)[];
  /** What the file's name (without its ending) stands for: a field of the row (JSON) or a column of its own (CSV). */
  file: string | null;
  /** JSON only: the field that the first `*` of the pattern, a folder, stands for. */
  folder?: string;
  /** field → `kind.field` that must hold its value; `file` names the CSV file's own name. */
  references?: Record<string, `${string}.${string}`>;
}

export const kind = <S extends z.ZodObject>(definition: FactKind<S>): FactKind<S> => definition;
