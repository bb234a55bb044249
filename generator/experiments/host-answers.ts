/** Recorded runs of the exact-answer items → how far the hosts of a model are apart. */

import { SAME_MODEL_DIFFERENT_HOST as TEST } from "../../build/experiments/same-model-different-host/about.ts";
import { type HostGap, hostGap } from "../../build/experiments/same-model-different-host/score.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { byText, groupBy } from "../../build/schema/collections.ts";
import { itemsOf, type NamedRun, runsOf, versionOf } from "./asked.ts";

/** A run at a host that was named. */
type HostRun = NamedRun & { route: string };

export interface AnsweringModel {
  slug: string;
  name: string;
  lab: string;
  gap: HostGap;
  /** Newest run at each host that was asked every item. */
  runs: HostRun[];
  /** The newest of the runs. */
  newest: HostRun;
}

/** Models that two hosts or more were asked for, by slug. */
export function answeringModels(catalog: Catalog): AnsweringModel[] {
  const items = itemsOf(TEST, catalog).length;
  const present = versionOf(TEST, catalog);
  const whole = runsOf(TEST, catalog)
    .filter((run): run is HostRun => run.route !== null)
    .filter(({ version, n_items }) => version === present && n_items === items);
  return [...groupBy(whole, ({ model }) => model)]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([slug, runs]) => toAnsweringModel(slug, runs) ?? []);
}

/** @param ofModel The oldest first, so that the newest of a host is what stays. */
function toAnsweringModel(slug: string, ofModel: readonly HostRun[]): AnsweringModel | null {
  const newestAt = new Map(ofModel.map((run) => [run.route, run]));
  const [newest, ...others] = [...newestAt.values()].sort(
    (a, b) => byText(b.run_date, a.run_date) || byText(a.id, b.id),
  );
  if (!newest) return null;
  const { name, lab } = newest;
  // Hosts that were asked in another way than the newest are not compared with it.
  const runs = [newest, ...others.filter((run) => configOf(run) === configOf(newest))];
  const gap = hostGap(runs.map(toRoute));
  return gap && { slug, name, lab, gap, runs: runs.sort((a, b) => byText(a.id, b.id)), newest };
}

const configOf = ({ config }: HostRun): string => JSON.stringify(config);

const toRoute = ({ route, answers }: HostRun) => ({
  route,
  right: answers.filter(({ correct }) => correct).length,
  asked: answers.filter(({ raw }) => raw !== null).length,
});
