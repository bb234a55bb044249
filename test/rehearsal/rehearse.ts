/** One wrong answer in an otherwise honest night: what of it was published, whom it harmed, and whether it was told of. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readFacts } from "../../build/facts/read-facts.ts";
import { buildSnapshot } from "../../build/model/snapshot/snapshot.ts";
import {
  FIRST,
  FOURTH,
  type MarketWorld,
  openMarket,
  SECOND,
  THIRD,
} from "../builders/market-world.ts";
import type { Lie } from "./lie.ts";
import type { TrueChange } from "./true-changes.ts";

export interface Rehearsal {
  name: string;
  source: string;
  /** Others say otherwise: no fact follows, and there is nothing to tell. */
  isOutvoted: boolean;
  /** Facts that an honest night would not have left, and facts that stood and are lost: `prices/bazaar.csv: row`. */
  wrong: string[];
  /** Those of them that change no published price, or are published with a mark: unverified or disputed. */
  marked: string[];
  /** Facts of other sources that differ. */
  harmed: string[];
  /** What the report says of the source. */
  told: string[];
}

export interface Stage {
  /** Two honest nights old. */
  settled: MarketWorld;
  /** Its facts, and those after an honest third night. */
  before: Map<string, string>;
  honest: Map<string, string>;
  /** What an honest third night publishes. */
  right: PublishedPrices;
}

export async function openStage(): Promise<Stage> {
  const settled = await openMarket();
  await settled.night(FIRST);
  await settled.night(SECOND);
  const third = await settled.copy();
  await third.night(THIRD);
  const honest = third.files();
  const right = await publishedPrices(third.at("data"));
  third.close();
  return { settled, before: settled.files(), honest, right };
}

export async function rehearse(
  { settled, before, honest, right }: Stage,
  lie: Lie,
): Promise<Rehearsal> {
  const world = await settled.copy();
  try {
    lie.tell?.(world.market);
    if (lie.distort) world.distort = lie.distort;
    const summary = await world.night(THIRD);
    const stood = new Set([...before].flatMap(([path, text]) => linesOf(path, text)));
    const differing = differences(honest, world.files()).filter(
      // What is only missing is not wrong: the figures of a night that are held back.
      (row) => row.isPresent || stood.has(toLine(row)),
    );
    const isOwn = (row: Difference) => row.source === lie.source || row.source === null;
    const shown = differing.some(isPrice) ? await publishedPrices(world.at("data")) : right;
    const isRightOrMarked = (row: Difference): boolean => {
      if (!isPrice(row)) return false;
      const key = keyOf(row);
      const [published, true_] = [shown.get(key), right.get(key)];
      if (published?.prices === true_?.prices) return true;
      return published !== undefined && published.trust !== "verified";
    };
    const wrong = differing.filter((row) => isOwn(row) && !isAboutSource(row));
    const rejected: string[][] = parse(await readFile(world.at("reports/rejected.csv")));
    return {
      ...{ name: lie.name, source: lie.source, isOutvoted: lie.isOutvoted ?? false },
      wrong: wrong.map(toLine),
      marked: wrong.filter(isRightOrMarked).map(toLine),
      harmed: differing.filter((row) => !isOwn(row)).map(toLine),
      told: [
        ...summary.outcomes
          .filter(({ source, message }) => source === lie.source && message !== null)
          .map(({ state, message }) => `${state}: ${message}`),
        ...summary.gates
          .filter(({ source }) => source === lie.source)
          .map(({ gate, message }) => `${gate}: ${message}`),
        ...rejected
          .filter(([source]) => source === lie.source)
          .map(([, place, value, reason]) => `rejected: ${place} ${value}: ${reason}`),
        ...summary.faults.map((fault) => `stopped: ${fault}`),
      ],
    };
  } finally {
    world.close();
  }
}

/** `host model_id` → what is published of it. */
type PublishedPrices = Map<string, { prices: string; input: number | null; trust: string }>;

async function publishedPrices(dataFolder: string): Promise<PublishedPrices> {
  const { db, close } = await buildSnapshot(await readFacts(dataFolder), null);
  const reader = await db.runAndReadAll(
    `SELECT host, model_id, trust, input,
      concat_ws(' ', [input, output, cache_read, cache_write, reasoning, batch_input, batch_output], tiers) FROM offer_ids`,
  );
  const rows = reader.getRowsJS();
  close();
  return new Map(
    rows.map(([host, id, trust, input, prices]) => [
      `${host} ${id}`,
      { trust: String(trust), input: input as number | null, prices: String(prices) },
    ]),
  );
}

