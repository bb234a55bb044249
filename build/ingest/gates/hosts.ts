/** Gate: many hosts change the address of their API or of its documentation in one night. */
import type { Provider } from "../../schema/provider.ts";
import type { HostListing } from "../../sources/listing.ts";
import { holdRows, type Verdict } from "./verdict.ts";

const MIN_CHANGED = 4;
const MAX_SHARE = 0.05;

export function checkHosts(
  source: string,
  listed: readonly HostListing[],
  standing: readonly Provider[],
): Verdict[] {
  const known = new Map(standing.map((provider) => [provider.slug, provider]));
  const changed = listed.flatMap((host) => {
    const before = known.get(host.slug);
    if (before === undefined) return [];
    return ADDRESSES.flatMap(([field, of]) => {
      const [was, now] = [before[field], of(host)];
      const told = { slug: host.slug, field, before: was ?? "", after: now ?? "" };
      return was !== null && now !== null && was !== now ? [told] : [];
    });
  });
  const [first] = changed;
  if (first === undefined || changed.length < MIN_CHANGED) return [];
  if (changed.length <= MAX_SHARE * listed.length) return [];
  const reason = `${changed.length} of ${listed.length} hosts have another address (${first.slug} ${first.field}: ${first.before} → ${first.after})`;
  const about = { scope: source, before: first.before, after: first.after, reason };
  return [
    holdRows(
      { name: "hosts", source, area: "hosts" },
      about,
      changed.map(({ slug }) => slug),
    ),
  ];
}

const ADDRESSES = [
  ["api_url", ({ apiUrl }: HostListing) => apiUrl],
  ["documentation_url", ({ documentationUrl }: HostListing) => documentationUrl],
] as const;
