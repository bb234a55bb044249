/** What is looked up in the snapshot, in the order of the review. */
import type { Question } from "./section.ts";

const CHEAPEST: Question = {
  title: "The 50 cheapest offers against their list price",
  look: "A price far below list that no one else asks: another unit, another model, a plan, a slip of the upstream.",
  sql: `
    SELECT c.model, c.host, c.host_kind AS kind, c.model_id AS id, c.input, c.output, l.host AS "list host",
      l.input AS "list input", l.output AS "list output", round(c.blended / l.blended, 3) AS "of list",
      c.trust, c.source, c.seen
    FROM cheapest_offers c
    JOIN list_offers l ON l.model = c.model AND l.host <> c.host AND l.blended > 0
    ORDER BY c.blended / l.blended, c.model
    LIMIT 50`,
};

/** Fields of a model that somebody would miss. */
const WANTED = [
  ...["release_date", "knowledge_cutoff", "context_window", "max_output_tokens", "is_open_source"],
  ...["input_modalities", "output_modalities", "list_host", "cheapest_host"],
];

const NEWEST: Question = {
  title: "The newest 50 models and their empty cells",
  look: "A field that its maker's page tells; a name that is no model, or one that is listed already.",
  sql: `
    SELECT slug AS model, name, lab, coalesce(release_date, first_seen) AS date,
      CASE WHEN release_date IS NULL THEN 'first seen' ELSE 'released' END AS "the date is", offers,
      concat_ws(', ', ${WANTED.map((field) => `CASE WHEN ${field} IS NULL THEN '${field}' END`).join(", ")}) AS empty
    FROM catalog_models
    ORDER BY date DESC NULLS LAST, slug
    LIMIT 50`,
};

const DISPUTES: Question = {
  title: "All disputes",
  look: "Which source is right, by the host's own page; an operator's row settles it.",
  sql: `
    SELECT model, host, model_id AS id, service_tier AS tier, source, recorded, input, output,
      CASE WHEN is_published THEN 'published' END AS published
    FROM disputed_statements
    ORDER BY model, host, model_id, NOT is_published, source`,
};

export const QUESTIONS: readonly Question[] = [CHEAPEST, NEWEST, DISPUTES];
