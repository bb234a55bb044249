/** All gates over all answers of a night: what is held back, and what a person has let through. Pure. */

import { checkAboveMaximum } from "../../ingest/gates/above-maximum.ts";
import { checkFutureDate, type DatedRow } from "../../ingest/gates/future-date.ts";
import { toVerdicts, type Verdict } from "../../ingest/gates/hit.ts";
import { checkOffers } from "../../ingest/gates/offer-gates.ts";
import { checkRows, type RowCount } from "../../ingest/gates/rows.ts";
import type { ScoreListing } from "../../ingest/listing.ts";
import { hasPrice } from "../../ingest/parse/prices.ts";
import type { Resolver } from "../../ingest/resolve/resolution.ts";
import { BenchmarkNames } from "../../ingest/scores/benchmark-names.ts";
import type { MergedScores } from "../../ingest/scores/merge-scores.ts";
import type { Benchmark } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { NightFacts } from "../kept-facts.ts";
import { seriesKey } from "../merge-prices.ts";
import { plainTables } from "../write-catalogue.ts";
import type { Acceptance, GateFinding } from "./outcome.ts";
import { countPlain, plainRowKey, recordedOnOf } from "./plain-facts.ts";
import type { Answer } from "./read-sources.ts";
import { type KeptOffer, keyOfRow, pricesOf } from "./series.ts";
import type { Word, Words } from "./words.ts";

export interface Gated {
  findings: GateFinding[];
  /** Held as a whole, with the reason. */
  heldSources: Map<string, string>;
  /** `source` + space + key of a row. */
  heldRows: Set<string>;
}

export interface ToGate {
  answers: readonly Answer[];
  words: Words;
  scored: MergedScores;
  resolver: Resolver;
  kept: NightFacts;
  day: string;
  accept: readonly Acceptance[];
}

export function gateAnswers(night: ToGate): Gated {
  const { answers, accept, kept, words } = night;
  const wordsOf = groupBy(words.words, ({ source }) => source);
  const verdicts = answers
    .flatMap((answer) => [
      ...checkRows(answer.source, countsOf(answer, night)),
      ...checkOffers(answer.source, wordsOf.get(answer.source) ?? [], kept.offers),
      ...checkDates(answer, night),
      ...checkScores(answer, night),
    ])
    .map((verdict) => withAcceptance(verdict, accept));
  const held = verdicts.filter(({ accepted }) => accepted === null);
  return {
    findings: verdicts.map(({ keys: _keys, ...finding }) => finding),
    heldSources: new Map(
      held
        .filter(({ holds }) => holds === "source")
        .map(({ source, gate, message }) => [source, `${gate}: ${message}`]),
    ),
    heldRows: new Set(held.flatMap(({ source, keys }) => keys.map((key) => `${source} ${key}`))),
  };
}

function withAcceptance(verdict: Verdict, accept: readonly Acceptance[]): Verdict {
  const { gate, source } = verdict;
  const found = accept.find((one) => one.gate === gate && one.source === source);
  return found ? { ...verdict, accepted: found.reason } : verdict;
}

/** What stands of this source, kind by kind, against what came. */
function countsOf(answer: Answer, { kept, words, scored }: ToGate): RowCount[] {
  const { source } = answer;
  const listed = words.listed.get(source) ?? new Set();
  const offers = kept.offers.filter((row) => row.source === source);
  const scores = [...scored.scores.values()].flat().filter((row) => row.source === source);
  return [
    { kind: "offers", before: offers.length, now: countListed(offers, listed) },
    countPrices(source, words.words, listed, offers),
    {
      kind: "scores",
      before: kept.scores.filter((row) => row.source === source).length,
      now: scores.length,
    },
    ...countPlain(answer, kept),
  ];
}

const countListed = (offers: readonly KeptOffer[], listed: ReadonlySet<string>): number =>
  offers.filter((row) => listed.has(keyOfRow(row))).length;

/** An offer that is still listed and has lost its price: a field with a new name, not a gift. */
function countPrices(
  source: string,
  words: readonly Word[],
  listed: ReadonlySet<string>,
  offers: readonly KeptOffer[],
): RowCount {
  const priced = new Set(
    words
      .filter((word) => word.source === source && hasPrice(word.listing.prices))
      .map(({ key }) => key),
  );
  const before = offers.filter((row) => hasPrice(pricesOf(row)) && listed.has(keyOfRow(row)));
  return { kind: "prices", before: before.length, now: countListed(before, priced) };
}

function checkDates({ source, collected }: Answer, { day }: ToGate): Verdict[] {
  const rows: DatedRow[] = collected.flatMap(({ offers = [], scores = [], facts = {} }) => [
    ...offers.map(({ host, modelId, asOf }) => ({
      key: seriesKey(host, modelId),
      scope: `${host} ${modelId}`,
      date: asOf,
    })),
    ...scores.map((score) => ({
      key: scoreKey(score),
      scope: `${score.benchmark} ${score.modelName}`,
      date: score.asOf,
    })),
    ...[...plainTables([facts])].flatMap(([kind, tables]) =>
      [...tables].flatMap(([file, rowsOf]) =>
        rowsOf.map((row) => {
          const key = plainRowKey(kind, file, row);
          return { key, scope: key, date: recordedOnOf(row) };
        }),
      ),
    ),
  ]);
  const hits = rows.flatMap((row) => checkFutureDate(row, day));
  return toVerdicts("future-date", source, hits, rows.length);
}

/** Names a listing among those of its source. */
export const scoreKey = (score: ScoreListing): string =>
  [
    score.benchmark,
    score.modelName,
    score.displayName ?? "",
    score.configuration ?? "",
    score.sourceUrl,
  ].join(" | ");

/** Impossible scores that an upstream always had are no news: the merge leaves them out. */
function checkScores({ source, collected }: Answer, { kept, resolver }: ToGate): Verdict[] {
  const names = new BenchmarkNames(kept.benchmarks, kept.benchmarkAliases);
  const standing = new Set(
    kept.scores
      .filter((row) => row.source === source)
      .map(({ file, model, source_url }) => `${file} ${model} ${source_url}`),
  );
  const listings = collected.flatMap(({ scores = [] }) => scores);
  const hits = listings.flatMap((listing) => {
    const benchmark = names.find(source, listing.benchmark);
    if (!benchmark || checkAboveMaximum(toScored(listing, benchmark)).length === 0) return [];
    const { modelName: name, displayName, sourceUrl } = listing;
    const model = resolver.resolve({ name, displayName })?.model;
    const stands = standing.has(`${benchmark.slug} ${model} ${sourceUrl}`);
    return stands ? checkAboveMaximum(toScored(listing, benchmark)) : [];
  });
  return toVerdicts("above-maximum", source, hits, listings.length);
}

const toScored = (listing: ScoreListing, { max_score }: Benchmark) => ({
  key: scoreKey(listing),
  scope: `${listing.benchmark} ${listing.modelName}`,
  score: listing.score,
  maximum: max_score,
});
