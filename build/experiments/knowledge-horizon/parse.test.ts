import { expect, test } from "vitest";
import { type HorizonItem, toHorizonItems } from "./items.ts";
import { parseReply } from "./parse.ts";

const [EVENT, RELEASE] = toHorizonItems([
  {
    ...{ item_id: "2024-01-country", kind: "event", month: "2024-01" },
    ...{ prompt: "Which country won?", answer: "Ivory Coast", spellings: "Côte d'Ivoire | CIV" },
    source: "https://races.example/",
  },
  {
    ...{ item_id: "2025-04-release", kind: "release", month: "2025-04" },
    ...{ prompt: "In which month?", answer: "2025-04", spellings: null, source: "models/a/b" },
  },
]) as [HorizonItem, HorizonItem];

test.each(["Ivory Coast", "the ivory coast.", '"Ivory-Coast"', "Cote d’Ivoire", "civ"])(
  "%s is the answer",
  (plain) => {
    expect(parseReply(plain, EVENT)).toBe("Ivory Coast");
  },
);

test.each([
  ["Ghana", "other:ghana"],
  ["not Ivory Coast", "other:not ivory coast"],
  ["Ivory Coast or Ghana", "other:ivory coast or ghana"],
  ["コートジボワール", "other:コートジボワール"],
])("%s is another answer", (plain, parsed) => {
  expect(parseReply(plain, EVENT)).toBe(parsed);
});

test.each([
  "The final of January 2024 was won by Ivory Coast, who beat Nigeria.",
  "I'm sorry, but I cannot look into the future to answer that.",
  "x".repeat(81),
  "…",
])("%s cannot be used", (plain) => {
  expect(parseReply(plain, EVENT)).toBeNull();
  expect(parseReply(plain, RELEASE)).toBeNull();
});

test("a release is a month or unknown, and nothing else", () => {
  expect(parseReply("2025-04", RELEASE)).toBe("2025-04");
  expect(parseReply("2025-05.", RELEASE)).toBe("2025-05");
  expect(parseReply("April 2025", RELEASE)).toBeNull();
  for (const item of [EVENT, RELEASE]) expect(parseReply("Unknown.", item)).toBe("unknown");
});
