import { describe, expect, test } from "vitest";
import type { PriceRow } from "../../../../build/model/catalog/rows.ts";
import {
  drawScoresByDate,
  findBestScoresToDate,
  type ScoreByReleaseDate,
  toIndependentScoresOrAll,
} from "./benchmark-record.ts";
import { drawHostPrices, drawRetirementsByMonth } from "./dot-rows.ts";
import { placeChartLabels } from "./labels.ts";
import {
  createPriceAxis,
  createTimeAxis,
  isPriceAxisLogarithmic,
  parseLightPalette,
} from "./marks.ts";
import { drawPriceLines, type PriceHistoryStep, toPriceHistorySteps } from "./price-lines.ts";

const step = (date: string, blended: number | null): PriceHistoryStep => {
  return { date, blended, input: blended, output: blended };
};

const textOf = (...lines: PriceHistoryStep[][]): string => {
  const named = lines.map((steps, at) => ({ name: `Host ${at}`, colour: "ink", steps }));
  return `${drawPriceLines({ named, others: [], until: "2025-12-31" }, true).marks}`;
};
const pathsOf = (...lines: PriceHistoryStep[][]): string[] =>
  Array.from(textOf(...lines).matchAll(/class="line ink" d="([^"]*)"/g), ([, path = ""]) => path);

