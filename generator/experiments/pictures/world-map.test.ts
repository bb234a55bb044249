import { expect, test } from "vitest";
import { toSvg } from "./picture.ts";
import { type WorldMapRun, worldMapPicture } from "./world-map.ts";

const run = (model_name: string, score: number | null, answers: string): WorldMapRun => ({
  ...{ model_name, run_date: "2026-11-21", score, answers },
});
/** One island of ten rows of twenty cells. */
const KEY = Array.from({ length: 1800 }, (_, index) => {
  const [row, column] = [Math.floor(index / 60), index % 60];
  return row >= 5 && row < 15 && column >= 10 && column < 30 ? "1" : "0";
}).join("");
const draw = (runs: readonly WorldMapRun[]) =>
  toSvg(worldMapPicture({ key: KEY, version: "7", runs, service: "Name" })).toString();

/** Cells of each colour, over all maps. */
function areas(svg: string): Record<string, number> {
  const area: Record<string, number> = {};
  for (const [, fill = "", rects = ""] of svg.matchAll(/<g fill="(#\w+)">(.*?)<\/g>/g))
    for (const [, width] of rects.matchAll(/width="(\d+)" height="1"/g))
      area[fill] = (area[fill] ?? 0) + Number(width);
  return area;
}

/** Every tag that opens is closed in order, and no bare & or < is left. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [tag, slash, name = "", end] of svg.matchAll(/<(\/?)([a-z]+)(?: [^<>]*?)?(\/?)>/g))
    if (slash) expect(open.pop(), tag).toBe(name);
    else if (!end) open.push(name);
  expect(open).toEqual([]);
  const text = svg.replace(/<[^<>]*>/g, "");
  expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
  expect(svg).not.toMatch(/NaN|undefined|null|Infinity/);
}

test("without runs it is the key alone, and says so", () => {
  const svg = draw([]);
  expectWellFormed(svg);
  expect(areas(svg)).toEqual({ "#d8b365": 200, "#d3e8f5": 1600 });
  expect(svg).toContain("no model was asked yet");
  expect(svg).toContain("Name, own test world-map, version 7");
  expect(svg.length).toBeLessThan(40_000);
});

test("each map has 1,800 cells, coloured by what was said and what is so", () => {
  const svg = draw([run("All water", 65.9, "0".repeat(1800)), run("Key", 100, KEY)]);
  expectWellFormed(svg);
  // Water right: 1600 in each of three maps. Land: 200 in the key and in `Key`, called water in the other.
  expect(areas(svg)).toEqual({ "#d8b365": 400, "#d3e8f5": 4800, "#08306b": 200 });
  expect(svg.indexOf("Key</text>")).toBeLessThan(svg.indexOf("All water</text>"));
  expect(svg).toContain("Key: 100 percent right, 0 cells of water called land, 0 of land");
  expect(svg).toContain("200 of land called water, 0 without");
  expect(svg).toContain("version 7, asked 2026-11-21. Land");
  const earlier = { ...run("Older", 50, KEY), run_date: "2026-10-01" };
  expect(draw([run("Key", 100, KEY), earlier])).toContain("asked 2026-10-01 to 2026-11-21.");
});

test("unusable answers and answers that are too few are grey", () => {
  expect(areas(draw([run("a", 1, "?".repeat(1800))]))["#8c8c8c"]).toBe(1800);
  expect(areas(draw([run("a", 1, "1")]))).toMatchObject({ "#b2182b": 1, "#8c8c8c": 1799 });
});

test("the worst case stays small, and no more than six models are drawn", () => {
  const noise = Array.from({ length: 1800 }, (_, index) => "10?"[(index * index) % 3]).join("");
  const svg = draw(Array.from({ length: 9 }, (_, index) => run(`Model ${index}`, index, noise)));
  expectWellFormed(svg);
  const cells = Object.values(areas(svg)).reduce((sum, area) => sum + area, 0);
  expect(cells).toBe(7 * 1800);
  expect([...svg.matchAll(/Model (\d)<\/text>/g)].map(([, one]) => one)).toEqual([..."876543"]);
  expect(svg.length).toBeLessThan(600_000);
});

test("equal scores go by name, runs without a score are not drawn, names are escaped", () => {
  const svg = draw([run("b", 50, KEY), run("<a&>", 50, KEY), run("c", null, "")]);
  expectWellFormed(svg);
  expect(svg.indexOf("&lt;a&amp;&gt;</text>")).toBeLessThan(svg.indexOf(">b</text>"));
  expect(svg).not.toContain(">c</text>");
  expect(draw([run("c", null, "")])).toContain("no usable answers yet");
});