const isPrice = ({ path }: { path: string }): boolean => path.startsWith("prices/");

/** `prices/acme.csv` and a row of it → `acme quark-7`. */
const keyOf = ({ path, text }: { path: string; text: string }): string =>
  `${path.slice("prices/".length, -".csv".length)} ${text.split(",")[2]}`;

interface Difference {
  path: string;
  text: string;
  /** Of the row; null where it names none. */
  source: string | null;
  /** Stands now; or should stand, and does not. */
  isPresent: boolean;
}

const linesOf = (path: string, text: string): string[] =>
  text.split("\n").map((row) => `${path}: ${row}`);

const toLine = ({ path, text }: Difference): string => `${path}: ${text}`;

/** A source's own file says that it failed, not what it told. */
const isAboutSource = ({ path }: Difference): boolean => path.startsWith("sources/");

/** Rows that only one of the two has. */
function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): Difference[] {
  const paths = [...new Set([...a.keys(), ...b.keys()])];
  return paths.flatMap((path) => {
    const [left, right] = [a.get(path) ?? "", b.get(path) ?? ""];
    if (left === right) return [];
    if (path.endsWith(".json")) {
      const source = (JSON.parse(right || left) as { source?: string; id?: string }).source;
      const id = path.startsWith("sources/") ? path.slice("sources/".length, -5) : undefined;
      return [
        { path, text: changedLines(left, right), source: id ?? source ?? null, isPresent: true },
      ];
    }
    const [header = ""] = (right || left).split("\n");
    const column = header.split(",").indexOf("source");
    const [before, after] = [new Set(left.split("\n")), new Set(right.split("\n"))];
    const toRow = (isPresent: boolean) => (text: string) => ({
      ...{ path, text, source: text.split(",")[column] ?? null, isPresent },
    });
    return [
      ...[...before].filter((row) => !after.has(row)).map(toRow(false)),
      ...[...after].filter((row) => !before.has(row)).map(toRow(true)),
    ];
  });
}

function changedLines(left: string, right: string): string {
  const before = new Set(left.split("\n"));
  return right
    .split("\n")
    .filter((line) => !before.has(line))
    .map((line) => line.trim())
    .join(" ");
}

export interface PublishedChange {
  name: string;
  /** What did not come to stand. */
  missing: string[];
  /** What a gate held back. */
  held: string[];
}

/** What is not published as the change says. @param trust That each price must have, in place of what it says. */
async function missingOf(
  world: MarketWorld,
  { expected, model }: TrueChange,
  trust: string | undefined,
): Promise<string[]> {
  const published = await publishedPrices(world.at("data"));
  const isPublished = (one: TrueChange["expected"][number]) => {
    const now = published.get(`${one.host} ${one.id}`);
    if (one.input === null) return now === undefined;
    const asked = trust ?? one.trust;
    const isAsked = asked === undefined || now?.trust === asked;
    return isAsked && now?.input != null && Math.abs(now.input - one.input) < 1e-6;
  };
  const missing = expected
    .filter((one) => !isPublished(one))
    .map(
      (one) => `${JSON.stringify(one)}: ${JSON.stringify(published.get(`${one.host} ${one.id}`))}`,
    );
  if (model === undefined) return missing;
  const { models } = await readFacts(world.at("data"));
  const row: Record<string, unknown> = { ...models.find(({ slug }) => slug === model.slug) };
  const isTold = JSON.stringify(row[model.field]) === JSON.stringify(model.value);
  return isTold ? missing : [...missing, `${model.field} is ${JSON.stringify(row[model.field])}`];
}

/** A true change in an otherwise quiet night. */
export async function rehearseChange(
  { settled }: Stage,
  change: TrueChange,
): Promise<PublishedChange> {
  const world = await settled.copy();
  try {
    change.tell(world.market);
    const summary = await world.night(THIRD);
    const missing = await missingOf(world, change, undefined);
    if (change.nextNight !== undefined) {
      await world.night(FOURTH);
      missing.push(...(await missingOf(world, change, change.nextNight)));
    }
    return {
      name: change.name,
      missing,
      held: [
        ...summary.gates
          .filter(({ holds }) => holds !== "nothing")
          .map(({ gate, message }) => `${gate}: ${message}`),
        ...summary.outcomes.flatMap(({ state, message }) =>
          state === "failed" ? [message ?? ""] : [],
        ),
        ...summary.faults,
      ],
    };
  } finally {
    world.close();
  }
}
