import { geoContains } from "d3-geo";
import { feature } from "topojson-client";
import { expect, test } from "vitest";
import atlas from "world-atlas/land-110m.json" with { type: "json" };
import { CELLS, COLUMNS, ROWS } from "./grid.ts";
import { KEY, KEY_CELLS } from "./key.ts";

const topology = atlas as unknown as Parameters<typeof feature>[0];
const land = feature(topology, topology.objects.land!);
const isLand = (latitude: number, longitude: number) => geoContains(land, [longitude, latitude]);

test("the key is what Natural Earth's land polygons say about each centre", () => {
  const computed = CELLS.map(({ latitude, longitude }) => (isLand(latitude, longitude) ? 1 : 0));
  expect(computed.join("")).toBe(KEY_CELLS);
});

test("it has 30 rows of 60, of which 613 cells are land and 1,187 water", () => {
  expect(KEY.map((row) => row.length)).toEqual(Array(ROWS).fill(COLUMNS));
  expect(KEY_CELLS).toMatch(/^[01]{1800}$/);
  expect([KEY_CELLS.split("1").length - 1, KEY_CELLS.split("0").length - 1]).toEqual([613, 1187]);
});

test("the first centre is 87° N, 177° W and the last 87° S, 177° E", () => {
  expect(CELLS[0]).toEqual({
    ...{ item_id: "r00c00", row: 0, column: 0, latitude: 87, longitude: -177 },
  });
  expect(CELLS[60]).toMatchObject({ item_id: "r01c00", latitude: 81, longitude: -177 });
  expect(CELLS.at(-1)).toMatchObject({ item_id: "r29c59", latitude: -87, longitude: 177 });
});

/** Cells whose answer anybody can look up. */
const KNOWN: [place: string, latitude: number, longitude: number, key: "0" | "1"][] = [
  ["Serbia, near the border of Romania", 45, 21, "1"],
  ["Russia, south-east of Moscow", 51, 39, "1"],
  ["Kansas", 39, -99, "1"],
  ["Mali, in the Sahara", 21, -3, "1"],
  ["Queensland", -21, 141, "1"],
  ["Amazonas", -3, -63, "1"],
  ["Mongolia", 45, 105, "1"],
  ["Greenland's ice sheet", 75, -39, "1"],
  ["East Antarctica's plateau", -75, 93, "1"],
  ["next to the South Pole", -87, 3, "1"],
  ["the Arctic Ocean", 87, -177, "0"],
  ["the middle of the Pacific", -3, -147, "0"],
  ["the North Atlantic", 39, -39, "0"],
  ["the Indian Ocean", -27, 81, "0"],
  ["the Gulf of Mexico", 27, -93, "0"],
  ["the Bay of Bengal", 15, 87, "0"],
  ["Hudson Bay", 57, -87, "0"],
  ["the Caspian Sea, a sea here", 39, 51, "0"],
  ["the Ross Ice Shelf, which floats", -81, -177, "0"],
];

test.each(KNOWN)("%s is where it should be", (_, latitude, longitude, key) => {
  const index = CELLS.findIndex(
    (cell) => cell.latitude === latitude && cell.longitude === longitude,
  );
  expect(KEY_CELLS[index]).toBe(key);
});

test("lakes are land and ice shelves water in the source, as the question says", () => {
  // Lakes Superior, Victoria, Baikal and Ladoga, the former Aral Sea.
  const lakes = [isLand(47.7, -87.5), isLand(-1, 33), isLand(53.5, 108), isLand(60.8, 31.5)];
  expect([...lakes, isLand(45, 60)]).toEqual(Array(5).fill(true));
  // The shelves of Ross, Ronne, Filchner, Amery and Larsen.
  const shelves = [isLand(-81, -175), isLand(-78.5, -60), isLand(-80, -40), isLand(-70.5, 72)];
  expect([...shelves, isLand(-67.5, -62.5)]).toEqual(Array(5).fill(false));
  // Moscow and Iceland; the Caspian in the middle and in the north, the Black Sea, Hudson Bay, the North Pole.
  expect([isLand(55.75, 37.62), isLand(64.9, -18.5)]).toEqual([true, true]);
  const seas = [isLand(42, 51), isLand(45.5, 49.5), isLand(43, 34), isLand(60, -85), isLand(90, 0)];
  expect(seas).toEqual(Array(5).fill(false));
});
