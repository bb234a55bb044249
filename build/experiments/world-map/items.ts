/** One question a cell, made of the point and of the words that all of them share. */
import { BuildError } from "../../facts/fault.ts";
import type { WorldMapQuestion } from "../../schema/experiment.ts";
import type { Item } from "../asked-test.ts";
import { CELLS, type Cell, COLUMNS, ROWS } from "./grid.ts";

/** @returns 1,800 items in the order of `CELLS`; the answer is `land` or `water`. @throws BuildError for another grid. */
export function toWorldMapItems(question: WorldMapQuestion): Item[] {
  const key = toKey(question);
  return CELLS.map(({ item_id, ...place }, index) => ({
    item_id,
    prompt: question.prompt.replace("{point}", pointOf(place)),
    answer: key[index] === "1" ? "land" : "water",
    meta: place,
  }));
}

/** The right answers in one text: a character a cell in the order of `CELLS`, `1` land, `0` water. */
export function toKey({ rows }: Pick<WorldMapQuestion, "rows">): string {
  if (rows.length !== ROWS || rows.some((row) => row.length !== COLUMNS))
    throw new BuildError(
      `experiments/world-map/items.json: rows: not ${ROWS} rows of ${COLUMNS}; the cells that are asked stand in build/experiments/world-map/grid.ts`,
    );
  return rows.join("");
}

function pointOf({ latitude, longitude }: Omit<Cell, "item_id">): string {
  return `${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}`;
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value)}° ${value > 0 ? positive : negative}`;
}
