/** Tiers as the function has them: keys and store from the environment. */
import type { Context } from "../../generator/http/endpoint.ts";
import type { Handle } from "../handle.ts";
import { readKeys } from "./clients.ts";
import { openCounter } from "./counter.ts";
import { withTiers } from "./with-tiers.ts";

/** Keys or an address that cannot be read are no reason to answer nobody: the log says so, and never what they hold. */
export async function openTiers(
  handle: Handle,
  { catalog }: Context,
  { API_KEYS, REDIS_URL }: Readonly<Record<string, string | undefined>> = process.env,
  log = (line: string): void => console.error(line),
): Promise<Handle> {
  const keys = readKeys(API_KEYS);
  if (keys === null) log(`${KEYS_FAULT}; until then nobody has a key`);
  return withTiers(handle, {
    keys: keys ?? {},
    counter: await openCounter(REDIS_URL || undefined).catch(() => {
      log("REDIS_URL is not the address of a Redis; until then each function counts for itself");
      return openCounter(undefined);
    }),
    baseUrl: catalog.service.base_url,
    now: Date.now,
    log,
  });
}

/** Never what it holds. */
const KEYS_FAULT =
  'API_KEYS is not an object of the SHA-256 of keys, hexadecimal, and their plans, "pro" or "enterprise"';
