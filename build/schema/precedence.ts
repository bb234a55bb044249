/** Which source takes precedence where sources differ: views load the table as `precedence`, the ingest calls `getSourcePrecedence`. */
import { HostKind } from "./values.ts";

interface SourcePrecedence {
  host_kind: HostKind;
  source: string;
  /** 1 comes first. */
  rank: number;
}

/** Follows every host's list: what it does not list at a host that it covers is new, withdrawn or a family's name. */
export const REFERENCE_SOURCE = "models-dev";

/** A person's correction, with the address that shows it. */
const OPERATOR_RANK = -1;
/** A source that is the host itself: its own price list. */
const OWN_LIST_RANK = 0;
/** A source that the table does not name. */
const UNRANKED = 9;

/**
 * At a lab's own host genai-prices, checked by hand against the lab's page, comes first. Elsewhere models.dev follows
 * every host's list day by day, and the two others name a few of its ids. LiteLLM keeps old prices for long: of 15 prices
 * at labs on which it and Portkey differ and whose page a person has read, Portkey has 13 and LiteLLM none. pi-ai comes
 * right after models.dev, which it is made from: it counts where it is newer.
 */
const ORDER: Record<HostKind, readonly string[]> = {
  lab: ["genai-prices", "models-dev", "pi-ai", "portkey", "litellm"],
  cloud: ["models-dev", "pi-ai", "genai-prices", "litellm"],
  inference: ["models-dev", "pi-ai", "genai-prices", "litellm"],
  router: ["models-dev", "pi-ai", "genai-prices", "litellm"],
  plan: ["models-dev", "pi-ai", "genai-prices", "litellm"],
};

/** Ranks of the sources by kind of host. `operator` and a host's own list come before all of them: see `getSourcePrecedence`. */
export const SOURCE_PRECEDENCE: readonly SourcePrecedence[] = HostKind.options.flatMap(
  (host_kind) => ORDER[host_kind].map((source, index) => ({ host_kind, source, rank: index + 1 })),
);

const ranks = new Map(
  SOURCE_PRECEDENCE.map(({ host_kind, source, rank }) => [`${host_kind} ${source}`, rank]),
);

/** The source with the smallest rank at a host takes precedence. */
export function getSourcePrecedence(host: string, kind: HostKind, source: string): number {
  if (source === "operator") return OPERATOR_RANK;
  if (source === host) return OWN_LIST_RANK;
  return ranks.get(`${kind} ${source}`) ?? UNRANKED;
}
