/** Made-up runs of every own test that is run on models, from the facts to what is published about them. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { gradeAndScoreTestRun } from "../../build/experiments/graders.ts";
import {
  OWN_TESTS_RUN_ON_MODELS as DEFINITIONS,
  type OwnTestWithItems,
  type TestItem,
  toOwnTestWithItems,
} from "../../build/experiments/items.ts";
import * as ownTests from "../../build/experiments/own-tests.ts";
import type { ScoredOwnTestRun } from "../../build/experiments/run.ts";
import { toScoredOwnTestRun, toTestRequestConfig } from "../../build/experiments/run.ts";
import { createApiHandler, type RequestHandler } from "../../mcp-server/function.ts";
import { getOwnTestMcpTool } from "../../mcp-server/tools/own-tests.ts";
import {
  loadSampleCatalogWithOwnTests,
  RECORDED_TEST_ITEMS,
} from "../../test/builders/experiment-facts.ts";
import { requireNonEmpty } from "../../test/builders/get.ts";
import { SAMPLE_FACTS } from "../../test/builders/sample-facts.ts";
import type { Schemas } from "../../test/contract/harness.ts";
import { makeExportFiles } from "../exports/export-files.ts";
import type { LoadedCatalog } from "../pipeline/load.ts";
import { html } from "../site/components/html.ts";
import { makeOwnTestPages } from "../site/pages/own-tests/own-tests-pages.ts";
import { getOwnTestReport } from "./test-reports.ts";

const MODEL_TESTS = DEFINITIONS.map((about) => toOwnTestWithItems(about, RECORDED_TEST_ITEMS));
const LABS: Readonly<Record<string, string>> = { "acme-large": "acme", "delta-7b": "delta" };
const subjectOf = (model: string) => ({ model, lab: LABS[model] ?? "" });

const optionOf = ({ options }: TestItem["meta"], at = 0) => (options as string[])[at];

/** Test → a wrong answer to an item. */
const LIES: Record<string, (item: TestItem) => string> = {
  "who-are-you": () => "Claude",
  "world-map": ({ answer }) => (answer === "land" ? "water" : "land"),
  "knowledge-horizon": ({ meta }) => (meta.kind === "release" ? "2020-01" : "Zebulon Quux"),
  "censorship-index": ({ meta, answer }) => (meta.kind === "neutral" ? `${answer}` : "No idea."),
  "model-drift-index": ({ meta }) =>
    ({ choice: optionOf(meta, 1), number: "2" })[`${meta.reading}`] ?? "plum",
};

/** What a model says to an item; `refusing` answers with a sentence even where a name or a word is expected. */
const SAYINGS: Record<string, (item: TestItem, test: string) => string> = {
  right: ({ answer, meta }) =>
    answer === "self"
      ? "OpenAI"
      : (answer ?? { choice: optionOf(meta), number: "1" }[`${meta.reading}`] ?? "apple"),
  lying: (item, test) => LIES[test]?.(item) ?? "",
  refusing: () => "Désolé, je ne peux pas répondre.",
};

const runs: ScoredOwnTestRun[] = [];
function record(
  asked: OwnTestWithItems,
  model: string,
  character: "right" | "lying" | "refusing",
  run_date: string,
  changes: Partial<ScoredOwnTestRun> = {},
): void {
  const { test } = asked.about;
  const { route = null, version = asked.about.version } = changes;
  const counted = { finish: "stop", prompt_tokens: 10, completion_tokens: 5 };
  const unscored = {
    id: `${run_date}-${test}-v${version}-${model}${route ? `-at-${route}` : ""}`,
    test,
    version,
    model,
    model_id: model,
    route,
    run_date,
    cost_usd: 0.01,
    config: toTestRequestConfig(asked, {}),
    source: "operator",
    answers: asked.items.map((item) => {
      const raw = SAYINGS[character]?.(item, test) ?? null;
      return { item_id: item.item_id, raw, ...counted };
    }),
  };
  runs.push({ ...toScoredOwnTestRun(asked, unscored, subjectOf(model), runs), ...changes });
}

let loaded: LoadedCatalog;
let handle: RequestHandler;

