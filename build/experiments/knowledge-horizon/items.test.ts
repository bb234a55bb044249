import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Model } from "../../schema/model.ts";
import { foldWords } from "./fold.ts";
import { type HorizonItem, ITEMS, MIN_A_MONTH, THIN_MONTHS } from "./items.ts";

/** sha256 of all items by version. A change of text is a new version and a new line here, never a new hash. */
const FROZEN: Record<string, string> = {
  "1": "540851332fce3f58ec4a2d33a15f78bf8ab9e3eac661161a2a0c25433a80a8e3",
};
const EVENTS = ITEMS.filter(({ meta }) => meta.kind === "event");
const RELEASES = ITEMS.filter(({ meta }) => meta.kind === "release");
const questionOf = ({ prompt }: HorizonItem) => prompt.slice(0, prompt.indexOf("?") + 1);
const contains = (text: string, name: string) =>
  ` ${foldWords(text)} `.includes(` ${foldWords(name)} `);

test("the items are frozen: another text is another version", () => {
  const text = JSON.stringify(
    ITEMS.map(({ item_id, prompt, answer, meta }) => [item_id, prompt, answer, meta.spellings]),
  );
  expect(createHash("sha256").update(text).digest("hex")).toBe(FROZEN["1"]);
});

test("ids are unique, sorted slugs that begin with the month of the event", () => {
  const ids = ITEMS.map(({ item_id }) => item_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort());
  for (const { item_id, meta } of ITEMS) {
    expect(item_id).toMatch(/^20\d\d-(0[1-9]|1[0-2])(-[a-z0-9]+)+$/);
    expect(item_id.slice(0, 7)).toBe(meta.month);
  }
});

test("no prompt is asked twice, and none has odd spaces", () => {
  expect(new Set(ITEMS.map(({ prompt }) => prompt)).size).toBe(ITEMS.length);
  for (const { prompt } of ITEMS) expect(prompt).toBe(prompt.replace(/\s+/g, " ").trim());
});

test("every month from 2022-01 to 2026-06 is there, with five questions or marked as thin", () => {
  const months = [...new Set(ITEMS.map(({ meta }) => meta.month))];
  const wanted = Array.from(
    { length: 54 },
    (_, at) => `${2022 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
  );
  expect(months).toEqual(wanted);
  for (const month of months) {
    const here = ITEMS.filter(({ meta }) => meta.month === month);
    expect(here.length).toBeLessThanOrEqual(9);
    for (const { meta } of here) expect(meta.thin, month).toBe(here.length < MIN_A_MONTH);
  }
  expect(THIN_MONTHS).toEqual([]);
});

describe("an event", () => {
  test.each(EVENTS)("$item_id does not tell its answer, and tells its month", (item) => {
    const question = questionOf(item);
    for (const name of [item.answer, ...item.meta.spellings])
      expect(contains(question, name), name).toBe(false);
    expect(question).toContain(item.meta.month.slice(0, 4));
    const name = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
    expect(question).toContain(name.format(new Date(`${item.meta.month}-01`)));
  });

  test("is a question for a name, without a choice of answers in it", () => {
    for (const item of EVENTS) {
      expect(item.prompt).toMatch(
        /^(Who|Whom|Which|What|In|To|With|From|Near) [^?]+\? If you do not know, answer unknown\. Answer with the name only\.$/,
      );
      expect(questionOf(item)).not.toMatch(/ or |\//);
    }
  });

  test("has an article of English Wikipedia as its source", () => {
    for (const { meta } of EVENTS) {
      expect(meta.source).toMatch(
        /^https:\/\/en\.wikipedia\.org\/wiki\/[A-Za-z0-9%][^\s"'<>[\]{}|]*$/,
      );
      expect(new URL(meta.source).href).toBe(meta.source);
    }
  });

  test("has spellings that differ from each other and say something", () => {
    for (const { answer, meta } of EVENTS) {
      const names = [answer, ...meta.spellings];
      expect(new Set(names).size, answer).toBe(names.length);
      for (const name of names) expect(name, answer).toMatch(/^\S(.*\S)?$/u);
      for (const name of names) expect(foldWords(name).length, name).toBeGreaterThan(1);
    }
  });
});

describe("a release", () => {
  test.each(RELEASES)("$item_id is in the catalogue, in the same month", ({ item_id, meta }) => {
    const path = resolve("data", `${meta.source}.json`);
    expect(existsSync(path), `${item_id}: ${meta.source} is gone from data/`).toBe(true);
    const model = Model.parse(JSON.parse(readFileSync(path, "utf8")));
    expect(
      model.release_date?.slice(0, 7),
      `${item_id}: data/ says ${model.release_date}; take it out with a new version of the test`,
    ).toBe(meta.month);
  });

  test("is asked of at most two models of a lab a month, in one form", () => {
    const labs = RELEASES.map(({ meta }) => `${meta.month} ${meta.source.split("/")[1]}`);
    for (const lab of labs)
      expect(labs.filter((other) => other === lab).length, lab).toBeLessThan(3);
    for (const { prompt } of RELEASES)
      expect(prompt).toMatch(
        /^In which month did [^?]+ release the AI model [^?]+\? If you do not know, answer unknown\. Answer as YYYY-MM only\.$/,
      );
  });

  test("does not lie within two days of a month's edge, nor tell a date in the model's name", () => {
    for (const { meta, prompt } of RELEASES) {
      const model = JSON.parse(readFileSync(resolve("data", `${meta.source}.json`), "utf8"));
      const day = Date.parse(model.release_date);
      for (const days of [-2, 2])
        expect(new Date(day + days * 86_400_000).toISOString().slice(0, 7)).toBe(meta.month);
      expect(prompt).not.toMatch(/20\d\d|\b\d{4}\b|preview|latest/i);
    }
  });
});
