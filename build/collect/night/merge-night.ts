/** Believed answers of a night and the facts that stand → the facts that are to stand. Pure. */

import type { Collected, Rejected, ScoreListing } from "../../ingest/listing.ts";
import type { Voice } from "../../ingest/models/merge-models.ts";
import { withQuantization } from "../../ingest/offers/endpoint-quantization.ts";
import { createLabFinder } from "../../ingest/resolve/labs.ts";
import type { Placed } from "../../ingest/resolve/model-set.ts";
import type { Resolver } from "../../ingest/resolve/resolution.ts";
import { createResolver, type ResolverFacts } from "../../ingest/resolve/resolver.ts";
import {
  type MergedScores,
  mergeScores,
  type ScoreContext,
} from "../../ingest/scores/merge-scores.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { toRecord, toSeller } from "../catalogue.ts";
import type { NightFacts } from "../kept-facts.ts";
import { withDetails } from "../merge-offers.ts";
import { mergeProviders } from "../merge-providers.ts";
import type { Conflict } from "../price-series.ts";
import type { Collection } from "../write-catalogue.ts";
import { correctListings, correctRows } from "./corrections.ts";
import { type Gated, scoreKey } from "./gate-answers.ts";
import { mergeModels } from "./merge-models.ts";
import { mergeNightScores } from "./merge-night-scores.ts";
import { keepBook, type OfferBook, type SecondOpinion } from "./offer-book.ts";
import { placeNames } from "./place-names.ts";
import { mergePlain, withoutHeld } from "./plain-facts.ts";
import type { Answer } from "./read-sources.ts";
import { isSameRow, withoutFile } from "./series.ts";
import { BASE, type Word, type Words } from "./words.ts";

export interface Night {
  day: string;
  kept: NightFacts;
  words: Words;
  gated: Gated;
  /** That no gate holds as a whole. */
  answers: readonly Answer[];
  /** Sources whose scores may exceed a maximum. */
  aboveMaximum: ReadonlySet<string>;
}

export interface MergedNight extends Omit<Collection, "sources"> {
  opinions: ReadonlyMap<string, SecondOpinion[]>;
  conflicts: Conflict[];
  rejected: Rejected[];
  matched: MergedScores["matched"];
  /** Tonight's mentions, model by model, for the report. */
  set: { slug: string; mentions: Placed<Voice>[] }[];
}

export function mergeNight(night: Night): MergedNight {
  const { kept, day, answers } = night;
  const answered = new Set(answers.map(({ source }) => source));
  const all = answers.flatMap(({ collected }) => collected);
  const words = believedWords(night, answered);
  const voices = voicesOf(all, words, day);
  const { mentions, modelOf } = placeNames(voices, kept);
  const labs = createLabFinder(kept.labPrefixes);
  const book = keepBook(kept, {
    day,
    answered,
    words,
    listed: listedBy(night.words, answered),
    modelOf,
    hearingAt: hearingOf(kept, answered, day),
  });
  const bare = kept.models.map((model) => withoutFile(model) as NightFacts["models"][number]);
  const described = mergeModels(bare, mentions, {
    ...{ labs, day, providers: kept.providers, corrections: kept.corrections },
  });
  const ids = [...book.offers.values(), ...book.history.values()].flat();
  const scored = scoreNight(night, described, ids, answered);
  const { models } = scored;
  const offers = withQuantization(
    book.offers,
    all.flatMap(({ endpoints }) => endpoints ?? []),
    createResolver({ models, ids, aliases: kept.modelAliases }),
  );
  const facts = [
    mergePlain(
      answers.map((answer) => plainOf(answer, night)),
      kept,
    ),
  ];
  const collection = { models, offers, history: book.history, scores: scored.rows, facts };
  const obsolete = correctRows(kept.corrections, collection);
  return {
    ...collection,
    ...book,
    offers,
    providers: providersOf(night, collection, all),
    matched: scored.merged.matched,
    rejected: [
      ...all.flatMap(({ rejected }) => rejected),
      ...night.words.rejected,
      ...scored.merged.rejected,
      ...obsolete,
    ],
    set: [...mentions].map(([slug, of]) => ({ slug, mentions: of })),
  };
}

function believedWords({ words, gated, kept }: Night, answered: ReadonlySet<string>) {
  const believed = words.words.filter(
    ({ source, key }) => answered.has(source) && !gated.heldRows.has(`${source} ${key}`),
  );
  return correctListings(kept.corrections, believed);
}

const listedBy = (words: Words, answered: ReadonlySet<string>): Words["listed"] =>
  new Map([...words.listed].filter(([source]) => answered.has(source)));

