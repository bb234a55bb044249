import { expect, test } from "vitest";
import { z } from "zod";
import { getUpstreamText, parseCsvRows } from "./rows.ts";
import { findNumber, isOwnReport, joinConfiguration, toScoreListing } from "./scores.ts";
import { toCleanText, toCleanUrl, toLicenseId } from "./text.ts";

const Row = z.object({ name: z.string().min(1), count: z.coerce.number() });
const csv = (text: string) =>
  parseCsvRows(new Map([["a.csv", text]]), { source: "up", file: "a.csv" }, Row);

test("CSV rows are read by their header, further columns ignored", () => {
  expect(csv('\uFEFFcount,name,note\n3,"a, b",x\n')).toEqual({
    rows: [{ name: "a, b", count: 3 }],
    rejected: [],
  });
});

test("a row of another shape is rejected with its place and reason, the others stay", () => {
  const { rows, rejected } = csv("name,count\na,1\n,2\nb,many\n");
  expect(rows).toEqual([{ name: "a", count: 1 }]);
  expect(rejected.map(({ source, place }) => `${source}: ${place}`)).toEqual([
    "up: a.csv, row 2",
    "up: a.csv, row 3",
  ]);
  expect(rejected[1]?.reason).toMatch(/^count: /);
});

test("a missing file stops the run and names the next step", () => {
  expect(() => getUpstreamText(new Map(), { source: "up", file: "a.csv" })).toThrow(
    'up: the file "a.csv" is missing; check the folder of --from',
  );
});

test.each([
  ["79.83%", 79.83],
  ["5.3 %", 5.3],
  ["0.42", 0.42],
  ["1e-3", 0.001],
  ["-1", -1],
  ["N/A", undefined],
  ["", undefined],
  ["None", undefined],
])("%j reads as %s", (cell, value) => {
  expect(findNumber(cell)).toBe(value);
});

test.each([
  [0.8458 * 100, 84.58],
  [718.80683, 718.80683],
])("a score of %s is listed as %s", (score, listed) => {
  const named = { source: "up", benchmark: "b", modelName: "m", asOf: "", sourceUrl: "" };
  expect(toScoreListing({ ...named, score }).score).toBe(listed);
});

test("parts are trimmed, lower-cased and joined in their order, each once", () => {
  expect(joinConfiguration("2024-08-06, High", " Open  Hands ", "high")).toBe(
    "2024-08-06, high, open hands",
  );
});

test.each([
  ["20241022", "2024-10-22"],
  ["08-2024", "2024-08"],
  ["32k thinking tokens", "32k thinking"],
  ["no think", "no thinking"],
  ["2024-08-06", "2024-08-06"],
])("%s is spelled %s", (written, spelling) => {
  expect(joinConfiguration(written)).toBe(spelling);
});

test.each([
  ["https://www.anthropic.com/news/x", "anthropic", true],
  ["https://assets.anthropic.com/card.pdf", "Anthropic", true],
  ["https://data.x.ai/card.pdf", "xAI", true],
  ["https://huggingface.co/Qwen/Qwen3.5-27B", "alibaba", true],
  ["https://max.ai/news", "xai", null],
  ["https://www.anthropic.com/news/x", "OpenAI", null],
  ["https://arxiv.org/abs/2309.16609", "Alibaba", true],
  ["https://arxiv.org/pdf/2309.16609v2", "Alibaba", true],
  ["https://arxiv.org/abs/2309.16609", "Meta AI", null],
  ["https://arxiv.org/abs/2309.16610", "Alibaba", null],
  ["https://github.com/deepseek-ai/DeepSeek-V3", "deepseek", true],
  ["https://mirror.org/anthropic.com", "anthropic", null],
  ["https://www.anthropic.com/news/x", null, null],
])("%s about a model of %s: %s", (url, maker, own) => {
  expect(isOwnReport(url, maker)).toBe(own);
});

test("line breaks, control and invisible characters in a name become one space", () => {
  expect(toCleanText(" Weather\n\t server\u0007\u200B2 ")).toBe("Weather server 2");
  expect(toCleanText("Yargı MCP")).toBe("Yargı MCP");
});

test("an address loses its tracking parameters and keeps the others", () => {
  expect(toCleanUrl("https://a.org/x?rc=9mz&id=7&utm_source=chat")).toBe("https://a.org/x?id=7");
  expect(toCleanUrl("https://a.org/x?gaa_at=eafs&gaa_n=A#selection-12.0-13.4")).toBe(
    "https://a.org/x",
  );
  expect(toCleanUrl("https://youtu.be/live?t=394s#part")).toBe("https://youtu.be/live?t=394s#part");
});

test.each(["", "n/a", "ftp://a.org/x", "https://", "https://a b.org"])(
  "%j is not a web address",
  (text) => {
    expect(toCleanUrl(text)).toBeNull();
  },
);

test.each([
  ["mit", "MIT"],
  ["Apache 2.0", "Apache-2.0"],
  ["FSL-1.1-Apache-2.0", "FSL-1.1-ALv2"],
  ["UNLICENSED", "proprietary"],
  ["unlicense", "Unlicense"],
])("%s is %s", (written, id) => {
  expect(toLicenseId(written)).toBe(id);
});
