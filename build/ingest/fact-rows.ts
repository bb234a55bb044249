/** Rows of facts. Pure. */
import { FACT_KINDS, type FactKindName } from "../facts/kinds.ts";
import { isMaxOutputInContext, type Offer } from "../schema/offer.ts";
import { getSourcePrecedence } from "../schema/precedence.ts";
import { findSchemaIssues, type HostKind } from "../schema/values.ts";

export function removeFileNameField<T extends { file: string }>({
  file: _file,
  ...row
}: T): Omit<T, "file"> {
  return row;
}

/** Whether all fields of the two rows are the same. */
export function areAllFieldsEqual<T extends object>(a: T, b: T): boolean {
  const fields = Object.keys({ ...a, ...b }) as (keyof T)[];
  return fields.every((name) => isSameValue(a[name], b[name]));
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** `input: expected number`; null for a row that has the form of its kind. */
export function findFactRowFault(kind: FactKindName, row: object): string | null {
  const [issue] = findSchemaIssues(FACT_KINDS[kind].schema, row);
  return issue === undefined ? null : `${issue.path.join(".")}: ${issue.message}`;
}

type Limits = Pick<Offer, "context_window" | "max_output_tokens">;

/** More output than the model can read at all is an error of one of the two, and nobody knows of which. */
export const removeImpossibleMaxOutput = <T extends Limits>(row: T): T =>
  isMaxOutputInContext(row) ? row : { ...row, max_output_tokens: null };

/** @returns The precedence of a source at a host: the smaller, the higher. */
export function createSourcePrecedenceFinder(
  providers: readonly { slug: string; host_kind: HostKind | null }[],
): (host: string, source: string) => number {
  const kinds = new Map(providers.map(({ slug, host_kind }) => [slug, host_kind]));
  return (host, source) => getSourcePrecedence(host, kinds.get(host) ?? "router", source);
}
