/** One collection: upstreams in, `data/` and reports out. */
import { Listr } from "listr2";
import { BuildError } from "../facts/fault.ts";
import { createCollectors } from "../ingest/collectors.ts";
import { type MergedScores, mergeScores } from "../ingest/scores/merge-scores.ts";
import { withEarlierHistory } from "./append-only.ts";
import { buildCatalogue, type Catalogue } from "./catalogue.ts";
import { toCorrectable } from "./correctable.ts";
import { applyCorrections } from "./corrections.ts";
import { type KeptFacts, readKeptFacts } from "./kept-facts.ts";
import { mergeProviders } from "./merge-providers.ts";
import { writeReports } from "./reports.ts";
import { mergeSources, readUpstream, type Translated } from "./upstreams.ts";
import { type Collection, type Written, writeCollection } from "./write-catalogue.ts";

export interface CollectOptions {
  /** Folder of frozen copies, one folder per upstream. */
  from: string;
  dataFolder: string;
  reportsFolder: string;
  /** Accept that much fewer offers come than `data/` holds. */
  allowShrink: boolean;
  /** No progress on the terminal. */
  silent?: boolean;
}

export interface Summary extends Written {
  models: number;
  soldModels: number;
  hosts: number;
  offers: number;
  historyRows: number;
  scores: number;
  rejected: number;
}

/** What is known after each step. */
interface Progress {
  kept: KeptFacts;
  translated: Translated[];
  catalogue: Catalogue;
  scored: MergedScores;
  collection: Collection;
  written: Written;
}

/** @throws BuildError when an upstream is missing or cut off, or a kept fact is at fault. */
export async function collect(options: CollectOptions): Promise<Summary> {
  const tasks = new Listr<Progress, "default", "simple" | "silent">(stepsOf(options), {
    silentRendererCondition: options.silent ?? false,
    fallbackRendererCondition: !process.stdout.isTTY,
    fallbackRenderer: "simple",
  });
  return toSummary(await tasks.run({} as Progress));
}

function stepsOf(options: CollectOptions) {
  return [
    {
      title: "Read the facts that stand",
      task: async (made: Progress) => {
        made.kept = await readKeptFacts(options.dataFolder);
      },
    },
    {
      title: "Read and translate the upstreams",
      task: async (made: Progress) => {
        made.translated = [];
        for (const collector of createCollectors(made.kept.hostAliases))
          made.translated.push(await readUpstream(collector, options.from));
      },
    },
    {
      title: "Resolve names and merge",
      task: (made: Progress) => {
        merge(made);
        if (!options.allowShrink) guardAgainstShrinking(made);
      },
    },
    {
      title: "Write facts and reports",
      task: async (made: Progress) => {
        made.written = await writeCollection(options.dataFolder, made.collection);
        await writeReports(options.reportsFolder, { ...made.catalogue, ...reportOf(made) });
      },
    },
  ];
}

function merge(made: Progress): void {
  const { kept, translated } = made;
  const sources = mergeSources(translated.map(({ source }) => source));
  const recordedOn = new Map(sources.map(({ id, recorded_on }) => [id, recorded_on]));
  const all = translated.map(({ collected }) => collected);
  const catalogue = buildCatalogue(
    {
      models: all.flatMap(({ models }) => models ?? []),
      offers: all.flatMap(({ offers }) => offers ?? []),
      prices: all.flatMap(({ prices }) => prices ?? []),
      recordedOn,
    },
    kept,
  );
  const slugs = new Set(catalogue.models.map(({ slug }) => slug));
  const scored = mergeScores(
    all.flatMap(({ scores }) => scores ?? []),
    { ...kept, resolver: catalogue.resolver, labs: catalogue.labs, slugs },
  );
  const models = [...catalogue.models, ...scored.models];
  const history = withEarlierHistory(
    kept.priceHistory,
    catalogue.history,
    slugs,
    catalogue.resolver,
  );
  const facts = all.flatMap((collected) => collected.facts ?? []);
  const providers = mergeProviders(
    kept.providers,
    all.flatMap(({ hosts }) => hosts ?? []),
    {
      labs: new Set(models.map(({ lab }) => lab)),
      sellers: new Set(catalogue.offers.keys()),
      named: new Set([
        ...history.keys(),
        ...kept.companies.map(({ file }) => file),
        ...facts.flatMap(({ companies }) => companies?.map(({ file }) => file) ?? []),
      ]),
    },
    recordedOn.get("models-dev") ?? "",
  );
  const { offers } = catalogue;
  const collection = { sources, providers, models, offers, history, scores: scored.scores, facts };
  applyCorrections(kept.corrections, toCorrectable(collection));
  Object.assign(made, { catalogue, scored, collection });
}

/** A truncated page once removed half a catalogue: so many offers do not vanish in a night. */
function guardAgainstShrinking({ kept, collection }: Progress): void {
  const next = countRows(collection.offers);
  if (next >= 0.8 * kept.offers.length) return;
  throw new BuildError(
    `only ${next} of ${kept.offers.length} offers came back; rerun with --allow-shrink if that is real`,
  );
}

const reportOf = ({ catalogue, scored, translated }: Progress) => ({
  matched: scored.matched,
  rejected: [
    ...translated.flatMap(({ collected }) => collected.rejected),
    ...catalogue.rejected,
    ...scored.rejected,
  ],
});

const countRows = (files: ReadonlyMap<string, readonly unknown[]>): number =>
  [...files.values()].reduce((sum, rows) => sum + rows.length, 0);

function toSummary(made: Progress): Summary {
  const { collection, written } = made;
  const sold = [...collection.offers.values()].flat().map(({ model }) => model);
  return {
    ...written,
    models: collection.models.length,
    soldModels: new Set(sold).size,
    hosts: collection.offers.size,
    offers: sold.length,
    historyRows: countRows(collection.history),
    scores: countRows(collection.scores),
    rejected: reportOf(made).rejected.length,
  };
}
