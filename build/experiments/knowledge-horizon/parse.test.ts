import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPlain } from "../answer-text.ts";
import type { Item } from "../asked-test.ts";
import { ITEMS } from "./items.ts";
import { isRight, parseReply } from "./parse.ts";

const byId = (id: string) => ITEMS.find(({ item_id }) => item_id === id)!;
const NADAL = byId("2022-01-ao-men");
const PSG = byId("2025-05-champions-league");
const OPUS = byId("2024-03-release-claude-3-opus");
const parse = (raw: string, item: Item) => parseReply(toPlain(raw) || "-", item);

const REFUSALS = [
  "I do not know.",
  "I don’t know who won that.",
  "Sorry, I can't help with that.",
  "Je ne sais pas.",
  "Das weiß ich leider nicht, tut mir leid.",
  "No lo sé.",
  "Não sei.",
  "Non lo so.",
  "我不知道。",
  "未知",
  "わかりません。",
  "모르겠습니다.",
  "Я не знаю.",
  "لا أعرف.",
  "मुझे पता नहीं।",
  "Bilmiyorum.",
  "Nie wiem.",
];

describe("a name", () => {
  test.each([
    ["Rafael Nadal"],
    ["rafael nadal"],
    ["RAFAEL NADAL."],
    ["Nadal"],
    ["**Rafael Nadal**"],
    ['"Rafael Nadal"'],
    ["Answer: Rafael Nadal"],
    ["The answer is Rafael Nadal."],
    ["It was Rafael Nadal."],
    ["Rafael Nadal (Spain)"],
    ["Rafael Nadal won it."],
    ["Rafael Nadal, who beat Daniil Medvedev in the final."],
    ["The men's singles at the Australian Open in January 2022 was won by Rafael Nadal."],
    ["Probably Rafael Nadal"],
    ["Ráfael Nadal"],
    ["Mr. Rafael Nadal of Spain"],
    ["Rafael Nadal defeated Daniil Medvedev 2–6, 6–7, 6–4, 6–4, 7–5."],
    ["Rafael Nadal, Spanish tennis player"],
    ["<think>Djokovic was deported, so…</think>Rafael Nadal"],
    [`Rafael Nadal won the title in five sets. ${"He came back from two sets down. ".repeat(9)}`],
  ])("%s is the answer", (raw) => {
    expect(parse(raw, NADAL)).toBe("Rafael Nadal");
    expect(isRight("Rafael Nadal", NADAL)).toBe(true);
  });

  test.each([
    ["Novak Djokovic"],
    ["Novak Djokovic beat Rafael Nadal"],
    ["Novak Djokovic, beating Rafael Nadal."],
    ["Novak Djokovic over Nadal"],
    ["Rafael Nadal lost to Novak Djokovic"],
    ["Rafael Nadal was beaten in the final"],
    ["He defeated Rafael Nadal"],
    ["Rafael Nadal or Novak Djokovic"],
    ["Either Nadal or Medvedev"],
    ["Rafael Nadal, Novak Djokovic"],
    ["Rafael Nadal, Novak Djokovic, Daniil Medvedev"],
    ["Rafael Nadal and Novak Djokovic"],
    ["Rafael Nadal / Novak Djokovic"],
    ["1. Rafael Nadal 2. Novak Djokovic"],
    ["- Rafael Nadal\n- Novak Djokovic"],
    ["Rafael Nadal\nNovak Djokovic\nDaniil Medvedev"],
    ["Nadal Djokovic Medvedev"],
    ["Not Rafael Nadal"],
    ["It wasn't Nadal"],
    ["Rafael Nadal? Actually Djokovic"],
    ["Nadalovic"],
    ["Rafaela Nadales"],
    ["拉斐尔·纳达尔"],
    ["Rafa"],
    ["Toni Nadal"],
    ["Rafael Nadal Academy"],
    ["2022"],
    ["<b></b>"],
    [`${"x".repeat(250)} Rafael Nadal`],
    [`${"Many players took part that year. ".repeat(9)}Rafael Nadal won.`],
  ])("%s is another one", (raw) => {
    expect(parse(raw, NADAL)).toMatch(/^other:/);
  });

  test("another one is kept as its first sixty characters, folded", () => {
    expect(parse("Novak Djokovic!", NADAL)).toBe("other:novak djokovic");
    expect(parse("É".repeat(90), NADAL)).toBe(`other:${"e".repeat(60)}`);
  });

  test.each([
    ["PSG"],
    ["Paris Saint-Germain"],
    ["Paris Saint-Germain F.C."],
    ["Paris Saint Germain (PSG)"],
    ["paris saint–germain"],
  ])("%s is a spelling of the club", (raw) => {
    expect(parse(raw, PSG)).toBe("Paris Saint-Germain");
  });

  test.each([
    ["2025-06-golf-us-open", "J.J. Spaun"],
    ["2025-06-golf-us-open", "J. J. Spaun"],
    ["2023-02-daytona", "Ricky Stenhouse Jr."],
    ["2024-09-emmys", "Shōgun"],
    ["2024-02-afcon", "Côte d’Ivoire"],
    ["2024-10-vietnam", "Luong Cuong"],
    ["2023-08-maui", "Lahaina, Hawaii"],
    ["2022-09-venice", "All the Beauty and the Bloodshed"],
    ["2023-09-us-open-women", "Coco Gauff"],
  ])("%s takes %s", (id, raw) => {
    expect(parse(raw, byId(id))).toBe(byId(id).answer);
  });

  test("every spelling of every event is read as its answer, alone and in a sentence", () => {
    for (const item of ITEMS.filter(({ meta }) => meta.kind === "event"))
      for (const name of [item.answer, ...item.meta.spellings])
        for (const raw of [name, `${name}.`, `It was ${name}.`, `**${name.toUpperCase()}**`])
          expect(parse(raw, item), raw).toBe(item.answer);
  });

  test("another event's answer is not this one's", () => {
    const events = ITEMS.filter(({ meta }) => meta.kind === "event");
    for (const [at, item] of events.entries())
      for (const other of events.filter((_, index) => index % 7 === at % 7)) {
        if ([item.answer, ...item.meta.spellings].includes(other.answer)) continue;
        expect(isRight(parse(other.answer, item)!, item), `${item.item_id}: ${other.answer}`).toBe(
          false,
        );
      }
  });
});

