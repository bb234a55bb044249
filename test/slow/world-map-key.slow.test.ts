import { geoContains } from "d3-geo";
import { feature } from "topojson-client";
import { expect, test } from "vitest";
import atlas from "world-atlas/land-110m.json" with { type: "json" };
import { WORLD_MAP_CELL_POSITIONS } from "../../build/experiments/items.ts";
import { readRecordedTestItems } from "../builders/live-items.ts";

const KEY = readRecordedTestItems()
  .worldMapQuestions.flatMap(({ rows }) => rows)
  .join("");
const topology = atlas as unknown as Parameters<typeof feature>[0];
const { land: shapes } = topology.objects;
if (!shapes) throw new Error("world-atlas/land-110m.json has no land");
const land = feature(topology, shapes);

test("the recorded answers are those of Natural Earth's land polygons at each cell's centre", () => {
  const computed = WORLD_MAP_CELL_POSITIONS.map(({ latitude, longitude }) =>
    geoContains(land, [longitude, latitude]),
  );
  expect(computed.map(Number).join("")).toBe(KEY);
});
