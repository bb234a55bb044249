/** Labs and hosts of the catalogue → provider facts. Names, kinds, home pages and own hosts are kept by hand. Pure. */

import type { FactChange } from "../rules/changes.ts";
import { createImpersonatedProviderFinder } from "../rules/names.ts";
import { groupBy } from "../schema/collections.ts";
import { Provider } from "../schema/provider.ts";
import { createNullFields } from "../schema/values.ts";
import type { HostListing } from "../sources/listing.ts";
import { areAllFieldsEqual } from "./fact-rows.ts";
import type { FactMergeContext } from "./run.ts";

interface ProviderUsage {
  labs: ReadonlySet<string>;
  /** Hosts that sell now. */
  sellers: ReadonlySet<string>;
  /** Hosts and companies that only a record of the past or a figure names. */
  named: ReadonlySet<string>;
}

/** A new host counts as a router until a person has checked what it is, so that it is not the cheapest host. */
const NEW_HOST = {
  host_kind: "router",
  host_kind_reason: "rule: a new host counts as a router until a person has checked it",
} as const;

/** Current providers, with what hosts list of themselves today, and the new ones. What people wrote stays. */
export function mergeProviders(
  { facts, collected: { hosts }, judge, day }: FactMergeContext,
  use: ProviderUsage,
): Provider[] {
  const current: readonly Provider[] = facts.providers;
  const kept = judge.judge(movedAddresses(hosts, current));
  const isKept = (key: string, field: string) =>
    [...kept].some((one) => one.key === key && one.field === field);
  const ownerOf = createImpersonatedProviderFinder(facts);
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  const listed = groupBy(hosts, ({ slug }) => slug);
  const fresh = [...use.labs, ...use.sellers, ...use.named].filter((slug) => !known.has(slug));
  const founded = [...new Set(fresh)].map((slug) => toNew(slug, listed.get(slug), ownerOf, day));
  return [...current, ...founded].map((provider) => {
    const { slug } = provider;
    const stated = Object.entries(toStatedFields(listed.get(slug)));
    const next: Provider = {
      ...provider,
      is_lab: use.labs.has(slug),
      is_host: use.sellers.has(slug),
      ...(use.sellers.has(slug) && provider.host_kind === null && NEW_HOST),
      ...Object.fromEntries(stated.filter(([field]) => !isKept(slug, field))),
    };
    return areAllFieldsEqual(next, provider) ? provider : { ...next, as_of: day };
  });
}

const ADDRESSES = ["api_url", "documentation_url"] as const;

/** What hosts list of themselves; of several sources the first that states a field counts. */
function toStatedFields(hosts: readonly HostListing[] = []): Partial<Provider> {
  const fields = [...ADDRESSES, "pricing_page", "npm", "env"] as const;
  const stated = fields.map((field) => [field, hosts.map((one) => one[field]).find(Boolean)]);
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined));
}

function movedAddresses(hosts: readonly HostListing[], current: readonly Provider[]): FactChange[] {
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  return hosts.flatMap((host) =>
    ADDRESSES.flatMap((field): FactChange[] => {
      const { slug: key, source } = host;
      const [before, after] = [known.get(key)?.[field] ?? null, host[field]];
      if (before === null || after === null || before === after) return [];
      const change = { kind: "host", key, field, host: key, source, before, after } as const;
      return [{ ...change, stated: [source], opposed: [], ofSource: hosts.length }];
    }),
  );
}

/** A name that is somebody else's, reads like a sentence or cannot be shown is not shown: the slug stands in its place. */
const toNew = (
  slug: string,
  hosts: readonly HostListing[] | undefined,
  ownerOf: ReturnType<typeof createImpersonatedProviderFinder>,
  day: string,
): Provider => {
  const [host] = hosts ?? [];
  const name = host?.name && ownerOf(host.name, slug) === null ? host.name : slug;
  return {
    ...{ ...createNullFields(Provider), ...toStatedFields(hosts) },
    ...{ slug, name, is_lab: false, is_host: false, own_hosts: [] },
    ...{ source: host?.source ?? "operator", as_of: day },
  };
};