describe("prices over time", () => {
  test.each<[string, string, (number | null)[], about?: object]>([
    ["a temporarily missing output price is no price cut", "5/30 5/ 5/30", [11.25, null, 11.25]],
    ["without an output price the input price is drawn", "5/ 4/", [5, 4]],
    ["an embedding model's output price of 0 is ignored", "4/0", [4], { unit: "input tokens" }],
    ["a free model is drawn at 0", "0/0", [0]],
    ["a price of 0 before the first price is unknown", "0/0 5/30", [null, 11.25]],
    ["a wrong price that was corrected is not drawn", "50/300 5/30/correction", [null, 11.25]],
    ["an unverified price of 0 is unknown", "0/0", [null], { trust: "unverified" }],
    ["any other unverified price is drawn", "2/2", [2], { trust: "unverified" }],
  ])("%s", (_, prices, blended, about = {}) => {
    const offer = { host: "acme", trust: "verified" as const, unit: "tokens", unit_price: 1 };
    const rows = prices.split(" ").map((price) => {
      const [input, output, change = "changed"] = price.split("/");
      const toPrice = (text?: string) => (text ? Number(text) : null);
      const of = { host: "acme", date: "2025-01-01", change: change as PriceRow["change"] };
      return { ...of, input: toPrice(input), output: toPrice(output) };
    });
    const steps = toPriceHistorySteps(rows, [{ ...offer, ...about }]);
    expect(steps.map((one) => one.blended)).toEqual(blended);
  });

  test("break where the host no longer lists the model, and have their name beside the end", () => {
    const rows = [step("2025-01-01", 4), step("2025-03-01", null), step("2025-07-02", 4)];
    expect(pathsOf(rows)[0]).toMatch(/^M46 ([\d.]+)H[\d.]+M[\d.]+ \1H\d+$/);
    const ended = rows.slice(0, 2);
    expect(pathsOf(ended)[0]).toMatch(/^M46 [\d.]+H[\d.]+$/);
    expect(textOf(ended)).toMatch(/end" x="[\d.]+" y="[\d.]+">Host 0</);
    // The label does not cover the prices of the axis when the line ends at the left.
    const early = [step("2025-01-01", 4), step("2025-01-02", null)];
    const [, end] = /end" x="([\d.]+)" y="[\d.]+">Host 0</.exec(textOf(early, rows)) ?? [];
    expect(Number(end)).toBeGreaterThan(46 + 30);
  });

  test("have names at least 17 px apart at the right edge, all inside", () => {
    const hosts = Array.from({ length: 9 }, (_, at) => [step("2025-01-01", 4 + at / 100)]);
    const places = [...textOf(...hosts).matchAll(/y="([\d.]+)">Host \d \$/g)].map(([, y]) =>
      Number(y),
    );
    expect(places).toHaveLength(9);
    for (const [at, y] of places.entries()) {
      expect(y > 0 && y < 300).toBe(true);
      if (at > 0) expect(Math.round(y - (places[at - 1] ?? 0))).toBeGreaterThanOrEqual(17);
    }
  });
});

test("an axis is logarithmic when the most expensive price is many times the cheapest", () => {
  expect(isPriceAxisLogarithmic([4, 20])).toBe(false);
  expect(isPriceAxisLogarithmic([1, 20])).toBe(true);
  expect(createPriceAxis([0, 1, 20], [200, 0]).at(0)).toBe(200);
});

test.each([
  createTimeAxis(["2025-01-01", "2025-02-01"], [0, 800]),
  createTimeAxis(["2025-01-01", "2031-01-01"], [0, 800]),
  ...[0.0004, 3, 700].map((high) => createPriceAxis([0.3, high], [0, 800])),
])("an axis has labels inside the drawing, in order, none twice", ({ ticks }) => {
  const places = ticks.map(({ at }) => at);
  expect(places.length).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
  for (const at of places) expect(at >= 0 && at <= 800).toBe(true);
});

describe("names in a drawing", () => {
  const area = { x: 0, y: 0, width: 300, height: 200 };

  test("cover neither dots nor each other, and stay inside", () => {
    const dots = Array.from({ length: 40 }, (_, at) => {
      return { x: (at * 37) % 300, y: (at * 71) % 200, text: `Model ${at}`, colour: "lab" };
    });
    const taken = dots.map(({ x, y }) => ({ x: x - 3, y: y - 3, width: 6, height: 6 }));
    const boxes = placeChartLabels(dots, { area, taken, count: 40 }).map(({ box }) => box);
    expect(boxes.length).toBeGreaterThan(5);
    for (const [at, { x, y, width, height }] of boxes.entries()) {
      expect(x >= 0 && x + width <= 300 && y >= 0 && y + height <= 200).toBe(true);
      for (const other of [...taken, ...boxes.slice(at + 1)]) {
        const isBeside = x >= other.x + other.width || other.x >= x + width;
        expect(isBeside || y >= other.y + other.height || other.y >= y + height).toBe(true);
      }
    }
  });

  test("are connected by a line when there is no room beside the dot, and left out when there is none at all", () => {
    const dot = { x: 150, y: 100, text: "Model", colour: "lab" };
    const around = { x: 100, y: 85, width: 100, height: 30 };
    const [placed] = placeChartLabels([dot], { area, taken: [around], count: 1 });
    expect(placed).toBeUndefined();
    const beside = [130, 165].map((x) => ({ x, y: 77, width: 5, height: 43 }));
    const [apart] = placeChartLabels([dot], { area, taken: beside, count: 1 });
    expect(apart).toMatchObject({ item: dot, leader: { x: 132, y: 60 } });
  });
});

describe("records of a benchmark", () => {
  const about = { href: "/", colour: "lab", isOpen: false, isOwn: false };
  const result = (name: string, released: string, score: number): ScoreByReleaseDate => ({
    ...about,
    runner: "independent",
    name,
    released: `2025-${released}-01`,
    score,
  });
  const results = [
    result("A", "01", 50),
    result("B", "03", 40),
    result("C", "02", 60),
    result("D", "03", 60),
    result("E", "03", 30),
  ];

  test("has no word at the axis, where only a number has room", () => {
    const results = [result("A", "01", 5), result("B", "12", 700)];
    const toText = (score: number) => `${score} minutes`;
    const { marks } = drawScoresByDate({ results, isHigherBetter: true, max: null, toText }, false);
    expect(String(marks)).toContain(">200</text>");
    expect(String(marks)).not.toContain("200 minutes");
  });

  test("are the results better than all before them, self-reported ones only where there are no others", () => {
    const names = (isHigherBetter: boolean) =>
      findBestScoresToDate(results, isHigherBetter).map(({ name }) => name);
    expect(names(true)).toEqual(["A", "C"]);
    expect(names(false)).toEqual(["A", "E"]);
    const own = { ...result("F", "04", 90), isOwn: true };
    expect(toIndependentScoresOrAll([...results, own])).toEqual(results);
    expect(toIndependentScoresOrAll([own])).toEqual([own]);
  });
});

test("the colours of labs are read from the source style sheet and from the minified one", () => {
  const minified = ".lab-acme{--lab: light-dark(#111111, #eeeeee)}";
  for (const text of [minified, minified.replace("{", " {\n  ").replace("}", ";\n}\n")])
    expect([...parseLightPalette(text)]).toEqual([["lab-acme", "#111111"]]);
});

test.each([
  [[0.7, 0.8, 0.9, 0.9, 1, 1.1, 1.2, 1.3, 1.4], "Host 0|Host 2|Host 8|Host 7"],
  [[0.7, 0.72, 0.75, ...Array<number>(9).fill(0.77), 1.4], "Host 0|Host 2|Host 12|9 hosts"],
])("of the host prices %j, these have a label: %s", (prices, shown) => {
  const about = { slug: "", kind: "Cloud", isReseller: false, input: null, output: null };
  const hosts = prices.map((blended, at) => {
    return { ...about, host: `Host ${at}`, colour: at === 2 ? "ink" : "quiet", blended };
  });
  const { marks } = drawHostPrices(hosts, false);
  const labels = Array.from(`${marks}`.matchAll(/class="name [^>]*>([^<]*)</g), ([, text]) => text);
  expect(labels.join("|")).toBe(shown);
});

test("the chart of retirements is lower than 400 px with 80 in one month and a range of four years", () => {
  const end = { name: "Skald", href: "/models/skald", host: "ACME" };
  const days = ["2022-10-01", ...Array<string>(80).fill("2026-10-23")];
  const ends = days.map((date) => ({ ...end, date }));
  for (const isWide of [true, false])
    expect(drawRetirementsByMonth(ends, "2026-11-27", isWide).height).toBeLessThan(400);
});
