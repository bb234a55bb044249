/** The frozen questions: what happened, month by month. */
import type { Item } from "../asked-test.ts";
import { EVENTS_2022 } from "./events-2022.ts";
import { EVENTS_2023 } from "./events-2023.ts";
import { EVENTS_2024 } from "./events-2024.ts";
import { EVENTS_2025 } from "./events-2025.ts";
import { EVENTS_2026 } from "./events-2026.ts";
import { RELEASES } from "./releases.ts";

/** A month with fewer questions is marked: one answer there moves a lot. */
export const MIN_A_MONTH = 5;

export interface HorizonItem extends Item {
  answer: string;
  meta: {
    kind: "event" | "release";
    /** When it happened, YYYY-MM. */
    month: string;
    /** Other spellings that count as the answer. */
    spellings: readonly string[];
    /** Address of the article, or the model's file in `data/`: `models/<lab>/<slug>`. */
    source: string;
    /** The month has fewer than `MIN_A_MONTH` questions. */
    thin: boolean;
  };
}

const UNKNOWN = "If you do not know, answer unknown.";

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split(" ; "));

function toEvent([item_id, question, names, article]: readonly string[]): HorizonItem {
  const [answer, ...spellings] = names!.split(" | ");
  const path = encodeURI(article!.replaceAll(" ", "_")).replaceAll("'", "%27");
  return {
    item_id: item_id!,
    prompt: `${question} ${UNKNOWN} Answer with the name only.`,
    answer: answer!,
    meta: {
      ...{ kind: "event", month: item_id!.slice(0, 7), spellings },
      ...{ source: `https://en.wikipedia.org/wiki/${path}`, thin: false },
    },
  };
}

function toRelease([item_id, lab, model, file]: readonly string[]): HorizonItem {
  const month = item_id!.slice(0, 7);
  return {
    item_id: item_id!,
    prompt: `In which month did ${lab} release the AI model ${model}? ${UNKNOWN} Answer as YYYY-MM only.`,
    answer: month,
    meta: { kind: "release", month, spellings: [], source: `models/${file}`, thin: false },
  };
}

const EVENTS = [EVENTS_2022, EVENTS_2023, EVENTS_2024, EVENTS_2025, EVENTS_2026].join("");

const UNMARKED: readonly HorizonItem[] = [
  ...rowsOf(EVENTS.replaceAll("\n\n", "\n")).map(toEvent),
  ...rowsOf(RELEASES).map(toRelease),
].sort((a, b) => (a.item_id < b.item_id ? -1 : 1));

const countOf = (month: string): number =>
  UNMARKED.filter(({ meta }) => meta.month === month).length;

/** Months with too few questions, in order. */
export const THIN_MONTHS: readonly string[] = [
  ...new Set(UNMARKED.map(({ meta }) => meta.month)),
].filter((month) => countOf(month) < MIN_A_MONTH);

/** Sorted by `item_id`, and so by month. */
export const ITEMS: readonly HorizonItem[] = UNMARKED.map((item) => ({
  ...item,
  meta: { ...item.meta, thin: THIN_MONTHS.includes(item.meta.month) },
}));
