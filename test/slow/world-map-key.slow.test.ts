import { geoContains } from "d3-geo";
import { feature } from "topojson-client";
import { expect, test } from "vitest";
import atlas from "world-atlas/land-110m.json" with { type: "json" };
import {
  toWorldMapCorrectAnswers,
  WORLD_MAP_CELL_POSITIONS,
} from "../../build/experiments/items.ts";
import { readRecordedTestItems } from "../builders/live-items.ts";

const KEY = readRecordedTestItems().worldMapQuestions.map(toWorldMapCorrectAnswers).join("");
const topology = atlas as unknown as Parameters<typeof feature>[0];
const { land: shapes } = topology.objects;
if (!shapes) throw new Error("world-atlas/land-110m.json has no land");
const land = feature(topology, shapes);
const isLand = (latitude: number, longitude: number) => geoContains(land, [longitude, latitude]);

test("the recorded answers are those of Natural Earth's land polygons at each cell's centre", () => {
  const computed = WORLD_MAP_CELL_POSITIONS.map((cell) => isLand(cell.latitude, cell.longitude));
  expect(computed.map(Number).join("")).toBe(KEY);
});

test("lakes count as land and ice shelves as water in Natural Earth, as the question says", () => {
  // Lakes Superior, Victoria, Baikal and Ladoga, the former Aral Sea.
  const lakes = [isLand(47.7, -87.5), isLand(-1, 33), isLand(53.5, 108), isLand(60.8, 31.5)];
  expect([...lakes, isLand(45, 60)]).toEqual(Array(5).fill(true));
  // The shelves of Ross, Ronne, Filchner, Amery and Larsen.
  const shelves = [isLand(-81, -175), isLand(-78.5, -60), isLand(-80, -40), isLand(-70.5, 72)];
  expect([...shelves, isLand(-67.5, -62.5)]).toEqual(Array(5).fill(false));
  // Land: Moscow and Iceland. Water: the Caspian Sea in the middle and in the north, the Black Sea, Hudson Bay and the
  // North Pole.
  expect([isLand(55.75, 37.62), isLand(64.9, -18.5)]).toEqual([true, true]);
  const seas = [isLand(42, 51), isLand(45.5, 49.5), isLand(43, 34), isLand(60, -85), isLand(90, 0)];
  expect(seas).toEqual(Array(5).fill(false));
});
