/** Scores: on another scale, of another day, shifted, under another name. */
import { dayAfter, type Lie, of, shift } from "../lie.ts";

const scores = (name: string, change: (score: { score: number; date: string }) => void): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: ({ records }) => {
    for (const { benchmarks } of Object.values(records)) for (const row of benchmarks) change(row);
  },
});

export const SCORES: readonly Lie[] = [
  scores("scores ÷ 10", (row) => {
    row.score /= 10;
  }),
  scores("scores × 10", (row) => {
    row.score *= 10;
  }),
  scores("scores as fractions", (row) => {
    row.score /= 100;
  }),
  scores("scores dated tomorrow", (row) => {
    row.date = "2026-07-01";
  }),
  scores("scores dated a day later", (row) => {
    row.date = dayAfter(row.date);
  }),
  of("aider", "every run a day later", ({ aider }) => {
    for (const run of aider) run.date = dayAfter(run.date);
  }),
  scores("scores dated a month later", (row) => {
    row.date = "2026-04-01";
  }),
  {
    ...{ name: "models.dev: one score 250 %", source: "models-dev" },
    tell: ({ records }) => {
      const row = records["acme/quark-7"]?.benchmarks[0];
      if (row) row.score = 250;
    },
  },
  {
    ...{ name: "models.dev: one score a third", source: "models-dev" },
    tell: ({ records }) => {
      const row = records["acme/quark-7"]?.benchmarks[0];
      if (row) row.score /= 3;
    },
  },
  {
    ...{ name: "aider: rates as fractions", source: "aider" },
    tell: ({ aider }) => {
      for (const run of aider) run.pass_rate_2 /= 100;
    },
  },
  {
    ...{ name: "aider: models and rates shifted by a row", source: "aider" },
    tell: ({ aider }) => {
      const [first, ...rest] = aider.map((run) => run.pass_rate_2);
      const shifted = [...rest, first ?? 0];
      for (const [index, run] of aider.entries()) run.pass_rate_2 = shifted[index] ?? 0;
    },
  },
  {
    ...{ name: "aider: one run without a number", source: "aider" },
    tell: ({ aider }) => {
      Object.assign(aider[3] ?? {}, { pass_rate_2: "n/a" });
    },
  },
  {
    ...{ name: "aider: half of the runs", source: "aider" },
    tell: ({ aider }) => void aider.splice(12),
  },
  of("models-dev", "the names of two benchmarks exchanged", ({ records }) => {
    for (const { benchmarks } of Object.values(records)) {
      const [a, b] = benchmarks;
      if (a && b) [a.name, b.name] = [b.name, a.name];
    }
  }),
  of("models-dev", "scores shifted by a row", ({ records }) =>
    shift(
      Object.values(records).flatMap(({ benchmarks }) => benchmarks.slice(0, 1)),
      ({ score }) => score,
      (row, score) => {
        row.score = score;
      },
    ),
  ),
  of("models-dev", "scores as texts with a sign", ({ records }) => {
    for (const { benchmarks } of Object.values(records))
      for (const row of benchmarks) Object.assign(row, { score: `${row.score} %` });
  }),
  of("models-dev", "every score three points better", ({ records }) => {
    for (const { benchmarks } of Object.values(records))
      for (const row of benchmarks) row.score += 3;
  }),
  of("models-dev", "addresses of the scores are scripts", ({ records }) => {
    for (const { benchmarks } of Object.values(records))
      for (const row of benchmarks) row.source = "javascript:alert(1)";
  }),
  of("models-dev", "each model's scores under the next model", ({ records }) =>
    shift(
      Object.values(records),
      ({ benchmarks }) => benchmarks,
      (row, benchmarks) => {
        row.benchmarks = benchmarks;
      },
    ),
  ),
  of("aider", "rates below 0", ({ aider }) => {
    for (const run of aider) run.pass_rate_2 *= -1;
  }),
  of("aider", "all rates alike", ({ aider }) => {
    for (const run of aider) run.pass_rate_2 = 50;
  }),
  of("aider", "run next year", ({ aider }) => {
    for (const run of aider) run.date = "2027-03-01";
  }),
  of(
    "aider",
    "every run twice, the second worse",
    ({ aider }) =>
      void aider.push(...aider.map((run) => ({ ...run, pass_rate_2: run.pass_rate_2 / 2 }))),
  ),
];
