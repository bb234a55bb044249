/**
 * What hosts ask for a model. Most hosts ask what another one asks, so that a price that is another's but for a decimal
 * point, or with input and output exchanged, is a slip of somebody's hand.
 */
import type { PriceStatement } from "../schema/price-statement.ts";

/** A statement and what its id is. */
export type AskedRow = Pick<
  PriceStatement,
  "recorded" | "source" | "input" | "output" | "cache_read" | "cache_write"
> & { host: string; model: string };

/**
 * @param offers What ids are.
 * @returns What a row asks; undefined for a withdrawal, and for what is suspect and so shown to nobody.
 */
export function createToAsked(
  offers: readonly { file: string; model_id: string; model: string }[],
): (row: PriceStatement & { file: string }) => AskedRow | undefined {
  const models = new Map(offers.map((row) => [`${row.file} ${row.model_id}`, row.model]));
  return (row) => {
    const model = models.get(`${row.file} ${row.model_id}`);
    return model === undefined ? undefined : toAskedRow(row, row.file, model);
  };
}

/** @returns What a row asks for a model; undefined for a withdrawal, and for what is suspect and so shown to nobody. */
export function toAskedRow(row: PriceStatement, host: string, model: string): AskedRow | undefined {
  if (row.event !== "stated" || row.note?.startsWith("suspect:")) return undefined;
  const { recorded, source, input, output, cache_read, cache_write } = row;
  return { recorded, source, input, output, cache_read, cache_write, host, model };
}

type Field = "input" | "output" | "cache_read" | "cache_write";

/** Prices that go together: a slip moves one of them. */
const PAIRS: readonly (readonly [Field, Field])[] = [
  ["input", "output"],
  ["input", "cache_read"],
  ["input", "cache_write"],
];

/** Two hosts may have copied one slip. */
const MIN_HOSTS = 3;

interface Asked {
  /** Host → first day on which somebody said so. */
  hosts: Map<string, string>;
  /** `host source` of all who say so. */
  sayers: Set<string>;
}

export class AskedPrices {
  readonly #asked = new Map<string, Asked>();

  /** @param rows Statements that are believed; withdrawals have no price, and count for nothing. */
  constructor(rows: Iterable<AskedRow>) {
    for (const row of rows) for (const pair of PAIRS) this.#add(row, pair);
  }

  /**
   * Only what was asked before a row's day speaks against it: so no later row makes an earlier one a slip.
   * @returns What is wrong with a row, in words; null when nothing is, or when somebody else says the same.
   *   A person's word has an address that shows it, and is none.
   */
  slipOf(row: AskedRow): string | null {
    if (row.source === "operator") return null;
    for (const [first, second] of PAIRS) {
      const [a, b] = [row[first], row[second]];
      if (!a || !b || this.#isSaidElsewhere(row, second, a, b)) continue;
      for (const [x, y] of slipsOf(second, a, b)) {
        const hosts = this.#hostsBefore(row, second, x, y);
        if (hosts < MIN_HOSTS) continue;
        const how = x === b && y === a ? "exchanged" : "with a decimal point moved";
        return `${first} ${a} and ${second} ${b} are the ${x} and ${y} of ${hosts} other hosts ${how}`;
      }
    }
    return null;
  }

  #add(row: AskedRow, [first, second]: readonly [Field, Field]): void {
    const [a, b] = [row[first], row[second]];
    if (!a || !b) return;
    const key = keyOf(row.model, second, a, b);
    const { hosts, sayers } = this.#asked.get(key) ?? { hosts: new Map(), sayers: new Set() };
    const day = hosts.get(row.host);
    if (day === undefined || row.recorded < day) hosts.set(row.host, row.recorded);
    sayers.add(sayerOf(row));
    this.#asked.set(key, { hosts, sayers });
  }

  #isSaidElsewhere(row: AskedRow, second: Field, a: number, b: number): boolean {
    const sayers = this.#asked.get(keyOf(row.model, second, a, b))?.sayers ?? [];
    return [...sayers].some((sayer) => sayer !== sayerOf(row));
  }

  #hostsBefore({ model, host, recorded }: AskedRow, second: Field, a: number, b: number): number {
    const hosts = this.#asked.get(keyOf(model, second, a, b))?.hosts ?? [];
    return [...hosts].filter(([other, day]) => other !== host && day < recorded).length;
  }
}

const sayerOf = ({ host, source }: AskedRow): string => `${host} ${source}`;

const keyOf = (model: string, second: Field, a: number, b: number): string =>
  `${model} ${second} ${round(a)} ${round(b)}`;

/** Without the noise of binary fractions. */
const round = (usd: number): number => Number(usd.toPrecision(9));

/** A cache that is read at the price of the input has no discount: hosts differ in that. */
const slipsOf = (second: Field, a: number, b: number): [number, number][] => [
  ...(a === b && second !== "output" ? [] : moved(b).map((y): [number, number] => [a, y])),
  ...(second === "output" ? moved(a).map((x): [number, number] => [x, b]) : []),
  ...(second === "output" && a !== b ? [[b, a] satisfies [number, number]] : []),
];

const moved = (usd: number): number[] => [round(10 * usd), round(usd / 10)];
