/** The columns of the table of models, the same for the page and for its script. */
import { modelPage } from "../../components/addresses.ts";
import { thousands, toShortDate, usd } from "../../components/format.ts";
import type { ModelRecord } from "./model-record.ts";

export type Direction = "asc" | "desc";

/** What stands in a cell; null where no source says. */
export interface Cell {
  text: string;
  href?: string;
  /** The day that the text names (YYYY-MM-DD). */
  day?: string;
  /** Below the text. */
  note?: string;
  /** The note limits what the text says. */
  isMark?: boolean;
}

export interface TableColumn {
  key: string;
  title: string;
  isFigure?: boolean;
  isShown: boolean;
  /** Order that a first click asks for. */
  direction: Direction;
  /** For sorting and for the CSV. */
  value(record: ModelRecord): string | number | null;
  cell(record: ModelRecord): Cell | null;
  /** JSON Pointer to the value in the model's entry of `/api/v1/models`. */
  at?: string;
}

const CHEAPEST = { note: "cheapest host", isMark: true };

const price = (key: "input" | "output", title: string): TableColumn => ({
  ...{ key, title, isFigure: true, isShown: true, direction: "asc", at: `/pricing/${key}` },
  value: (record) => record[key],
  cell(record) {
    const value = record[key];
    if (value === null) return null;
    const isCheapest = key === "input" && record.basis === "cheapest_offer";
    return { text: usd(value), ...(isCheapest && CHEAPEST) };
  },
});

type Numbers = "context_window" | "max_output_tokens" | "service_score" | "avg_score" | "offers";

const figure = (
  key: string,
  title: string,
  field: Numbers,
  at: string,
  isShown = true,
): TableColumn => ({
  ...{ key, title, isFigure: true, isShown, direction: "desc", at },
  value: (record) => record[field],
  cell(record) {
    const value = record[field];
    return value === null
      ? null
      : {
          text:
            Number.isInteger(value) && !at.includes("score") ? thousands(value) : value.toFixed(1),
        };
  },
});

type Flags = "is_open_source" | "tools" | "reasoning" | "structured_output";

const flag = (key: string, title: string, field: Flags, isShown = false): TableColumn => ({
  ...{ key, title, isShown, direction: "asc" },
  value: (record) => yesOrNo(record[field]),
  cell: (record) => toCell(yesOrNo(record[field])),
});

const yesOrNo = (value: boolean | null): string | null =>
  value === null ? null : value ? "yes" : "no";

const toCell = (text: string | null): Cell | null =>
  text === null || text === "" ? null : { text };

type Texts = "lab_name" | "model_type" | "takes" | "knowledge_cutoff";

const text = (
  key: string,
  title: string,
  field: Texts,
  direction: Direction = "asc",
): TableColumn => ({
  ...{ key, title, isShown: false, direction },
  value: (record) => record[field] || null,
  cell: (record) => toCell(record[field]),
});

export const TABLE_COLUMNS: readonly TableColumn[] = [
  {
    ...{ key: "name", title: "Model", isShown: true, direction: "asc" },
    value: ({ name }) => name,
    cell: ({ name, slug, lab_name }) => ({ text: name, href: modelPage(slug), note: lab_name }),
  },
  price("input", "Input"),
  price("output", "Output"),
  figure("context", "Context", "context_window", "/context_window"),
  figure("score", "Service score", "service_score", "/service_score/score"),
  figure("average", "Average score", "avg_score", "/avg_score"),
  {
    ...{ key: "released", title: "Released", isFigure: true, isShown: true, direction: "desc" },
    value: ({ released }) => released,
    cell({ released, is_release_stated }) {
      if (released === null) return null;
      const day = { text: toShortDate(released), day: released };
      return is_release_stated ? day : { ...day, note: "first seen", isMark: true };
    },
  },
  flag("open", "Open weights", "is_open_source", true),
  figure("hosts", "Hosts", "offers", "/offers"),
  text("lab", "Lab", "lab_name"),
  text("type", "Makes", "model_type"),
  text("takes", "Takes", "takes"),
  flag("tools", "Tools", "tools"),
  flag("reasoning", "Reasoning", "reasoning"),
  flag("structured", "Structured output", "structured_output"),
  figure("output-limit", "Output limit", "max_output_tokens", "/max_output_tokens", false),
  text("cutoff", "Knowledge until", "knowledge_cutoff", "desc"),
];

export const SHOWN_COLUMNS: readonly string[] = TABLE_COLUMNS.filter(({ isShown }) => isShown).map(
  ({ key }) => key,
);

/** Order of `/api/v1/models`, and so of the file. */
export const DEFAULT_SORT = "average";