describe("a month", () => {
  test.each([
    ["2024-03"],
    ["2024-03."],
    ["`2024-03`"],
    ["2024/03"],
    ["2024.3"],
    ["2024-03-04"],
    ["03/2024"],
    ["3-2024"],
    ["March 2024"],
    ["march, 2024"],
    ["Mar 2024"],
    ["Mar. 2024"],
    ["4 March 2024"],
    ["March 4, 2024"],
    ["March 4th, 2024"],
    ["2024 March"],
    ["mars 2024"],
    ["März 2024"],
    ["marzo de 2024"],
    ["março de 2024"],
    ["марта 2024 года"],
    ["март 2024"],
    ["2024年3月"],
    ["2024年03月4日"],
    ["2024년 3월"],
    ["مارس 2024"],
    ["मार्च 2024"],
    ["The month was March 2024 (2024-03)."],
    ["Anthropic released Claude 3 Opus in March 2024."],
  ])("%s is 2024-03", (raw) => {
    expect(parse(raw, OPUS)).toBe("2024-03");
    expect(isRight("2024-03", OPUS)).toBe(true);
  });

  test.each([
    ["2024-03 or 2024-04"],
    ["2024-03, 2024-04"],
    ["March or April 2024"],
    ["March–April 2024"],
    ["between February and March 2024"],
    ["before March 2024"],
    ["after 2024-03"],
    ["not 2024-03"],
    ["It may be March 2024"],
    ["2023-03 and 2024-03"],
    [Array.from({ length: 12 }, (_, at) => `2024-${String(at + 1).padStart(2, "0")}`).join(", ")],
    [
      "January, February, March, April, May, June, July, August, September, October, November, December 2024",
    ],
  ])("%s is ambiguous", (raw) => {
    expect(parse(raw, OPUS)).toBe("ambiguous");
  });

  test.each([
    ["March"],
    ["2024"],
    ["03"],
    ["2024-13"],
    ["2024-00"],
    ["2024-03–2024-05"],
    ["04/03/2024"],
    ["12024-03"],
    ["2024-031"],
    ["soon"],
    ["Claude 3 Opus"],
    ["١٢"],
  ])("%s names no month", (raw) => {
    expect(parse(raw, OPUS)).toBeNull();
  });

  test("another month is another answer", () => {
    expect(parse("2024-04", OPUS)).toBe("2024-04");
    expect(isRight("2024-04", OPUS)).toBe(false);
  });
});

