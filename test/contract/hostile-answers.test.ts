import { readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHandle, type Handle } from "../../mcp-server/function.ts";
import { readFunctionContext } from "../../mcp-server/read-function-context.ts";
import { TOOLS } from "../../mcp-server/tools/index.ts";
import { getSome } from "../builders/get.ts";
import {
  buildHostileAnswers,
  CANARY,
  HOSTILE_ANSWERS,
  type HostileAnswersSite,
} from "./hostile-answers-site.ts";
import { CALL, post } from "./mcp-post.ts";

/** Datasets of what was asked and answered, and the dump, which holds every table. */
const PUBLISHED = /^\/api\/(lab\/[a-z-]+|v1\/dump\.json)$/;
/** As bytes in a file: a terminal obeys them, or readers see another text than there is. */
const DECEIVING = /[\p{Cc}\p{Bidi_C}\u2028\u2029\ufeff]/u;

interface Lab {
  runs: { answers: { raw: string | null }[] }[];
}

let site: HostileAnswersSite;
let handle: Handle;
const files = new Map<string, string>();

beforeAll(async () => {
  site = await buildHostileAnswers();
  const options = { cwd: site.dist, dot: true, ignore: ["**/*.{parquet,ico,png}"] };
  for (const path of glob.sync("**", options))
    files.set(`/${path}`, readFileSync(join(site.dist, path), "utf8"));
  handle = createHandle(readFunctionContext(site.functionData));
}, 180_000);
afterAll(() => site?.remove());

const datasets = (): readonly [path: string, text: string][] =>
  getSome(
    [...files].filter(([path, text]) => PUBLISHED.test(path) && text.includes(CANARY)),
    "datasets",
  );

describe("an answer that a model gave is text", () => {
  test("that stands in the dataset of its test and in the dump, and nowhere else", () => {
    const others = [...files].filter(
      ([path, text]) => !PUBLISHED.test(path) && text.toLowerCase().includes(CANARY),
    );
    expect(others.map(([path]) => path)).toEqual([]);
    expect(datasets().map(([path]) => path)).toHaveLength(6);
  });

  test("whole, as it came, of 4 MB too", () => {
    const told = new Set(
      [...files]
        .filter(([path]) => path.startsWith("/api/lab/"))
        .flatMap(([, text]) => (JSON.parse(text) as Lab).runs)
        .flatMap(({ answers }) => answers.map(({ raw }) => raw)),
    );
    for (const answer of HOSTILE_ANSWERS) expect(told, answer.slice(0, 60)).toContain(answer);
  });

  test("in which no character obeys or deceives: it stands as an escape", () => {
    expect(JSON.stringify(HOSTILE_ANSWERS)).toMatch(DECEIVING);
    for (const [path, text] of datasets()) expect(DECEIVING.exec(text), path).toBeNull();
  });

  test("that is handed out as JSON, never as a page", async () => {
    const headers = readFileSync(join(site.dist, "_headers"), "utf8");
    for (const [path] of datasets().filter(([path]) => path.startsWith("/api/lab/"))) {
      const { status, headers } = await handle(new Request(`https://almanac.example${path}`));
      expect(status, path).toBe(200);
      expect(headers.get("content-type"), path).toBe("application/json; charset=utf-8");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("content-security-policy"), path).toMatch(/^default-src 'none'/);
    }
    expect(headers).toMatch(/\/api\/\*\n(.*\n)*? {2}X-Content-Type-Options: nosniff/);
  });

  test("that no tool repeats, so that no assistant takes it for its user's word", async () => {
    const tests = [...files.keys()].flatMap((path) => /^\/api\/lab\/(.+)$/.exec(path)?.[1] ?? []);
    const calls: [name: string, args: object][] = [
      ...getSome(tests, "tests").map((test): [string, object] => ["get_own_test", { test }]),
      ...tests.map((test): [string, object] => ["fetch", { id: `own-test:${test}` }]),
      ["get_own_test", { test: "who-are-you", model: "acme-large" }],
      ...["get_scorecard", "latest_findings"].map((name): [string, object] => [name, {}]),
      ...["get_model", "cheapest_provider"].map((name): [string, object] => [
        name,
        { model: "acme-large" },
      ]),
      ["compare_models", { models: ["acme-large", "delta-7b"] }],
      ...["search", "search_models"].map((name): [string, object] => [name, { query: "acme" }]),
      ["fetch", { id: "scorecard" }],
    ];
    expect(new Set(calls.map(([name]) => name))).toEqual(new Set(TOOLS.map(({ name }) => name)));
    for (const [name, args] of calls) {
      const { reply } = await post(handle, { ...CALL, params: { name, arguments: args } });
      expect(reply.error, name).toBeUndefined();
      expect(JSON.stringify(reply.result), name).not.toContain(CANARY);
    }
  });
});
