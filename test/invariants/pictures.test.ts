import { describe, expect } from "vitest";
import { getDefined } from "../builders/get.ts";
import { type DetailAnswer, verifies, visit } from "../contract/harness.ts";
import { getHostComparisonTest, getTokenizerTaxTest } from "../contract/measured.ts";

describe("pictures", () => {
  verifies("4.6-pictures", "are SVG with the numbers of the answer", async (site) => {
    const { exact } = site.doors;
    const [sold] = (await getHostComparisonTest(site)).results
      .filter(({ metrics }) => metrics.isPlausible)
      .sort((a, b) => b.metrics.hosts - a.metrics.hosts);
    const widest = getDefined(sold, "model that several hosts sell");
    const lowest = getDefined((await getTokenizerTaxTest(site)).results[0]?.score, "lowest score");
    for (const [test, words] of [
      ["tokenizer-tax", ["Hindi", "OpenAI o200k_base", `+${Math.round(lowest)}\u00a0%`]],
      [
        "same-model-different-host",
        [`(${widest.metrics.hosts})`, `${widest.metrics.ratio.toFixed(1)}×`],
      ],
    ] as const) {
      const { body } = await site.get<DetailAnswer<{ pictures: { url: string; type: string }[] }>>(
        `/api/v1/own-tests/${test}`,
      );
      const picture = getDefined(body.pictures[0], `picture of ${test}`);
      expect(picture.url).toBe(`${site.base}/chart/own-tests/${test}.svg`);
      const answer = await visit(exact, `/chart/own-tests/${test}.svg`);
      expect(answer.headers.get("Content-Type")).toBe(picture.type);
      const svg = await answer.text();
      for (const word of words) expect(svg).toContain(word);
      expect(svg).not.toMatch(/NaN|undefined|<script|href=/);
    }
    const { body } = await site.get<DetailAnswer<{ pictures: unknown[] }>>(
      "/api/v1/own-tests/world-map",
    );
    expect(body.pictures).toEqual([]);
  });
});
