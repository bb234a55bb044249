/** Decides which changes pass and which are held: by agreement of sources, by time, or by a person. Pure. */
import { CommandError, quoteNearestNames } from "../facts/fault.ts";
import { formatFactCsvCell } from "../facts/format.ts";
import type { Facts } from "../facts/kinds.ts";
import { CHANGE_QUALITY_RULES, type FactChange, findHostOfChange } from "../rules/changes.ts";
import { DataQualityRuleSet } from "../rules/rules.ts";
import { groupBy } from "../schema/collections.ts";
import { type AcceptedChangeRow, type HeldChangeRow, NO_HOST } from "../schema/rule.ts";
import type { Source } from "../schema/source.ts";
import { daysBetween } from "../schema/values.ts";

/** A person's decision that what this rule holds back for this source, or one of its hosts, is real. */
export type AcceptedChange = Pick<AcceptedChangeRow, "rule" | "source" | "host" | "reason">;

/** @throws CommandError if a rule, source or host is neither recorded nor named by a held change. */
export function checkAcceptedChangeNames(accept: readonly AcceptedChange[], facts: Facts): void {
  const { rules, sources, providers, held } = facts;
  const names = {
    rule: rules.map(({ id }) => id),
    source: sources.map(({ id }) => id),
    // A new host in a held change is not a provider yet.
    host: [
      NO_HOST,
      ...providers.map(({ slug }) => slug),
      ...held.flatMap((row) => findHostOfChange(row) ?? []),
    ],
  };
  for (const one of accept)
    for (const kind of ["rule", "source", "host"] as const)
      if (one[kind] !== null && !names[kind].includes(one[kind]))
        throw new CommandError(
          `--accept: unknown ${kind} "${one[kind]}"; the nearest are ${quoteNearestNames(one[kind], names[kind])}. Nothing was recorded`,
        );
}

/** A held change, with fields for the report. */
export interface HeldChange extends HeldChangeRow {
  host: string | null;
  /** Null for a change of a source that was not read in this run. */
  before: string | null;
}

/** Changes that a rule objected to and that passed anyway. */
export interface ChangeAcceptedDespiteRule
  extends Pick<HeldChangeRow, "kind" | "key" | "field" | "source" | "rule"> {
  host: string | null;
  why: "two sources" | "time" | "accepted";
}

type JudgeFacts = Pick<Facts, "rules" | "held" | "acceptedRules" | "sources">;

export class ChangeChecker {
  readonly rules: DataQualityRuleSet;
  readonly passed: ChangeAcceptedDespiteRule[] = [];
  /** Changes that no rule objects to and that only one source states: changes of known values, and all scores. */
  readonly oneSource: FactChange[] = [];
  readonly #held = new Map<string, HeldChange>();
  readonly #before: ReadonlyMap<string, HeldChangeRow>;
  readonly #origins: ReadonlyMap<string, ReadonlySet<string>>;

  /**
   * @param accept What a person accepts in this run, in addition to recorded acceptances.
   * @param read Sources that were read in this run.
   */
  constructor(
    private readonly facts: JudgeFacts,
    private readonly accept: readonly AcceptedChange[],
    private readonly day: string,
    private readonly read: ReadonlySet<string>,
  ) {
    this.rules = new DataQualityRuleSet(facts.rules);
    this.#before = new Map(facts.held.map((row) => [keyOf(row), row]));
    this.#origins = originsOf(facts.sources);
  }

