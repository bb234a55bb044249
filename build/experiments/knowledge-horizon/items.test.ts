/** What holds of the events and releases that data/ has. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";
import { Model } from "../../schema/model.ts";
import { foldAnswer } from "../answers/short-answer.ts";
import { toHorizonItems } from "./items.ts";

const contains = (text: string, name: string): boolean =>
  ` ${foldAnswer(text)} `.includes(` ${foldAnswer(name)} `);
/** What is asked, without the words that say how to reply. */
const questionOf = (prompt: string): string => prompt.slice(0, prompt.indexOf("?") + 1);
const items = toHorizonItems(readLiveItems().horizonQuestions);
const events = items.filter(({ meta }) => meta.kind === "event");
const releases = items.filter(({ meta }) => meta.kind === "release");
const modelOf = (source: string): Model =>
  Model.parse(JSON.parse(readFileSync(join("data", `${source}.json`), "utf8")));

test("asks of every month from 2022-01 to 2026-06, five questions to nine", () => {
  const months = [...new Set(items.map(({ meta }) => meta.month))];
  const wanted = Array.from(
    { length: 54 },
    (_, at) => `${2022 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
  );
  expect(months).toEqual(wanted);
  for (const month of months) {
    const here = items.filter(({ meta }) => meta.month === month).length;
    expect([here >= 5, here <= 9], month).toEqual([true, true]);
  }
  expect(items.filter(({ meta }) => meta.thin)).toEqual([]);
  for (const { item_id, meta } of items) expect(item_id.slice(0, 7)).toBe(meta.month);
});

test("tells the month of an event, and neither its answer nor a choice", () => {
  const name = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
  for (const { prompt, answer, meta } of events) {
    const question = questionOf(prompt);
    expect(question).toContain(meta.month.slice(0, 4));
    expect(question).toContain(name.format(new Date(`${meta.month}-01`)));
    expect(question).not.toMatch(/ or |\//);
    expect(
      [answer, ...meta.spellings].filter((one) => contains(question, one)),
      prompt,
    ).toEqual([]);
    expect(prompt.slice(question.length)).toBe(
      " Reply with the name only, or with unknown if you do not know it.",
    );
    expect(new URL(meta.source).href).toBe(meta.source);
  }
});

test.each(releases)("$item_id is in the catalogue, in the same month", ({ prompt, meta }) => {
  const path = `data/${meta.source}.json`;
  expect(existsSync(path), `${path} is gone; take the item out with a new version`).toBe(true);
  const day = Date.parse(modelOf(meta.source).release_date ?? "");
  // Not within two days of a month's edge, where clocks and sources differ.
  for (const days of [-2, 0, 2])
    expect(new Date(day + days * 86_400_000).toISOString().slice(0, 7)).toBe(meta.month);
  expect(prompt).toMatch(
    /^In which month did [^?]+ release the AI model [^?]+\? Reply as YYYY-MM only, or with unknown if you do not know it\.$/,
  );
  expect(prompt).not.toMatch(/20\d\d|\b\d{4}\b|preview|latest/i);
});

test("asks of at most two releases of a lab a month", () => {
  const labs = releases.map(({ meta }) => `${meta.month} ${meta.source.split("/")[1]}`);
  for (const lab of labs) expect(labs.filter((other) => other === lab).length, lab).toBeLessThan(3);
});
