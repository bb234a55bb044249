/** The cells that are asked: 30 rows of 60, row by row from the north, each from the west. */

export const GRID_DEGREES = 6;
export const ROWS = 180 / GRID_DEGREES;
export const COLUMNS = 360 / GRID_DEGREES;

export interface Cell {
  /** `r07c33`: row and column, both from 0. */
  item_id: string;
  row: number;
  column: number;
  /** Of the centre, in degrees; north is positive. */
  latitude: number;
  /** Of the centre, in degrees; east is positive. */
  longitude: number;
}

/** 1,800 cells; the first has its centre at 87° N, 177° W. No centre lies on the equator or on a date line. */
export const CELLS: readonly Cell[] = Array.from({ length: ROWS * COLUMNS }, (_, index) =>
  toCell(Math.floor(index / COLUMNS), index % COLUMNS),
);

function toCell(row: number, column: number): Cell {
  return {
    item_id: `r${twoDigits(row)}c${twoDigits(column)}`,
    row,
    column,
    latitude: 90 - GRID_DEGREES * (row + 0.5),
    longitude: -180 + GRID_DEGREES * (column + 0.5),
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Place of a cell in `CELLS`, by its item. */
export const INDEX_OF: ReadonlyMap<string, number> = new Map(
  CELLS.map(({ item_id }, index) => [item_id, index]),
);
