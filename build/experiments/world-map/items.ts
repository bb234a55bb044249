/** One question a cell. Frozen with the key and with these words; another wording is another version. */
import type { Item } from "../asked-test.ts";
import { CELLS, type Cell } from "./grid.ts";
import { KEY_CELLS } from "./key.ts";

/** 1,800 items in the order of `CELLS`; the answer is `land` or `water`. */
export const ITEMS: readonly Item[] = CELLS.map(({ item_id, ...place }, index) => ({
  item_id,
  prompt: toPrompt(place),
  answer: KEY_CELLS[index] === "1" ? "land" : "water",
  meta: place,
}));

function toPrompt({ latitude, longitude }: Omit<Cell, "item_id">): string {
  const point = `${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}`;
  return [
    `Is the point ${point} on land or in water?`,
    "Lakes and rivers count as land, seas (the Caspian Sea is one) as water.",
    "Ice that rests on the ground counts as land, floating ice as water.",
    "Answer with one word: land or water.",
  ].join(" ");
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value)}° ${value > 0 ? positive : negative}`;
}
