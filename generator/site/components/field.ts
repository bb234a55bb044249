/** A published field of a model as markup, by its kind: pages loop over fields, so that a new one shows itself. */
import type { Field, FieldValue } from "../../../build/schema/fields.ts";
import { dateTag, fact, unknown } from "./facts.ts";
import { thousands, usd } from "./format.ts";
import type { Content } from "./html.ts";

/** JSON Pointer of a field in the entry or detail that holds it. */
export const pointerOf = ({ name }: Pick<Field, "name">): string => `/${name.replaceAll(".", "/")}`;

export const isNumeric = ({ kind }: Pick<Field, "kind">): boolean =>
  ["tokens", "usd", "number", "count"].includes(kind);

/** @param at JSON Pointer of the value, for figures; absent where the page has none. */
export function fieldContent(
  { kind }: Pick<Field, "kind">,
  value: FieldValue,
  at?: string,
): Content {
  if (value === null || value === "") return unknown();
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return value.length > 0 ? value.join(", ") : unknown();
  if (typeof value === "string")
    return kind === "day" || kind === "partial_day" ? dateTag(value) : value;
  const text =
    kind === "usd" ? usd(value) : kind === "number" ? value.toFixed(1) : thousands(value);
  return at === undefined ? text : fact(value, at, text);
}
