/** The ledger as it stands: what each source last said of each id. */
import type { FiledFact } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/collections.ts";
import type { PriceStatement } from "../../schema/price-statement.ts";
import { byDay, dayOf } from "../statements.ts";
import { offerKey } from "./offer-key.ts";

/** A statement in force. */
export interface Standing {
  key: string;
  host: string;
  modelId: string;
  statement: PriceStatement;
}

export class StandingLedger {
  readonly #rows: ReadonlyMap<string, FiledFact<"prices">[]>;
  readonly #open = new Map<string, Map<string, Standing>>();
  readonly #byKey = new Map<string, Standing[]>();
  readonly #known = new Map<string, Set<string>>();

  /** @param day What is dated later is not in force yet. */
  constructor(prices: readonly FiledFact<"prices">[], day: string) {
    this.#rows = groupBy(prices, ({ file }) => file);
    const spoken = groupBy(prices, (row) => `${row.source} ${offerKey(row.file, row.model_id)}`);
    for (const rows of spoken.values()) this.#learn(rows, day);
  }

  #learn(rows: readonly FiledFact<"prices">[], day: string): void {
    const [first] = rows;
    if (first === undefined) return;
    const { file: host, model_id: modelId, source } = first;
    const key = offerKey(host, modelId);
    this.#known.set(source, (this.#known.get(source) ?? new Set()).add(key));
    const statement = [...rows].sort(byDay).findLast((row) => dayOf(row) <= day);
    if (statement?.event !== "stated") return;
    const standing = { key, host, modelId, statement };
    this.#open.set(source, (this.#open.get(source) ?? new Map()).set(key, standing));
    this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), standing]);
  }

  /** All rows of one host, of every source. */
  rowsOf(host: string): readonly FiledFact<"prices">[] {
    return this.#rows.get(host) ?? [];
  }

  hosts(): string[] {
    return [...this.#rows.keys()];
  }

  /** Key → what this source states, of everything it lists. */
  openOf(source: string): ReadonlyMap<string, Standing> {
    return this.#open.get(source) ?? new Map();
  }

  /** What every source states of one id. */
  statementsOf(key: string): readonly Standing[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Keys that somebody lists. */
  openKeys(): Iterable<string> {
    return this.#byKey.keys();
  }

  /** Whether the source ever spoke of the id. */
  hasSpokenOf(source: string, key: string): boolean {
    return this.#known.get(source)?.has(key) ?? false;
  }
}
