/** The real rules, so that tests read a rule's sentence instead of repeating it. */
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { DataQualityRuleSet } from "../../build/rules/rules.ts";

export const SAMPLE_RULES = new DataQualityRuleSet(readFactsOfKinds("data", ["rules"]).rules);

export const readRuleReason = (id: string): string => SAMPLE_RULES.reason(id);
