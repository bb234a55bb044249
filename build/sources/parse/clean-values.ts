/** Names and addresses as upstreams write them → as they may stand in a fact file. */
import { Url } from "../../schema/values.ts";

/** Parts of an address that tell who passed it on, not where the page is. */
const TRACKING_PARAMETER = /^(utm_.*|gaa_.*|rc)$/;
const TEXT_SELECTION = /^#selection-/;

/** Line breaks, control and invisible characters become spaces, and runs of spaces one. */
export function toCleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200D\u2060\uFEFF\s]+/gu, " ").trim();
}

/** `https://a.org/x?rc=9mz` → `https://a.org/x`; null for what is no web address. */
export function toCleanUrl(text: string): string | null {
  const written = text.trim();
  if (!Url.safeParse(written).success || !URL.canParse(written)) return null;
  const url = new URL(written);
  const before = url.href;
  for (const name of [...url.searchParams.keys()])
    if (TRACKING_PARAMETER.test(name)) url.searchParams.delete(name);
  if (TEXT_SELECTION.test(url.hash)) url.hash = "";
  return url.href === before ? written : url.href;
}
