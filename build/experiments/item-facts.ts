/** The facts that items are made of. */
import { BuildError } from "../facts/fault.ts";
import type { FactKindName, Facts } from "../facts/kinds.ts";

export const ITEM_KINDS = [
  "experiments",
  "identityQuestions",
  "worldMapQuestions",
  "censorshipQuestions",
  "horizonQuestions",
  "hostQuestions",
  "driftQuestions",
  "passageSets",
] as const satisfies readonly FactKindName[];

export type ItemFacts = Pick<Facts, (typeof ITEM_KINDS)[number]>;

/** Version of a test's items. @throws BuildError when data/experiments does not have the test. */
export function getVersion(test: string, { experiments }: Pick<Facts, "experiments">): string {
  const found = experiments.find((experiment) => experiment.test === test);
  if (found) return found.version;
  throw new BuildError(`experiments/${test}/about.json: missing; add it, with the items beside it`);
}
