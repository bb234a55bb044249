/** Who asks, by the key that it sends, else by its address. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Client } from "./plans.ts";

/** SHA-256 of a key, hexadecimal → its plan. A key itself is kept nowhere. */
const Keys = z.record(
  z.string().regex(/^[0-9a-f]{64}$/, "the SHA-256 of a key, hexadecimal"),
  z.enum(["pro", "enterprise"]),
);
export type Keys = z.infer<typeof Keys>;

/**
 * @param text API_KEYS: `{"<sha256 of a key>":"pro"}`; without it nobody has a key.
 * @returns Null when it cannot be read.
 */
export function readKeys(text: string | undefined): Keys | null {
  if (!text) return {};
  try {
    return Keys.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The platform's own header: it takes away what a client sends under this name. */
export const ADDRESS_HEADER = "x-nf-client-connection-ip";

/** A key that nobody knows does no harm: its sender is counted by address. */
export function clientOf({ headers }: Request, keys: Keys): Client {
  const key = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const hash = key === undefined ? "" : createHash("sha256").update(key).digest("hex");
  const plan = Object.hasOwn(keys, hash) ? keys[hash] : undefined;
  return plan === undefined
    ? { id: `address:${headers.get(ADDRESS_HEADER) ?? "unknown"}`, plan: "free" }
    : { id: `key:${hash}`, plan };
}