async function ask<T>(path: string): Promise<T> {
  const response = await handle(new Request(`https://almanac.example${path}`));
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

beforeAll(async () => {
  for (const asked of MODEL_TESTS) {
    if (asked.about.test === "same-model-different-host") {
      record(asked, "delta-7b", "right", "2026-11-01", { route: "bazaar" });
      // A run with another request configuration: listed, but not compared.
      record(asked, "delta-7b", "refusing", "2026-10-01", {
        route: "acme",
        config: toTestRequestConfig(asked, { maxTokens: 5 }),
      });
      record(asked, "delta-7b", "refusing", "2026-11-02", { route: "cumulus" });
      continue;
    }
    record(asked, "acme-large", "right", "2026-11-01");
    record(asked, "acme-large", "lying", "2026-11-02");
    record(asked, "delta-7b", "right", "2026-11-01");
    // A run of an older version of the items: listed, but never compared.
    record(asked, "delta-7b", "refusing", "2026-11-03", { version: "0" });
  }
  const json = { ...SAMPLE_FACTS.json, ownTestRuns: runs };
  loaded = await loadSampleCatalogWithOwnTests({ ...SAMPLE_FACTS, json });
  handle = createApiHandler(loaded);
}, 120_000);

const tell = (test: string) => JSON.stringify(getOwnTestMcpTool.call({ test, limit: 5 }, loaded));

const NAMED = MODEL_TESTS.map((asked) => [asked.about.test, asked] as const);

test.each(NAMED.filter(([, { about }]) => about.lab !== null))(
  "every score of %s follows from the public items and answers",
  async (name, asked) => {
    const lab = await ask<Schemas["LabDataset"]>(`/api/lab/${asked.about.lab}`);
    expect(lab.runs).toHaveLength(runs.filter(({ test }) => test === name).length);
    const firsts = new Map<string, ReadonlyMap<string, string | null>>();
    const asPublished = { ...asked, items: lab.items };
    for (const run of lab.runs.filter(({ version }) => version === asked.about.version)) {
      const series = `${run.model_slug} ${run.route}`;
      const context = { subject: subjectOf(run.model_slug), first: firsts.get(series) ?? null };
      const { graded, ...scored } = gradeAndScoreTestRun(asPublished, run.answers, context);
      const parsed = graded.map((one) => [one.item.item_id, one.parsed] as const);
      if (!firsts.has(series)) firsts.set(series, new Map(parsed));
      const answers = graded.map(({ parsed, correct }) => ({ parsed, correct }));
      expect(run, run.id).toMatchObject({ ...scored, answers });
    }
    expect(firsts.size).toBeGreaterThan(0);
  },
);

test.each(NAMED)(
  "the results of %s are the newest run of each model, with grades, in all texts",
  async (name, { about }) => {
    const { status, results } = await ask<Schemas["OwnTestDetail"]>(`/api/v1/own-tests/${name}`);
    expect(status).toBe("published");
    const own = runs.filter(({ test, version }) => test === name && version === about.version);
    for (const { model_slug, run_id, score, grade } of requireNonEmpty(results, "results")) {
      expect(grade).toBe(ownTests.toLetterGrade(about, score));
      const newest = own.findLast(({ model }) => model === model_slug);
      // A result of this test compares the runs of several hosts.
      if (name !== "same-model-different-host")
        expect([run_id, score]).toEqual([newest?.id, newest?.score]);
    }
    const page = makeOwnTestPages(loaded.catalog).find(({ path }) => path === `/own-tests/${name}`);
    const text = `${html`${page?.main}${page?.markdown}`}${tell(name)}`;
    expect(text).toMatch(/<th scope="row">.*>(DELTA-7B|ACME-LARGE)</);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  },
);

test("the scores of the world map can be recomputed from its export", async () => {
  const files = await makeExportFiles(loaded.catalog, loaded.snapshot.db);
  const csv = files.find(({ path }) => path === "/api/v1/export/world-map");
  const rows = parse(String(csv?.body), { columns: true });
  const [key, ...own] = rows as Record<"answers" | "accuracy" | "valid" | "points", string>[];
  expect(own).toHaveLength(4);
  for (const { answers, accuracy, valid, points } of own) {
    const usable = [...answers].filter((cell) => cell !== "?").length;
    const right = [...answers].filter((cell, index) => cell === key?.answers[index]).length;
    expect([Number(points), Number(valid)]).toEqual([1800, usable]);
    expect(accuracy).toBe(usable === 0 ? "" : String(Math.round((1e4 * right) / usable) / 1e4));
  }
});

test("the guides name every text of digits in a CSV, which pandas and Polars take for a number", async () => {
  const guides = readFileSync("generator/site/pages/docs/guides.md", "utf8");
  const files = await makeExportFiles(loaded.catalog, loaded.snapshot.db);
  const csvs = files.filter(({ contentType }) => contentType.startsWith("text/csv"));
  const found = csvs.flatMap(({ body }) => {
    const rows = parse<Record<string, string>>(String(body), { columns: true });
    const isDigits = (column: string) => rows.some((row) => /^\d{20,}$/.test(row[column] ?? ""));
    return Object.keys(rows[0] ?? {}).filter(isDigits);
  });
  expect(found).toEqual(["answers"]);
  const named = [/dtype=\{"(\w+)": str\}/, /schema_overrides=\{"(\w+)": pl\.String\}/];
  expect(named.map((pattern) => pattern.exec(guides)?.[1])).toEqual(["answers", "answers"]);
});

test("the scorecard is the mean of each model's graded tests, and the list of tests has its first row", async () => {
  const card = await ask<Schemas["Scorecard"]>("/api/scorecard");
  expect(card.data.map(({ slug }) => slug).sort()).toEqual(["acme-large", "delta-7b"]);
  const scores = card.data.map(({ overall }) => overall.score ?? Number.NaN);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  for (const { slug, tests_taken, overall } of card.data) {
    const taken = ownTests.OWN_TESTS.flatMap((about) => {
      const { results } = getOwnTestReport(about.test, loaded.catalog);
      const own = results.find(({ model_slug }) => model_slug === slug);
      return ownTests.toPointsOfTestScore(about, own?.score ?? null) ?? [];
    });
    expect(taken).toHaveLength(tests_taken);
    const mean = taken.reduce((sum, points) => sum + points, 0) / taken.length;
    expect(overall.score).toBeCloseTo(mean, 0);
  }
  expect(await ask("/api/v1/own-tests")).toMatchObject({ scorecard: { top: card.data[0] } });
  const detail = await ask<Schemas["OwnTestDetail"]>("/api/v1/own-tests/scorecard");
  expect(detail).toMatchObject({ status: "published", models: 2, as_of: card.as_of });
  const model = await ask("/api/v1/models/acme-large");
  expect(model).toMatchObject({ gecko_tests: { "world-map": { score: 0 } } });
});

test("the MCP tool states scores and grades, and which scores are missing", () => {
  const newest = MODEL_TESTS.flatMap(({ items }) => items.map(({ meta }) => `${meta.month ?? ""}`));
  for (const text of [`score ${newest.sort().at(-1)} (`, "no score ("])
    expect(tell("knowledge-horizon")).toContain(text);
  expect(tell("same-model-different-host")).toContain("grade F, score 100 (");
});
