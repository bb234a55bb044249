/**
 * Every kind of fact in `data/`: where its files are, what a row is, what makes a row unique, how
 * rows are ordered and what they refer to. Reading, checking, formatting, writing and loading into
 * the snapshot are all derived from this table.
 */
import type { z } from "zod";
import { ACTIVITY_KINDS } from "./kinds/activity-kinds.ts";
import { CATALOG_KINDS } from "./kinds/catalog-kinds.ts";
import { EDITORIAL_KINDS } from "./kinds/editorial-kinds.ts";
import { EXPERIMENT_KINDS } from "./kinds/experiment-kinds.ts";

export const FACT_KINDS = {
  ...CATALOG_KINDS,
  ...ACTIVITY_KINDS,
  ...EXPERIMENT_KINDS,
  ...EDITORIAL_KINDS,
} as const;

export type FactKindName = keyof typeof FACT_KINDS;
export type FactOf<K extends FactKindName> = z.infer<(typeof FACT_KINDS)[K]["schema"]>;
/** A row and the name of the file it stands in, without its ending: the host of an offer, the benchmark of a score. */
export type FiledFact<K extends FactKindName> = FactOf<K> & { file: string };
export type Facts = { [K in FactKindName]: FiledFact<K>[] };
