/** The facts that stand before the upstreams are read, and the texts of their files. */
import { readFactFiles } from "../facts/fact-files.ts";
import type { Facts } from "../facts/kinds.ts";
import { checkFacts } from "../facts/read-facts.ts";

export interface StandingFacts {
  facts: Facts;
  texts: ReadonlyMap<string, string>;
}

/** @throws FactsError with every fault of the facts: a night goes on from sound facts only. */
export function readStandingFacts(dataFolder: string): StandingFacts {
  const texts = readFactFiles(dataFolder);
  return { facts: checkFacts(texts), texts };
}
