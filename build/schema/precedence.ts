/** Which source takes precedence where sources differ. The snapshot has the ranks of all sources as table `precedence`. */
import { type HostKind, OPERATOR, THIRD_PARTY } from "./values.ts";

/** Follows every host's list: an id that it does not list is new, withdrawn or the name of a family. */
export const LISTING_REFERENCE_SOURCE = "models-dev";

/** Rank of what a person read on the host's own page. */
const OPERATOR_RANK = -1;
const OWN_LIST_RANK = 0;
const UNRANKED = 9;
const LAST_RANK = 10;

/** At a lab's own host, genai-prices comes first, because it is checked by hand against the lab's page. */
const AT_LABS = ["genai-prices", "models-dev", "pi-ai", "portkey", "litellm"];
/** The last rank at a lab's own host of a source that is checked by hand on the lab's page. */
export const LAST_RANK_CHECKED_AT_LABS = AT_LABS.indexOf(LISTING_REFERENCE_SOURCE) + 1;
/**
 * models.dev follows every host's list day by day, while genai-prices and LiteLLM name only a few ids. LiteLLM keeps old
 * prices for long: of 15 prices at labs on which it and Portkey differ, a person's check of the page found Portkey right
 * in 13 cases and LiteLLM in none. pi-ai is made from models.dev; it counts where it is newer.
 */
const ELSEWHERE = ["models-dev", "pi-ai", "genai-prices", "litellm"];

/**
 * The source with the smallest rank at a host takes precedence: a person, then the host's own list, then those of its
 * kind of host, then all others, and last what another party says.
 */
export function getSourcePrecedence(host: string, kind: HostKind | null, source: string): number {
  if (source === OPERATOR) return OPERATOR_RANK;
  if (source === THIRD_PARTY) return LAST_RANK;
  if (source === host) return OWN_LIST_RANK;
  const place = (kind === "lab" ? AT_LABS : ELSEWHERE).indexOf(source);
  return place < 0 ? UNRANKED : place + 1;
}