/** One voice per offer, as its listings together say; and those that describe models without selling them. */
function voicesOf(all: readonly Collected[], words: Words["words"], day: string): Voice[] {
  const recordedOn = { get: () => day };
  const sellers = [...groupBy(words, ({ key }) => key).values()].map((said) => {
    const [first, ...others] = [...said].sort(byCare);
    return others.reduce((offer, { listing }) => withDetails(offer, listing), first!.listing);
  });
  const records = all.flatMap(({ models = [] }) => models);
  return [
    ...sellers.map((offer) => toSeller(offer, recordedOn)),
    ...records.map((model) => toRecord(model, recordedOn)),
  ];
}

/** models.dev says most of models. */
const byCare = (a: Word, b: Word): number => CARE.indexOf(b.source) - CARE.indexOf(a.source);
const CARE = ["litellm", "genai-prices", BASE];

function hearingOf({ providers, sources }: NightFacts, answered: ReadonlySet<string>, day: string) {
  const firstParty = new Set(providers.flatMap(({ own_hosts }) => own_hosts));
  const recorded = sources.find(({ id }) => id === BASE)?.recorded_on ?? "";
  const baseUntil = answered.has(BASE) ? day : recorded;
  return (host: string) => ({ isFirstParty: firstParty.has(host), baseUntil });
}

export function toScoreContext(
  { kept, resolver }: { kept: NightFacts; resolver: Resolver },
  slugs: ReadonlySet<string>,
  aboveMaximum: ReadonlySet<string>,
): ScoreContext {
  return { ...kept, resolver, labs: createLabFinder(kept.labPrefixes), slugs, aboveMaximum };
}

function scoreNight(
  night: Night,
  models: readonly Model[],
  ids: ResolverFacts["ids"],
  answered: ReadonlySet<string>,
) {
  const { kept, gated, answers } = night;
  const listings = answers.flatMap(({ collected }) =>
    collected.flatMap(({ scores }) => scores ?? []),
  );
  const isHeld = (listing: ScoreListing) =>
    gated.heldRows.has(`${listing.source} ${scoreKey(listing)}`);
  const believed = listings.filter((listing) => !isHeld(listing));
  const placed = placeScores(believed, night, models, ids);
  // A held row is placed only to learn which row it would have replaced.
  const held = listings.filter(isHeld).map((listing) => ({ ...listing, score: 0 }));
  const rows = mergeNightScores(kept.scores, {
    told: placed.merged.scores,
    held: placeScores(held, night, placed.models, ids).merged.scores,
    answered,
  });
  return { ...placed, rows };
}

/** Names that found a model are placed again beside it, as every later night will place them. */
function placeScores(
  listings: readonly ScoreListing[],
  night: Pick<Night, "kept" | "aboveMaximum">,
  models: readonly Model[],
  ids: ResolverFacts["ids"],
): { merged: MergedScores; models: readonly Model[] } {
  const { kept, aboveMaximum } = night;
  const resolver = createResolver({ models, ids, aliases: kept.modelAliases });
  const slugs = new Set(models.map(({ slug }) => slug));
  const merged = mergeScores(listings, toScoreContext({ kept, resolver }, slugs, aboveMaximum));
  const founded = merged.models.filter(({ slug }) => !slugs.has(slug));
  if (founded.length === 0) return { merged, models };
  return placeScores(listings, night, [...models, ...founded], ids);
}

const plainOf = ({ source, collected }: Answer, { gated }: Night) =>
  withoutHeld(
    source,
    Object.assign({}, ...collected.map(({ facts }) => facts ?? {})),
    gated.heldRows,
  );

/** Providers are never taken away by a night, and one that nothing new is said of keeps its day. */
function providersOf(
  { kept, day }: Night,
  {
    models,
    offers,
    history,
    facts,
  }: Pick<OfferBook, "history"> & Pick<Collection, "models" | "offers" | "facts">,
  all: readonly Collected[],
): Provider[] {
  const use = {
    labs: new Set(models.map(({ lab }) => lab)),
    sellers: new Set(offers.keys()),
    named: new Set([
      ...history.keys(),
      ...kept.companies.map(({ file }) => file),
      ...facts.flatMap(({ companies }) => companies?.map(({ file }) => file) ?? []),
    ]),
  };
  const listed = all.flatMap(({ hosts }) => hosts ?? []);
  const merged = mergeProviders(kept.providers, listed, use, day);
  const made = new Set(merged.map(({ slug }) => slug));
  const standing = new Map(
    kept.providers.map((provider) => [provider.slug, withoutFile(provider) as Provider]),
  );
  return [
    ...merged.map((provider) => {
      const before = standing.get(provider.slug);
      return before && isSameRow(provider, before, ["as_of", "source"]) ? before : provider;
    }),
    ...[...standing.values()].filter(({ slug }) => !made.has(slug)),
  ];
}
