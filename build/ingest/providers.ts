/** Labs and hosts → provider facts, in which people maintain names, kinds, home pages and own hosts. Pure. */

import type { FactChange } from "../rules/changes.ts";
import { createImpersonatedProviderFinder } from "../rules/names.ts";
import { groupBy } from "../schema/collections.ts";
import type { Model } from "../schema/model.ts";
import { Provider } from "../schema/provider.ts";
import { createNullFields } from "../schema/values.ts";
import type { HostDetailsListing } from "../sources/listing.ts";
import { keepRecordedFields, toRecordedRows } from "./fact-rows.ts";
import type { FactMergeContext } from "./run.ts";
import { CurrentPriceLedger, type PriceLedgerRow } from "./statements.ts";

/** A new host counts as a router until a person has checked what it is, so that it is not the cheapest host. */
const NEW_HOST = {
  host_kind: "router",
  host_kind_reason: "rule: a new host counts as a router until a person has checked it",
} as const;

/** Current providers with what sources state about them today, and the new ones. What people wrote is kept. */
export function mergeProviders(
  { facts, ledger, collected: { hosts }, judge, day }: FactMergeContext,
  models: readonly Model[],
  added: readonly PriceLedgerRow[],
  companies: readonly string[],
): Provider[] {
  const labs = new Set(models.map(({ lab }) => lab));
  // A host counts as a seller until the run after its last id was withdrawn, so that a truncated list removes nothing.
  // A run on copies of an earlier day says nothing about who sells today.
  const today = facts.prices.reduce(
    (last, { recorded }) => (recorded > last ? recorded : last),
    day,
  );
  const after = new CurrentPriceLedger([...facts.prices, ...added], today);
  const sold = [...ledger.openKeys(), ...after.openKeys()];
  const sellers = new Set(sold.map((key) => key.slice(0, key.indexOf(" "))));
  const current: readonly Provider[] = facts.providers;
  const ownerOf = createImpersonatedProviderFinder(facts);
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  const held = judge.judge(toGuardedChanges(hosts, known));
  const listed = groupBy(hosts, ({ slug }) => slug);
  const named = new Set([...labs, ...sellers, ...ledger.hosts(), ...companies]);
  const fresh = [...named].filter((slug) => !known.has(slug));
  const founded = fresh.map((slug) => toNew(slug, listed.get(slug), ownerOf, day));
  const next = [...current, ...founded].map((provider): [string, Provider] => {
    const { slug, host_kind } = provider;
    const is_host = sellers.has(slug);
    const own = { is_lab: labs.has(slug), is_host, ...(is_host && !host_kind && NEW_HOST) };
    return [slug, { ...provider, ...own, ...toStatedFields(listed.get(slug)) }];
  });
  return toRecordedRows(new Map(next), known, held, day, keepRecordedFields);
}

/** What a client of the host sends prompts and keys to, or installs. */
const GUARDED_FIELDS = ["api_url", "documentation_url", "npm"] as const;

/** What sources state about a host; if several sources state a field, the first one counts. */
function toStatedFields(hosts: readonly HostDetailsListing[] = []): Partial<Provider> {
  const fields = [...GUARDED_FIELDS, "pricing_page", "env"] as const;
  const stated = fields.map((field) => [field, hosts.map((one) => one[field]).find(Boolean)]);
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined));
}

function toGuardedChanges(
  hosts: readonly HostDetailsListing[],
  known: ReadonlyMap<string, Provider>,
): FactChange[] {
  return hosts.flatMap((host) =>
    GUARDED_FIELDS.flatMap((field): FactChange[] => {
      const { slug: key, source } = host;
      const before = known.get(key)?.[field];
      const after = host[field];
      if (!before || !after || before === after) return [];
      const change = { kind: "host", key, field, source, before, after } as const;
      return [{ ...change, ofSource: hosts.length }];
    }),
  );
}

/** The slug replaces a name that is empty (also because it cannot be shown) or belongs to another provider. */
const toNew = (
  slug: string,
  hosts: readonly HostDetailsListing[] | undefined,
  ownerOf: ReturnType<typeof createImpersonatedProviderFinder>,
  day: string,
): Provider => {
  const [host] = hosts ?? [];
  const name = host?.name && ownerOf(host.name, slug) === null ? host.name : slug;
  return {
    ...createNullFields(Provider),
    ...toStatedFields(hosts),
    slug,
    name,
    is_lab: false,
    is_host: false,
    own_hosts: [],
    source: host?.source ?? "operator",
    as_of: day,
  };
};
