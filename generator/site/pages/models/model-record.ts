/**
 * A model as a row of the table, and an element of the arrays in `/tables/models.json`. Each value is that of the model's
 * entry in `/api/v1/models`, null where it is not known.
 */
export interface ModelRecord {
  slug: string;
  name: string;
  /** Slug of the lab that made it. */
  lab: string;
  lab_name: string;
  input: number | null;
  output: number | null;
  basis: "list" | "cheapest_offer" | null;
  context_window: number | null;
  max_output_tokens: number | null;
  service_score: number | null;
  avg_score: number | null;
  /** Release date, or where none is stated the day on which it was first seen. */
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
  /** Further fields of the table. */
  [field: string]: string | number | boolean | null;
}
