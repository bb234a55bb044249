/** Labs and hosts of the catalogue → provider facts. Names, kinds, home pages and own hosts are kept by hand. Pure. */

import type { FactChange } from "../rules/changes.ts";
import { createNameOwnerFinder } from "../rules/names.ts";
import { groupBy } from "../schema/collections.ts";
import type { Provider } from "../schema/provider.ts";
import type { HostListing } from "../sources/listing.ts";
import { isSameRow, removeFileName } from "./fact-rows.ts";
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
  host_kind_reason: "rule: a new host counts as a router until a person has looked",
} as const;

/** Current providers, with what hosts list of themselves today, and the new ones. What people wrote stays. */
export function mergeProviders(
  { facts, answers, judge, day }: FactMergeContext,
  use: ProviderUsage,
): Provider[] {
  const current = facts.providers.map((provider): Provider => removeFileName(provider));
  const hosts = answers.flatMap(({ collected }) => collected.flatMap((one) => one.hosts ?? []));
  const kept = judge.judge(movedAddresses(hosts, current));
  const isKept = (key: string, field: string) =>
    [...kept].some((one) => one.key === key && one.field === field);
  const ownerOf = createNameOwnerFinder(facts);
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  const listed = new Map([...groupBy(hosts, ({ slug }) => slug)].map(joinListings));
  const fresh = [...use.labs, ...use.sellers, ...use.named].filter((slug) => !known.has(slug));
  const founded = [...new Set(fresh)].map((slug) => toNew(slug, listed.get(slug), ownerOf, day));
  return [...current, ...founded].map((provider) => {
    const { slug } = provider;
    const host = listed.get(slug);
    const next: Provider = {
      ...provider,
      is_lab: use.labs.has(slug),
      is_host: use.sellers.has(slug),
      ...(use.sellers.has(slug) && provider.host_kind === null && NEW_HOST),
      ...(host?.apiUrl && !isKept(slug, "api_url") && { api_url: host.apiUrl }),
      ...(host?.documentationUrl &&
        !isKept(slug, "documentation_url") && { documentation_url: host.documentationUrl }),
      ...(host?.pricingPage && { pricing_page: host.pricingPage }),
      ...(host?.npm && { npm: host.npm }),
      ...(host?.env && { env: [...host.env] }),
    };
    return isSameRow(next, provider) ? provider : { ...next, as_of: day };
  });
}

/** Of several sources the first that states a field counts. */
const joinListings = ([slug, [first, ...others]]: [string, HostListing[]]): [
  string,
  HostListing | undefined,
] => [slug, first && others.reduce(withGapsFilled, first)];

function withGapsFilled(host: HostListing, other: HostListing): HostListing {
  const stated = Object.entries(host).filter(([, value]) => (value ?? null) !== null);
  return { ...other, ...Object.fromEntries(stated) };
}

function movedAddresses(hosts: readonly HostListing[], current: readonly Provider[]): FactChange[] {
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  return hosts.flatMap(({ slug: key, source, apiUrl, documentationUrl }) => {
    const { api_url = null, documentation_url = null } = known.get(key) ?? {};
    const addresses = [
      { field: "api_url", before: api_url, after: apiUrl },
      { field: "documentation_url", before: documentation_url, after: documentationUrl },
    ];
    return addresses
      .filter(({ before, after }) => before !== null && after !== null && before !== after)
      .map((address) => ({
        ...{ kind: "host" as const, key, host: key, source, ...address },
        ...{ stated: [source], opposed: [], ofSource: hosts.length },
      }));
  });
}

/** A name that is somebody else's, reads like a sentence or cannot be shown is not shown: the slug stands in its place. */
const toNew = (
  slug: string,
  host: HostListing | undefined,
  ownerOf: ReturnType<typeof createNameOwnerFinder>,
  day: string,
): Provider => ({
  slug,
  name: host?.name && ownerOf(host.name, slug) === null ? host.name : slug,
  is_lab: false,
  is_host: false,
  host_kind: null,
  host_kind_reason: null,
  own_hosts: [],
  url: null,
  api_url: host?.apiUrl ?? null,
  documentation_url: host?.documentationUrl ?? null,
  pricing_page: host?.pricingPage ?? null,
  npm: host?.npm ?? null,
  env: host?.env ? [...host.env] : null,
  source: host?.source ?? "operator",
  as_of: day,
});
