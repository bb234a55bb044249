/** Recorded runs of the exact-answer items → how far the hosts of a model are apart. */

import { SAME_MODEL_DIFFERENT_HOST as TEST } from "../../build/experiments/same-model-different-host/about.ts";
import { type HostGap, hostGap } from "../../build/experiments/same-model-different-host/score.ts";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { byText } from "../../build/schema/order.ts";
import { newest } from "../http/envelope.ts";
import { itemsOf, type NamedRun, runsOf } from "./asked.ts";

export interface AnsweringModel {
  slug: string;
  name: string;
  lab: string;
  gap: HostGap;
  /** Newest run at each host that was asked every item. */
  runs: NamedRun[];
  runDate: string;
}

/** Models that two hosts or more were asked for, by slug. */
export function answeringModels(catalog: Catalog): AnsweringModel[] {
  const items = itemsOf(TEST, catalog).length;
  const whole = runsOf(TEST, catalog).filter(
    ({ version, n_items, route }) =>
      version === TEST.version && n_items === items && route !== null,
  );
  return [...new Set(whole.map(({ model }) => model))].sort().flatMap((slug) => {
    // The oldest come first, so that the newest of a host is what stays.
    const newestAt = new Map(
      whole.filter(({ model }) => model === slug).map((run) => [run.route!, run]),
    );
    const runs = withOneConfig([...newestAt.values()]);
    const gap = hostGap(runs.map(toRoute));
    if (!gap) return [];
    const { name, lab } = runs[0]!;
    return [{ slug, name, lab, gap, runs, runDate: newest(runs.map((run) => run.run_date))! }];
  });
}

/** Hosts that were asked in another way than the newest are not compared with it. */
function withOneConfig(runs: readonly NamedRun[]): NamedRun[] {
  const configOf = ({ config }: NamedRun) => JSON.stringify(config);
  const [newest] = [...runs].sort((a, b) => byText(b.run_date, a.run_date) || byText(a.id, b.id));
  return runs.filter((run) => newest !== undefined && configOf(run) === configOf(newest));
}

const toRoute = ({ route, answers }: NamedRun) => ({
  route: route!,
  right: answers.filter(({ correct }) => correct).length,
  asked: answers.filter(({ raw }) => raw !== null).length,
});
