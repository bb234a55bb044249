/** Moves of list prices that everybody knows. They are past: whatever a price does next, they stay recorded. */
import { expect } from "vitest";
import { verifies } from "../contract/verifies.ts";

const MOVES: [model: string, before: string, after: string][] = [
  ["gpt-4o", "5/15", "2.5/10"],
  ["deepseek-v4-pro", "1.74/3.48", "0.435/0.87"],
  ["o3", "10/40", "2/8"],
];

verifies("D-prices", "known moves of list prices are recorded as they were", async ({ get }) => {
  for (const [model, before, after] of MOVES) {
    const { body } = await get<{ input: number; output: number; is_list_price: boolean }[]>(
      `/api/v1/price-history/${model}`,
    );
    expect(
      body.every(({ is_list_price }) => is_list_price),
      model,
    ).toBe(true);
    const prices = body.map(({ input, output }) => `${input}/${output}`);
    expect(prices, model).toContain(before);
    expect(prices.slice(prices.indexOf(before)), model).toContain(after);
  }
});

verifies("4.7", "the known cut of DeepSeek V4 Pro is a finding", async ({ read }) => {
  const dump = await read<{ findings: { id: string }[] }>("/api/v1/dump.json");
  const cut = dump.findings.find(({ id }) => id === "2026-05-25-price-drop-deepseek-v4-pro");
  expect(cut).toMatchObject({
    title: "DeepSeek cuts DeepSeek V4 Pro by 75 %",
    numbers: { pct_blended: -75 },
    models: ["deepseek-v4-pro"],
  });
});
