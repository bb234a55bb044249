import { expect, test } from "vitest";
import * as z from "zod";
import { type CollectorContext, SourceFileReader } from "../collector.ts";
import { roundFloatNoise } from "./prices.ts";
import { formatScoreConfiguration, isSelfReportedScore } from "./scores.ts";
import { normalizeWeightsLicense, stripUrlTracking, toCleanText, toSpdxLicenseId } from "./text.ts";

const Row = z.object({ name: z.string().min(1), count: z.coerce.number() });
const CONTEXT = { hostAliases: [] as unknown } as CollectorContext;
const readerOf = (text: string) => new SourceFileReader("up", new Map([["a.csv", text]]), CONTEXT);

test("CSV rows are read by their header; malformed ones are rejected with place and reason; a missing file is named", () => {
  const reader = readerOf('\uFEFFcount,name,note\n3,"a, b",x\n2,,x\nmany,b,x\n');
  expect(reader.csv("a.csv", Row)).toEqual([{ name: "a, b", count: 3 }]);
  expect(reader.rejected).toMatchObject([
    { source: "up", place: "a.csv, row 2", isMalformed: true },
    { source: "up", place: "a.csv, row 3", reason: expect.stringMatching(/^count: /) },
  ]);
  expect(() => reader.getText("b.csv")).toThrow('the file "b.csv" is missing');
  const odd = readerOf('count,name\n1,a\n2\n3,b,c\n4,d\n5,e"f\n6,g\n');
  expect(odd.csv("a.csv", Row).map(({ count }) => count)).toEqual([1, 4, 6]);
  expect(odd.rejected.map(({ isMalformed, reason }) => [isMalformed, reason])).toEqual([
    [true, expect.stringContaining("got 1 on line 3")],
    [true, expect.stringContaining("got 3 on line 4")],
    [true, expect.stringContaining("Invalid Opening Quote")],
  ]);
});

test.each([
  [["2024-08-06, High", " Open  Hands ", "high"], "2024-08-06, high, open hands"],
  [["20241022"], "2024-10-22"],
  [["08-2024"], "2024-08"],
])("the parts %j become the configuration %j", (parts, configuration) => {
  expect(formatScoreConfiguration(...parts)).toBe(configuration);
});

test.each([
  ["https://www.anthropic.com/news/x", "anthropic", true],
  ["https://data.x.ai/card.pdf", "xAI", true],
  ["https://docs.cloud.google.com/models/gemini", "google", true],
  ["https://max.ai/news", "xai", null],
  ["https://arxiv.org/pdf/2309.16609v2", "Alibaba", true],
  ["https://arxiv.org/abs/2309.16609", "Meta AI", null],
  ["https://github.com/deepseek-ai/DeepSeek-V3", "deepseek", true],
  ["https://mirror.org/anthropic.com", "anthropic", null],
])("a score at %s about a model of %s is self-reported: %s", (url, maker, own) => {
  expect(isSelfReportedScore(url, maker)).toBe(own);
});

test.each([null, "", "GNU"])("the license %j has no SPDX id", (written) => {
  expect(toSpdxLicenseId(written)).toBeNull();
});

test("line breaks, control and invisible characters in a name become one space", () => {
  expect(toCleanText(" Weather\n\t server\u0007\u200B2 ")).toBe("Weather server 2");
  expect(toCleanText("Yargı MCP")).toBe("Yargı MCP");
});

test.each([
  ["https://a.org/x?rc=9mz&id=7&utm_source=chat", "https://a.org/x?id=7"],
  ["https://a.org/x?gaa_at=eafs&gaa_n=A#selection-12.0-13.4", "https://a.org/x"],
  ["https://youtu.be/live?t=394s#part", "https://youtu.be/live?t=394s#part"],
  [" https://A.org/Über%20uns ", "https://A.org/Über%20uns"],
  ...["", "n/a", "ftp://a.org/x", "https://", "https://a b.org"].map((text) => [text, null]),
])("%j without tracking is %j", (written, url) => {
  expect(stripUrlTracking(written)).toBe(url);
});

test.each([
  ["FSL-1.1-Apache-2.0", "FSL-1.1-ALv2"],
  ["UNLICENSED", "proprietary"],
  ["unlicense", "Unlicense"],
  ["MIT License", "MIT"],
  ["gemma", "Gemma"],
  [" Llama 4 Community License ", "Llama 4 Community License"],
  [" ", null],
])("the license %j of weights is named %j", (written, license) => {
  expect(normalizeWeightsLicense(written)).toBe(license);
});

test("rounding removes the noise of single and double precision and keeps all real digits of a price", () => {
  expect([0.0299999997, 0.700000007, 2.8e-7 * 1e6].map(roundFloatNoise)).toEqual([0.03, 0.7, 0.28]);
  for (const price of [0, 0.083333333, 2.648138, 0.008056640625])
    expect(roundFloatNoise(price)).toBe(price);
});
