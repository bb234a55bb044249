/** Sentences with figures in them, once as markup that names where the figures stand, once as plain text. */
import { fact } from "../../components/fact.ts";
import { redDate, toLongDate, usd } from "../../components/format.ts";
import type { Content } from "../../components/html.ts";

export type Part =
  | string
  | { value: number; at: string; text: string }
  /** YYYY-MM-DD. */
  | { day: string };

export const priceAt = (value: number, at: string): Part => ({ value, at, text: usd(value) });

export const toContent = (parts: readonly Part[]): Content =>
  parts.map((part) => {
    if (typeof part === "string") return part;
    return "day" in part ? redDate(part.day) : fact(part.value, part.at, part.text);
  });

export const toText = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "day" in part ? toLongDate(part.day) : part.text;
    })
    .join("");
