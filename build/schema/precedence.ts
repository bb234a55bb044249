/** Which source takes precedence where sources differ: views load the table as `precedence`, the ingest calls `getSourcePrecedence`. */
import { HostKind } from "./values.ts";

/** Follows every host's list: an id that it does not list is new, withdrawn or the name of a family. */
export const LISTING_REFERENCE_SOURCE = "models-dev";

/** Rank of a person's correction, which has the address of a page that supports it. */
const OPERATOR_RANK = -1;
const OWN_LIST_RANK = 0;
const UNRANKED = 9;

/** At a lab's own host, genai-prices comes first, because it is checked by hand against the lab's page. */
const AT_LABS = ["genai-prices", "models-dev", "pi-ai", "portkey", "litellm"];
/**
 * models.dev follows every host's list day by day, while genai-prices and LiteLLM name only a few ids. LiteLLM keeps old
 * prices for long: of 15 prices at labs on which it and Portkey differ, a person's check of the page found Portkey right
 * in 13 cases and LiteLLM in none. pi-ai is made from models.dev; it counts where it is newer.
 */
const ELSEWHERE = ["models-dev", "pi-ai", "genai-prices", "litellm"];

const orderAt = (kind: HostKind): readonly string[] => (kind === "lab" ? AT_LABS : ELSEWHERE);

/** Ranks of the sources by kind of host, from 1; `operator` and a host's own list come before all of them. */
export const SOURCE_PRECEDENCE = HostKind.options.flatMap((host_kind) =>
  orderAt(host_kind).map((source, index) => ({ host_kind, source, rank: index + 1 })),
);

/** The source with the smallest rank at a host takes precedence. */
export function getSourcePrecedence(host: string, kind: HostKind, source: string): number {
  if (source === "operator") return OPERATOR_RANK;
  if (source === host) return OWN_LIST_RANK;
  const place = orderAt(kind).indexOf(source);
  return place < 0 ? UNRANKED : place + 1;
}
