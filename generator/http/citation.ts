/** How to cite what the service publishes. */

/** @param about `source` is the service's name; `title` names what is cited. */
export function toCitation({
  source,
  url,
  asOf,
  title,
}: {
  source: string;
  url: string;
  asOf: string | null;
  title: string;
}): string {
  const published = asOf === null ? `${source}.` : `${source} (${asOf.slice(0, 4)}).`;
  return `${published} ${title}. ${url}.${asOf === null ? "" : ` As of ${asOf}.`}`;
}
