/** The columns of the table of models, the same for the page, its script and its CSV. */
import { type Field, fieldsIn } from "../../../../build/schema/fields.ts";
import { type Content, html } from "../../components/html.ts";
import { fieldContent, isNumeric, mark, modelLink, pointerOf } from "../../components/parts.ts";
import type { Column } from "../../components/table.ts";

/**
 * A model as a row of the table, and an element of the arrays in `/tables/models.json`. Each value is that of the model's
 * entry in `/api/v1/models`, null where it is not known.
 */
export interface ModelRecord {
  slug: string;
  name: string;
  /** Slug and name of the lab that made it. */
  lab: string;
  lab_name: string;
  input: number | null;
  output: number | null;
  basis: "list" | "cheapest_offer" | null;
  context_window: number | null;
  service_score: number | null;
  /** Release date, or where none is stated the day on which it was first seen. */
  released: string | null;
  is_release_stated: boolean;
  is_open_source: boolean | null;
  model_type: string;
  /** Input modalities with a space between; empty when unknown. */
  takes: string;
  tools: boolean | null;
  /** Further fields of the table. */
  [field: string]: string | number | boolean | null;
}

export type Direction = "asc" | "desc";

export interface ModelColumn {
  key: string;
  title: string;
  kind: Field["kind"];
  field: string;
  /** JSON Pointer to the value in the model's entry of `/api/v1/models`. */
  at?: string;
}

/** Fields whose key in the address and name in the record are not the last part of their own name. */
const NAMES: Readonly<Record<string, { key?: string; field?: string }>> = {
  context_window: { key: "context" },
  "service_score.score": { key: "score", field: "service_score" },
  avg_score: { key: "average" },
  release_date: { key: "released", field: "released" },
  is_open_source: { key: "open" },
  offers: { key: "hosts" },
  model_type: { key: "type" },
  input_modalities: { key: "takes", field: "takes" },
  "supports.structured_output": { key: "structured" },
  max_output_tokens: { key: "output-limit" },
  knowledge_cutoff: { key: "cutoff" },
};

export const fieldName = (name: string): string =>
  NAMES[name]?.field ?? name.slice(name.lastIndexOf(".") + 1);

const [NAME, LAB]: [ModelColumn, ModelColumn] = [
  { key: "name", title: "Model", kind: "text", field: "name" },
  { key: "lab", title: "Lab", kind: "text", field: "lab_name" },
];

const toModelColumn = (field: Field): ModelColumn => ({
  key: NAMES[field.name]?.key ?? fieldName(field.name),
  title: field.label,
  kind: field.kind,
  field: fieldName(field.name),
  ...(isNumeric(field) && { at: pointerOf(field) }),
});

export const MODEL_COLUMNS: readonly ModelColumn[] = [
  NAME,
  ...fieldsIn("table").map(toModelColumn),
  LAB,
];

/** Keys of the columns that are shown at first: the name and eight fields. */
export const SHOWN_COLUMNS: readonly string[] = MODEL_COLUMNS.slice(0, 9).map(({ key }) => key);

/** Order after a first click: prices the lowest first, scores the best first, days the newest first. */
export const naturalDirection = ({ kind }: ModelColumn): Direction =>
  ["tokens", "number", "count", "day", "partial_day"].includes(kind) ? "desc" : "asc";

/** For sorting and for the CSV; null where it is not known. */
export function columnValue({ field }: ModelColumn, record: ModelRecord): string | number | null {
  const value = record[field] ?? null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === "" ? null : value;
}

/** @param hasPointers The rows are in the order of the answer, so that figures can name their place in it. */
export const toTableColumn = (column: ModelColumn, hasPointers: boolean): Column<ModelRecord> => ({
  title: column.title,
  isFigure: isNumeric(column) || column.kind === "day",
  cell(record, index) {
    if (column === NAME) return nameCell(record);
    const at = hasPointers && column.at ? `/data/${index}${column.at}` : undefined;
    const content = fieldContent(column, columnValue(column, record), at);
    return html`${content}${remark(column, record)}`;
  },
});

/** The box is for choosing what to compare. */
const nameCell = ({ slug, name, lab_name }: ModelRecord): Content =>
  html`<input class="needs-script" type="checkbox" value="${slug}" aria-label="Compare ${name}">${modelLink(slug, name)}<small>${lab_name}</small>`;

/** What limits a value. */
function remark({ key }: ModelColumn, record: ModelRecord): Content {
  if (key === "input" && record.basis === "cheapest_offer") return mark("cheapest host");
  if (key !== "released" || record.released === null || record.is_release_stated) return null;
  return mark("first seen");
}
