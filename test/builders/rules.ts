/** The real rules, so that tests read a rule's sentence instead of repeating it. */
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { DataQualityRuleSet } from "../../build/rules/rules.ts";

/** The rules of `data/rules.csv`. */
export const SAMPLE_RULES = new DataQualityRuleSet(readFactsOfKinds("data", ["rules"]).rules);

/** The sentence of a rule, as readers see it. */
export const readRuleReason = (id: string): string => SAMPLE_RULES.reason(id);
