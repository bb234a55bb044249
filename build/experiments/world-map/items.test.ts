/** What holds of the key that data/ has. That it is what Natural Earth says is checked among the slow tests. */
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";
import { WORLD_MAP } from "./about.ts";
import { CELLS } from "./grid.ts";
import { toKey } from "./items.ts";

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

const KEY = readLiveItems().worldMapQuestions.map(toKey).join("");

test("of 1,800 cells 613 are land and 1,187 water, as the methodology tells", () => {
  expect(KEY).toMatch(/^[01]{1800}$/);
  expect([KEY.split("1").length - 1, KEY.split("0").length - 1]).toEqual([613, 1187]);
  const text = WORLD_MAP.methodology.join(" ");
  expect(text).toContain("613 are land and 1,187 water");
  // Of a constant answer: 1187 / 1800 = 65.94 %, 613 / 1800 = 34.06 %.
  expect(text).toContain("65.9 percent of the cells, whoever always says land for 34.1");
});

test.each(KNOWN)("%s is where it should be", (_, latitude, longitude, key) => {
  const index = CELLS.findIndex(
    (cell) => cell.latitude === latitude && cell.longitude === longitude,
  );
  expect(KEY[index]).toBe(key);
});
