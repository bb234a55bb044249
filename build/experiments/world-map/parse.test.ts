import { expect, test } from "vitest";
import { toPlain } from "../answers/plain-text.ts";
import { parse } from "./parse.ts";

const read = (raw: string) => parse(toPlain(raw));

test.each(["land", "Land.", "**LAND**", "On land", '"land"', "<think>Water?</think>\nLand"])(
  "%s is land",
  (raw) => {
    expect(read(raw)).toBe("land");
  },
);

test.each(["water", "Water!", "in the water", "# Water", "In water."])("%s is water", (raw) => {
  expect(read(raw)).toBe("water");
});

test.each([
  ...[
    "land or water",
    "Land. Water.",
    "not land",
    "Is it water?",
    "sea",
    "Greenland",
    "underwater",
  ],
  ...[
    "The point is on land.",
    "Answer: land",
    "Land, in western Romania.",
    "Terra",
    "水",
    "1",
    "…",
  ],
  "I'm sorry, but I cannot tell whether this point is on land.",
])("%s cannot be used", (raw) => {
  expect(read(raw)).toBeNull();
});
