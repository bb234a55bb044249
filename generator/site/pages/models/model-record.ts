/** A model as a row of the table. Each value is that of `/api/v1/models`, or null where no source says. */
export interface ModelRecord {
  slug: string;
  name: string;
  lab: string;
  lab_name: string;
  /** USD per 1M tokens: at list, else at the cheapest host. */
  input: number | null;
  output: number | null;
  basis: "list" | "cheapest_offer" | null;
  context_window: number | null;
  max_output_tokens: number | null;
  service_score: number | null;
  avg_score: number | null;
  /** Release, or where nobody dates it the day on which it was first seen. */
  released: string | null;
  is_release_stated: boolean;
  is_open_source: boolean | null;
  /** Hosts that sell it. */
  offers: number;
  model_type: string;
  /** Input modalities with a space between; empty when unknown. */
  takes: string;
  tools: boolean | null;
  reasoning: boolean | null;
  structured_output: boolean | null;
  knowledge_cutoff: string | null;
}

/** In the order of the file. */
export const RECORD_FIELDS: readonly (keyof ModelRecord)[] = [
  "slug",
  "name",
  "lab",
  "lab_name",
  "input",
  "output",
  "basis",
  "context_window",
  "max_output_tokens",
  "service_score",
  "avg_score",
  "released",
  "is_release_stated",
  "is_open_source",
  "offers",
  "model_type",
  "takes",
  "tools",
  "reasoning",
  "structured_output",
  "knowledge_cutoff",
];
