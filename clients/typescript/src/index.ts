/** Model Almanac, offline: the prices of every AI model at every host, with their history. */
import { type Almanac, createAlmanac } from "./almanac.ts";
import facts from "./facts.js";

export type { CardRate, CostPart } from "../../../build/cost/cost.ts";
export {
  readUsageLog,
  type UsageColumns,
  type UsageLog,
} from "../../../build/cost/readers/read-usage-log.ts";
export type { UsageReading } from "../../../build/cost/readers/reading.ts";
export { type UnreadResponse, usageOf } from "../../../build/cost/readers/usage-of.ts";
export type { Usage } from "../../../build/cost/usage.ts";
export { findProofFault, type RowProof } from "../../../build/facts/verify-proof.ts";
export {
  type Almanac,
  type CostOptions,
  createAlmanac,
  type DatedCard,
  type PricedCost,
} from "./almanac.ts";
export * from "./client.ts";

/** Answers from the facts of this version of the package. */
export const almanac: Almanac = /* @__PURE__ */ createAlmanac(facts);
/** These functions are described at `Almanac`. */
export const cost: Almanac["cost"] = (usageOrResponse, options) =>
  almanac.cost(usageOrResponse, options);
export const costAttributes: Almanac["costAttributes"] = (usageOrResponse, options) =>
  almanac.costAttributes(usageOrResponse, options);
