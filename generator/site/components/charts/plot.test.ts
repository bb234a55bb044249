import { describe, expect, test } from "vitest";
import { getDefined } from "../../../../test/builders/get.ts";
import { PLOT_COORDINATE_MAX, type PricePoint, toStepChartData } from "./plot.ts";

const point = (date: string, input: number | null, output = input): PricePoint => ({
  date,
  input,
  output,
});

const plotOf = (points: readonly PricePoint[], until = "2025-12-31") =>
  getDefined(toStepChartData([points], until), "plot");

describe("a price over time", () => {
  test("holds until the next and on to the edge", () => {
    const { lines } = plotOf([point("2025-01-01", 4), point("2025-07-02", 2)]);
    expect(lines[0]?.input).toMatch(/^M0 [\d.]+H[\d.]+V[\d.]+H1000$/);
  });

  test("breaks where the host lists the model no more", () => {
    const rows = [point("2025-01-01", 4), point("2025-03-01", null), point("2025-07-02", 4)];
    expect(plotOf(rows).lines[0]?.input).toMatch(/^M0 ([\d.]+)H[\d.]+M[\d.]+ \1H1000$/);
    expect(plotOf(rows.slice(0, 2)).lines[0]?.input).toMatch(/^M0 [\d.]+H[\d.]+$/);
  });

  test("has a logarithmic scale when the most expensive is many times the cheapest", () => {
    expect(plotOf([point("2025-01-01", 4, 20)]).isLog).toBe(false);
    expect(plotOf([point("2025-01-01", 1, 20)]).isLog).toBe(true);
  });

  test("has labels inside the picture, in order, none twice", () => {
    for (const [last, high] of [
      ["2025-02-01", 3],
      ["2025-09-01", 0.0004],
      ["2031-01-01", 700],
    ] as const) {
      const { x, y } = plotOf([point("2025-01-01", 0.3), point(last, high)], last);
      for (const ticks of [x, y]) {
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
        for (const { at } of ticks) expect(at >= 0 && at <= PLOT_COORDINATE_MAX).toBe(true);
      }
    }
  });
});
