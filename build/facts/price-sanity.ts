/**
 * Likely typos in prices. Most hosts sell a model at the price of another host, so that a price that is another's but
 * for a moved decimal point, or for input and output exchanged, is probably wrong.
 */
import type { PriceStatement } from "../schema/price-statement.ts";

type Rate = "input" | "output" | "cache_read" | "cache_write";

/** A stated price and the model that its id stands for. */
export type PricedRow = Pick<PriceStatement, "recorded" | "source" | Rate> & {
  host: string;
  model: string;
};

/** @returns undefined for a withdrawal, for an id without an offer, and for a suspect price, which is not published. */
export function toPricedRow(
  row: PriceStatement,
  host: string,
  model: string | undefined,
): PricedRow | undefined {
  if (row.event !== "stated" || row.note?.startsWith("suspect:") || model === undefined)
    return undefined;
  const { recorded, source, input, output, cache_read, cache_write } = row;
  return { recorded, source, input, output, cache_read, cache_write, host, model };
}

/** Rates that move together: a typo changes one of them. */
const PAIRS: readonly (readonly [Rate, Rate])[] = [
  ["input", "output"],
  ["input", "cache_read"],
  ["input", "cache_write"],
];

/** Two hosts may have copied one typo. */
const MIN_HOSTS = 3;

/** Who states one pair of rates for one model. */
interface Claims {
  /** Host → first day. */
  hosts: Map<string, string>;
  /** `host source`. */
  claimants: Set<string>;
}

export class PriceSanity {
  readonly #claims = new Map<string, Claims>();

  constructor(rows: Iterable<PricedRow>) {
    for (const row of rows) for (const [, second] of PAIRS) this.#add(row, second);
  }

  /**
   * Only prices that were stated before a row's day count against it.
   * @returns What is wrong with the row, in words; null when nothing is, when another host or source states the same,
   *   and for an operator's row, which has an address that shows its price.
   */
  typoOf(row: PricedRow): string | null {
    if (row.source === "operator") return null;
    for (const [first, second] of PAIRS) {
      const [a, b] = [row[first], row[second]];
      if (!a || !b || this.#isStatedElsewhere(row, second, a, b)) continue;
      for (const [x, y] of intendedPairs(second, a, b)) {
        const hosts = this.#hostsBefore(row, second, x, y);
        if (hosts < MIN_HOSTS) continue;
        const how = x === b && y === a ? "exchanged" : "with a decimal point moved";
        return `${first} ${a} and ${second} ${b} are the ${x} and ${y} of ${hosts} other hosts ${how}`;
      }
    }
    return null;
  }

  #add(row: PricedRow, second: Rate): void {
    if (!row.input || !row[second]) return;
    const key = keyOf(row.model, second, row.input, row[second]);
    const { hosts, claimants } = this.#claims.get(key) ?? {
      hosts: new Map(),
      claimants: new Set(),
    };
    const day = hosts.get(row.host);
    if (day === undefined || row.recorded < day) hosts.set(row.host, row.recorded);
    claimants.add(claimantOf(row));
    this.#claims.set(key, { hosts, claimants });
  }

  #isStatedElsewhere(row: PricedRow, second: Rate, a: number, b: number): boolean {
    const claimants = this.#claims.get(keyOf(row.model, second, a, b))?.claimants ?? [];
    return [...claimants].some((claimant) => claimant !== claimantOf(row));
  }

  #hostsBefore({ model, host, recorded }: PricedRow, second: Rate, a: number, b: number): number {
    const hosts = this.#claims.get(keyOf(model, second, a, b))?.hosts ?? [];
    return [...hosts].filter(([other, day]) => other !== host && day < recorded).length;
  }
}

const claimantOf = ({ host, source }: PricedRow): string => `${host} ${source}`;

const keyOf = (model: string, second: Rate, a: number, b: number): string =>
  `${model} ${second} ${round(a)} ${round(b)}`;

const rounded = new Map<number, number>();

/** Without the noise of binary fractions. There are tens of thousands of prices, but few different ones. */
function round(usd: number): number {
  const known = rounded.get(usd);
  if (known !== undefined) return known;
  const value = Number(usd.toPrecision(9));
  rounded.set(usd, value);
  return value;
}

/** Pairs that `a` and `b` may be a typo of. Hosts differ in whether cache reads have a discount. */
function intendedPairs(second: Rate, a: number, b: number): [number, number][] {
  const moved = (usd: number) => [round(10 * usd), round(usd / 10)];
  const ofSecond = moved(b).map((y): [number, number] => [a, y]);
  if (second !== "output") return a === b ? [] : ofSecond;
  const ofFirst = moved(a).map((x): [number, number] => [x, b]);
  return [...ofSecond, ...ofFirst, ...(a === b ? [] : [[b, a] satisfies [number, number]])];
}
