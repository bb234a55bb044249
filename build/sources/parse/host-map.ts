/** What an upstream calls a host → our slug, by data/aliases/hosts.csv. */
import type { HostAlias } from "../../schema/editorial.ts";

export type HostMap = (name: string) => string | undefined;

export function createHostMap(aliases: readonly HostAlias[], source: string): HostMap {
  const hosts = new Map(
    aliases.filter((alias) => alias.source === source).map(({ name, host }) => [name, host]),
  );
  return (name) => hosts.get(name);
}
