/** Labs and hosts of the catalogue → provider facts. Names, kinds, home pages and own hosts are kept by hand. Pure. */
import type { Provider } from "../schema/provider.ts";
import type { HostListing } from "../sources/listing.ts";
import { isSameRow, withoutFile } from "./fact-rows.ts";
import type { RunContext } from "./run.ts";

export interface ProviderUse {
  labs: ReadonlySet<string>;
  /** Hosts that sell now. */
  sellers: ReadonlySet<string>;
  /** Hosts and companies that only a record of the past or a figure names. */
  named: ReadonlySet<string>;
}

/** Until a person has looked a new host counts last, so that it is no cheapest host. */
const NEW_HOST = {
  host_kind: "router",
  host_kind_reason: "rule: a new host counts as a router until a person has looked",
} as const;

/** Current providers, with what hosts list of themselves today, and the new ones. What people wrote stays. */
export function mergeProviders(
  { facts, answers, held, day }: RunContext,
  use: ProviderUse,
): Provider[] {
  const current = facts.providers.map((provider): Provider => withoutFile(provider));
  const hosts = answers
    .flatMap(({ collected }) => collected.flatMap((one) => one.hosts ?? []))
    .filter(({ source, slug }) => !held.isHeld("hosts", source, slug));
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  const listed = new Map(hosts.map((host) => [host.slug, host]));
  const fresh = [...use.labs, ...use.sellers, ...use.named].filter((slug) => !known.has(slug));
  const founded = [...new Set(fresh)].map((slug) => toNew(slug, listed.get(slug), day));
  return [...current, ...founded].map((provider) => {
    const { slug } = provider;
    const host = listed.get(slug);
    const next: Provider = {
      ...provider,
      is_lab: use.labs.has(slug),
      is_host: use.sellers.has(slug),
      ...(use.sellers.has(slug) && provider.host_kind === null && NEW_HOST),
      api_url: host?.apiUrl ?? provider.api_url,
      documentation_url: host?.documentationUrl ?? provider.documentation_url,
    };
    return isSameRow(next, provider) ? provider : { ...next, as_of: day };
  });
}

const toNew = (slug: string, host: HostListing | undefined, day: string): Provider => ({
  slug,
  name: host?.name || slug,
  is_lab: false,
  is_host: false,
  host_kind: null,
  host_kind_reason: null,
  own_hosts: [],
  url: null,
  api_url: host?.apiUrl ?? null,
  documentation_url: host?.documentationUrl ?? null,
  source: host?.source ?? "operator",
  as_of: day,
});