  /** @param changes All changes of their kinds: like ones are counted. @returns Key → those of the fact that do not pass. */
  judge(changes: readonly FactChange[]): ReadonlyMap<string, FactChange[]> {
    const held: FactChange[] = [];
    const groupOf = ({ kind, field, source }: FactChange) => `${kind} ${field} ${source}`;
    const groups = groupBy(changes, groupOf);
    for (const change of changes) {
      const alike = groups.get(groupOf(change))?.length ?? 0;
      const rule = this.#heldToday(change) ?? this.#objection(change, alike);
      if (rule === undefined) {
        if (this.#isOfOneSource(change)) this.oneSource.push(change);
        continue;
      }
      const row = this.#toHeld(change, rule);
      const why = this.#whyPassed(change, row);
      if (why !== null) this.passed.push({ ...row, why });
      else {
        held.push(change);
        this.#held.set(keyOf(row), row);
      }
    }
    return groupBy(held, ({ key }) => key);
  }

  /** What is held after the run: without changes that the sources read in it no longer state, or of retired sources. */
  get held(): HeldChange[] {
    const retired = this.facts.sources.flatMap(({ id, retired_on }) =>
      retired_on && retired_on <= this.day ? id : [],
    );
    const gone = new Set([...this.read, ...retired]);
    // Changes of models are decided again in every run, from what all sources state.
    const kept = this.facts.held.filter(
      (row) => row.kind !== "model" && !gone.has(row.source) && !this.#held.has(keyOf(row)),
    );
    return [
      ...kept.map((row) => ({ ...row, host: findHostOfChange(row), before: null })),
      ...this.#held.values(),
    ];
  }

  /** Whether two of them are independent of each other. */
  areIndependent(sources: readonly string[]): boolean {
    return sources.some((one, index) =>
      sources.slice(index + 1).some((other) => this.#isIndependent(one, other)),
    );
  }

  #isOfOneSource(change: FactChange): boolean {
    const { kind, before, after } = change;
    const isMoved = before !== null && after !== null;
    const isReported = kind === "score" || (isMoved && /^(offer|model|host)$/.test(kind));
    return isReported && !this.#isAgreed(change);
  }

  /** Whether two independent sources state the new value. */
  #isAgreed = ({ source, stated = [] }: FactChange): boolean =>
    this.areIndependent([...new Set([source, ...stated])]);

  #isIndependent(one: string, other: string): boolean {
    if (one === other) return false;
    const origins = this.#origins.get(one) ?? new Set([one]);
    return ![...(this.#origins.get(other) ?? [other])].some((origin) => origins.has(origin));
  }

  /** In a second run of a day, a held change stays held, even if similar changes have passed since. */
  #heldToday(change: FactChange): string | undefined {
    const was = this.#before.get(keyOf(change));
    return was?.last_seen === this.day && was.value === toValue(change) ? was.rule : undefined;
  }

  #objection(change: FactChange, alike: number): string | undefined {
    return Object.entries(CHANGE_QUALITY_RULES).find(([id, objects]) =>
      objects(change, this.rules.get(id).threshold ?? 0, alike),
    )?.[0];
  }

  #toHeld(change: FactChange, rule: string): HeldChange {
    const { kind, key, field, source } = change;
    const host = findHostOfChange(change);
    const value = toValue(change);
    const before = formatFactCsvCell(change.before);
    const found = { kind, key, field, value, source, rule, host, before };
    const was = this.#before.get(keyOf(change));
    if (was === undefined || was.value !== value)
      return { ...found, since: this.day, last_seen: this.day, readings: 1 };
    const isLater = this.day > was.last_seen && this.read.has(source);
    const last_seen = isLater ? this.day : was.last_seen;
    return { ...found, since: was.since, last_seen, readings: was.readings + (isLater ? 1 : 0) };
  }

  #whyPassed(change: FactChange, row: HeldChange): ChangeAcceptedDespiteRule["why"] | null {
    const { rule, source, host, since } = row;
    const isMeant = (one: AcceptedChange) =>
      one.rule === rule && one.source === source && [null, host ?? NO_HOST].includes(one.host);
    const wasAccepted = ({ date, ...one }: AcceptedChangeRow) => isMeant(one) && date >= since;
    if (this.accept.some(isMeant) || this.facts.acceptedRules.some(wasAccepted)) return "accepted";
    if (this.#isAgreed(change)) return "two sources";
    const { readings } = this.rules.get(rule);
    const isOpposed = (change.opposed ?? []).some((other) => this.#isIndependent(source, other));
    if (readings === null || isOpposed) return null;
    const days = daysBetween(since, row.last_seen) + 1;
    return Math.min(row.readings, days) >= readings ? "time" : null;
  }
}

const toValue = ({ after }: FactChange): string | null =>
  after === null ? null : formatFactCsvCell(after) || null;

const keyOf = ({ kind, key, field, source }: FactChange | HeldChangeRow): string =>
  [kind, key, field, source].join("\n");

/** Source → itself and all sources that it is generated from, directly or indirectly. */
function originsOf(sources: readonly Source[]): Map<string, Set<string>> {
  const parents = new Map(sources.map(({ id, generated_from }) => [id, generated_from ?? []]));
  const origins = (id: string, seen: Set<string>): Set<string> => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const parent of parents.get(id) ?? []) origins(parent, seen);
    return seen;
  };
  return new Map(sources.map(({ id }) => [id, origins(id, new Set())]));
}
