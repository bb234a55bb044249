/** Labs and hosts of the catalogue → provider facts. Names, home pages and own hosts are kept by hand. */

import type { HostListing } from "../ingest/listing.ts";
import { byText } from "../schema/order.ts";
import type { Provider } from "../schema/provider.ts";

export interface ProviderUse {
  labs: ReadonlySet<string>;
  /** Hosts that sell now. */
  sellers: ReadonlySet<string>;
  /** Hosts and companies that only a record of the past or a figure names. */
  named: ReadonlySet<string>;
}

/**
 * @param kept Provider facts as they stand: what people wrote into them wins.
 * @param recordedOn Day the host listings were recorded.
 */
export function mergeProviders(
  kept: readonly Provider[],
  hosts: readonly HostListing[],
  use: ProviderUse,
  recordedOn: string,
): Provider[] {
  const before = new Map(kept.map((provider) => [provider.slug, provider]));
  const listed = new Map(hosts.map((host) => [host.slug, host]));
  const slugs = new Set([...use.labs, ...use.sellers, ...use.named, ...listed.keys()]);
  for (const { slug, own_hosts } of kept) {
    if (slugs.has(slug)) for (const host of own_hosts) slugs.add(host);
  }
  return [...slugs].sort(byText).map((slug) => {
    const old = before.get(slug);
    const host = listed.get(slug);
    return {
      slug,
      name: old?.name ?? host?.name ?? slug,
      is_lab: use.labs.has(slug),
      is_host: use.sellers.has(slug),
      own_hosts: old?.own_hosts ?? [],
      url: old?.url ?? null,
      api_url: host?.apiUrl ?? old?.api_url ?? null,
      documentation_url: host?.documentationUrl ?? old?.documentation_url ?? null,
      source: host?.source ?? old?.source ?? "operator",
      as_of: host ? recordedOn : (old?.as_of ?? recordedOn),
    };
  });
}