describe("nothing is right by accident", () => {
  test.each(REFUSALS)("%s is unknown for either kind", (raw) => {
    expect(parse(raw, NADAL)).toBe("unknown");
    expect(parse(raw, OPUS)).toBe("unknown");
    expect(isRight("unknown", NADAL)).toBe(false);
  });

  test.each(REFUSALS)("a guess after %s is still unknown", (raw) => {
    expect(parse(`${raw} Rafael Nadal`, NADAL)).toBe("unknown");
    expect(parse(`${raw} 2024-03`, OPUS)).toBe("unknown");
  });

  test("the prompt, given back, is never right", () => {
    for (const item of ITEMS)
      for (const raw of [item.prompt, item.prompt.slice(0, item.prompt.indexOf("?") + 1)])
        expect(isRight(parse(raw, item) ?? "", item), raw).toBe(false);
  });

  test("all answers in one reply are never right", () => {
    for (const item of ITEMS) {
      const same = ITEMS.filter(({ meta }) => meta.kind === item.meta.kind);
      const names = [...new Set(same.map(({ answer }) => answer))];
      for (const joint of [", ", " ", "\n", " / ", " and ", "; "])
        for (const many of [names.join(joint), [item.answer, ...names.slice(0, 4)].join(joint)])
          expect(isRight(parse(many, item) ?? "", item), many.slice(0, 90)).toBe(false);
    }
  });

  test("noise is never right, and takes no time", () => {
    const noise = (unit: string) => unit.repeat(Math.ceil(20_000 / unit.length)).slice(0, 20_000);
    const units = [
      "a",
      "é ",
      "nadal ",
      "2024",
      "2024-",
      "may.,",
      "1. ",
      "((",
      "may 1 ",
      "。",
      "年3月",
    ];
    const started = performance.now();
    for (const unit of units)
      for (const item of [NADAL, OPUS])
        expect(isRight(parseReply(noise(unit), item) ?? "", item), unit).toBe(false);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});

test("any text gives a value, for any item", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.array(fc.constantFrom("Nadal", "or", "2024", "-", "03", ",", "May", "(", ")", "§", "not")),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(NADAL, OPUS, PSG), (raw, item) => {
      const parsed = parseReply(Array.isArray(raw) ? raw.join(" ") : raw, item);
      if (item === OPUS)
        expect(parsed ?? "2000-01").toMatch(/^(20\d\d-(0[1-9]|1[0-2])|unknown|ambiguous)$/);
      else expect(parsed === item.answer || /^(unknown$|other:)/.test(parsed!)).toBe(true);
    }),
    { numRuns: 1000, seed: 7 },
  );
});

test("an item without aliases or answer is read all the same", () => {
  const bare: Item = { item_id: "x", prompt: "Who?", answer: null, meta: {} };
  expect(parseReply("Rafael Nadal", bare)).toBe("other:rafael nadal");
});
