/** Runs own tests against a local chat endpoint; each test decides its replies and the cost it bills. */
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeAllOfTests } from "../../test/builders/close-after-tests.ts";
import { getDefined } from "../../test/builders/get.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { startTestServer } from "../../test/builders/test-server.ts";
import { listFilePaths } from "../facts/fact-files.ts";
import type { Facts } from "../facts/kinds.ts";
import { readFacts } from "../facts/read-facts.ts";
import { OwnTestRun } from "../schema/own-test.ts";
import { createOwnTestCommand, toOwnTestRunTarget } from "./command.ts";
import type { OwnTestWithItems } from "./items.ts";
import { SAME_MODEL_DIFFERENT_HOST_TEST } from "./own-tests.ts";
import {
  type RunOwnTestOptions,
  rescoreOwnTestRuns,
  runOwnTest,
  type ScoredOwnTestRun,
  toTestRequestConfig,
} from "./run.ts";

/** Ten sums, scored as the percentage that is right. */
const SUMS: OwnTestWithItems = {
  about: {
    ...SAME_MODEL_DIFFERENT_HOST_TEST,
    test: "sums",
    max_tokens: 20,
    version: "1",
    readings: { sum: "digits" },
  },
  items: Array.from({ length: 10 }, (_, index) => ({
    item_id: `sum-${index}`,
    prompt: `How much is ${index + 100} + 1000?`,
    answer: String(index + 1100),
    meta: { kind: "sum" },
  })),
};
const ONE = { ...SUMS, items: SUMS.items.slice(0, 1) };
const ID = "2026-11-01-sums-v1-acme-large";
const PRICES = { input: 4, output: 20 };
const SUBJECT = { model: "acme-large", lab: "acme" };
const KEY = "sk-secret-0123456789";

interface ChatBody {
  model: string;
  messages: { content: string }[];
}

/** @param nth How often this question was sent before. */
type Reply = (response: ServerResponse, nth: number, body: ChatBody) => unknown;

const questionOf = ({ messages }: ChatBody) => messages.at(-1)?.content;
const itemOf = (body: ChatBody) => SUMS.items.find(({ prompt }) => prompt === questionOf(body));
const rightTo = (body: ChatBody): string => itemOf(body)?.answer ?? "what?";
const usageOf = ({ messages }: ChatBody) => ({
  prompt_tokens: Math.ceil((messages[0]?.content.length ?? 0) / 3),
  completion_tokens: 2,
});
const completion = (message: unknown, usage: unknown, finish_reason = "stop") =>
  JSON.stringify({ choices: [{ message, finish_reason }], usage });
const right: Reply = (response, _, body) =>
  response.end(completion({ content: rightTo(body) }, usageOf(body)));
const fail =
  (status: number, message = "no"): Reply =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ error: { code: status, message } }));

let reply: Reply;
let asked: ChatBody[];
/** USD billed so far; a broken connection is billed in full. */
let billed: number;
let data: string;
let journals: string;
let baseUrl: string;
let progress: string[];
const timesAsked = (question?: string) =>
  asked.filter((one) => questionOf(one) === question).length;
const everyTimes = () => SUMS.items.map(({ prompt }) => timesAsked(prompt));
async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = (await json(request)) as ChatBody;
  const nth = timesAsked(questionOf(body));
  asked.push(body);
  response.on("close", () => {
    if (response.statusCode !== 200) return;
    const { prompt_tokens, completion_tokens } = usageOf(body);
    billed += (prompt_tokens * PRICES.input + completion_tokens * PRICES.output) / 1e6;
  });
  await reply(response, nth, body);
}
beforeEach(async () => {
  [reply, asked, billed, progress] = [right, [], 0, []];
  data = createTemporaryFolder("runs-data");
  journals = createTemporaryFolder("runs");
  baseUrl = `${await startTestServer(answer)}/v1`;
});
afterEach(closeAllOfTests);

type Changes<T> = Partial<Omit<T, "endpoint">> & {
  endpoint?: Partial<RunOwnTestOptions["endpoint"]>;
};
const run = ({ endpoint, ...changes }: Changes<RunOwnTestOptions> = {}) =>
  runOwnTest({
    test: SUMS,
    date: "2026-11-01",
    capUsd: 10,
    concurrency: 4,
    plan: { subject: SUBJECT, modelId: "m", route: null, prices: PRICES },
    recorded: [],
    dataFolder: data,
    journalFolder: journals,
    // Waits a thousandth of the time: milliseconds instead of seconds.
    sleep: (ms) => setTimeout(ms / 1000),
    progress: (line) => void progress.push(line),
    ...changes,
    endpoint: {
      baseUrl,
      key: undefined,
      tokenField: "max_tokens",
      userAgent: "test",
      config: toTestRequestConfig(SUMS, {}),
      ...endpoint,
    },
  });

describe("a run", () => {
  test("asks every item once, scores the answers and becomes a fact", async () => {
    const { run: recorded, spent } = await run();
    expect(everyTimes()).toEqual(Array(10).fill(1));
    expect(recorded).toMatchObject({ id: ID, score: 100, n_items: 10, n_valid: 10 });
    expect(progress).toHaveLength(10);
    expect(progress.at(-1)).toMatch(/: 10 of 10 questions answered, \$0\.\d{4} of \$10\.00 spent$/);
    expect(spent).toBeCloseTo(billed, 9);
    const fact = join(data, "experiments/sums/runs", `${ID}.json`);
    expect(OwnTestRun.parse(JSON.parse(readFileSync(fact, "utf8")))).toEqual(recorded);
    expect(readdirSync(journals)).toEqual([]);
    await expect(run()).rejects.toThrow(/is already recorded; give another --date/);
  });

  test("writes each question to disk before it sends it, so that a kill loses nothing", async () => {
    reply = async (response, nth, body) => {
      const lines = readFileSync(join(journals, `${ID}.jsonl`), "utf8");
      expect(lines).toContain(`{"item_id":"${itemOf(body)?.item_id}","usd":`);
      await right(response, nth, body);
    };
    expect((await run()).run?.score).toBe(100);
  });

  test("sends one question a request with the settings that are not null, without a key", async () => {
    await run({ test: ONE });
    const sent = { model: "m", messages: [{ role: "user", content: "How much is 100 + 1000?" }] };
    expect(asked.shift()).toEqual({ ...sent, temperature: 0, seed: 1, max_tokens: 20 });
    const changes = { temperature: null, seed: null, reasoning: "high", systemPrompt: "Be brief." };
    const config = toTestRequestConfig(SUMS, changes);
    await run({
      test: ONE,
      date: "2026-11-02",
      endpoint: { config, tokenField: "max_completion_tokens" },
    });
    const messages = [{ role: "system", content: "Be brief." }, ...sent.messages];
    const others = { reasoning_effort: "high", max_completion_tokens: 20 };
    expect(asked).toEqual([{ model: "m", messages, ...others }]);
  });

  test.each([
    [{ content: [{ text: "4" }, { type: "image" }, { text: "2" }] }, "42"],
    [{ content: null, refusal: "No." }, "No."],
    [{ content: null }, ""],
    [{ content: "a\ud800" }, "a\ufffd"],
  ])("reads the answer %j", async (message, raw) => {
    reply = (response) => response.end(completion(message, { prompt_tokens: 7 }));
    const answers = (await run()).run?.answers;
    const counted = { finish: "stop", prompt_tokens: 7, completion_tokens: null };
    expect(answers?.[0]).toMatchObject({ raw, ...counted });
  });

  test("never sends more questions at once than allowed", async () => {
    let now = 0;
    const counts: number[] = [];
    reply = async (response, nth, body) => {
      counts.push(++now);
      await setTimeout(50);
      now--;
      await right(response, nth, body);
    };
    await run({ concurrency: 3 });
    expect(Math.max(...counts)).toBe(3);
  });

  test("refuses an unencrypted address of another machine", async () => {
    const endpoint = { baseUrl: "http://10.0.0.5:8000/v1", key: KEY };
    await expect(run({ endpoint })).rejects.toThrow(/an address that does not begin with https/);
  });
});

describe("an endpoint that fails", () => {
  const FAULTS: Reply[] = [
    fail(429),
    fail(500),
    (response, _, body) => {
      const whole = completion({ content: rightTo(body) }, usageOf(body));
      response.writeHead(200, { "content-length": whole.length });
      response.write(whole.slice(0, 20), () => response.destroy());
    },
  ];

  test("is asked again until it answers, and broken answers count as billed in full", async () => {
    reply = (response, nth, body) => (FAULTS[nth] ?? right)(response, nth, body);
    const { run: recorded, spent } = await run();
    expect(recorded).toMatchObject({ score: 100, n_valid: 10 });
    expect(everyTimes()).toEqual(Array(10).fill(4));
    expect(spent).toBeGreaterThanOrEqual(billed);
  });

  test("is not asked further when it seems to be down, and the next run asks the rest", async () => {
    reply = fail(503);
    await expect(run({ concurrency: 1 })).rejects.toThrow(
      /5 questions in a row got no answer. The answers so far are saved/,
    );
    expect(everyTimes()).toEqual([...Array(5).fill(6), ...Array(5).fill(0)]);
    reply = right;
    expect((await run()).run?.score).toBe(100);
  });

  test.each([
    ["a wrong key", fail(401, `no such key: ${KEY}`), 1, /answered 401; check --base-url, --model/],
    ["an unknown model", fail(404, "no such model: m"), 1, /answered 404: no such model: m; check/],
    ["a page", (to: ServerResponse) => to.end("<html>"), 6, null],
    ["other JSON", (to: ServerResponse) => to.end("{}"), 1, /not a chat completion/],
    ["a failure under 200", (to: ServerResponse) => to.end('{"error":{"code":502}}'), 6, null],
    ["a refusal under 200", (to: ServerResponse) => to.end('{"error":{"code":401}}'), 1, /401/],
  ] as const)(
    "with %s at the first question is asked the right number of times, and the message says what to check",
    async (...[, answer, times, message]) => {
      reply = answer;
      const outcome = await run({ test: ONE, endpoint: { key: KEY } }).catch(String);
      expect(asked).toHaveLength(times);
      if (message) expect(outcome).toMatch(message);
      else expect(outcome).toMatchObject({ run: { n_valid: 0 } });
      expect(JSON.stringify(outcome)).not.toContain(KEY);
    },
  );
});

describe("an interrupted run", () => {
  const sent = (item_id: string, usd: number) => JSON.stringify({ item_id, usd });

  test("stops at the cap, resumes after a kill, drops half a line, and counts an open question as billed", async () => {
    const { spent, answered } = await run({ capUsd: 0.001 });
    expect(answered).toBe(asked.length);
    expect(answered).toBeGreaterThan(1);
    expect(spent).toBeLessThanOrEqual(0.001);
    const path = join(journals, `${ID}.jsonl`);
    const end = '{"item_id":"sum-9","usd":0.1,"ans';
    appendFileSync(path, `${sent("sum-9", 0.5)}\n${end}`);
    const stopped = await run({ capUsd: 0.001 });
    expect(stopped).toMatchObject({ run: null, answered });
    expect(stopped.spent).toBeCloseTo(spent + 0.5, 9);
    expect(readFileSync(path, "utf8")).not.toContain(end);
    expect((await run()).run?.cost_usd).toBeGreaterThan(0.5);
    expect(everyTimes()).toEqual(Array(10).fill(1));
  });

  test("is not resumed with other settings or with a damaged line, which the message names", async () => {
    await run({ capUsd: 0.001 });
    const config = toTestRequestConfig(SUMS, { maxTokens: 5 });
    await expect(run({ endpoint: { config } })).rejects.toThrow(/made with other settings/);
    appendFileSync(join(journals, `${ID}.jsonl`), `nonsense\n${sent("sum-9", 0.5)}\n`);
    await expect(run()).rejects.toThrow(/\.jsonl:\d+: this line cannot be read/);
    expect(readdirSync(journals)).toEqual([`${ID}.jsonl`]);
  });
});

test("scoring again restores the scores, and compares a run with the first of the same settings", async () => {
  const changes = { ...SUMS, about: { ...SUMS.about, metric: "changes" as const } };
  const recorded: ScoredOwnTestRun[] = [];
  const comparedOn = async (date: string, maxTokens: number) => {
    const config = toTestRequestConfig(SUMS, { maxTokens });
    const outcome = await run({ test: changes, date, recorded, endpoint: { config } });
    recorded.push(getDefined(outcome.run, "run"));
    return outcome.run?.metrics.compared;
  };
  expect(await comparedOn("2026-11-01", 20)).toBe(0);
  expect(await comparedOn("2026-11-02", 30)).toBe(0);
  expect(await comparedOn("2026-11-03", 20)).toBe(10);
  const ownTestRuns = recorded.map((one) => ({ ...one, score: 1, metrics: {}, file: one.id }));
  expect(rescoreOwnTestRuns([changes], { ownTestRuns, models: [] })).toEqual(recorded);
});

test("a question that the host alone refuses is an unusable answer, not a failure", async () => {
  reply = (response, nth, body) =>
    (asked.length === 2 ? fail(400, "content filter") : right)(response, nth, body);
  const { run: recorded } = await run({ concurrency: 1 });
  const refused = recorded?.answers.filter(({ raw }) => raw === null);
  expect([refused, recorded?.n_valid]).toMatchObject([[{ finish: "error:400" }], 9]);
});

describe("a malicious host", () => {
  const escaped = [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
  const say =
    (content: string, finish = "stop") =>
    (to: ServerResponse) =>
      to.end(`{"choices":[{"message":{"content":${content}},"finish_reason":"${finish}"}]}`);

  test.each<[string, (response: ServerResponse) => unknown]>([
    ["escaped", say(`"${escaped}"`)],
    ["in finish_reason", say('"1"', escaped)],
    ["in base64", say(`"${Buffer.from(KEY).toString("base64")}"`)],
    ["in two parts", say('[{"text":"sk-secret-01"},{"text":"23456789"}]')],
    ["in an error", (to) => to.writeHead(404).end(`{"error":{"code":404,"message":"${escaped}"}}`)],
    ["in an error under 200", (to) => to.end(`{"error":{"code":503,"message":"${escaped}"}}`)],
    ["in a redirect", (to) => to.writeHead(307, { location: `ftp://x.example/${KEY}` }).end()],
  ])("a key %s reaches no file and no message", async (_, answer) => {
    reply = (response, nth, body) =>
      asked.length === 1 ? right(response, nth, body) : answer(response);
    // So many questions that the run stops, and names the failure.
    const outcome = await run({ concurrency: 1, endpoint: { key: KEY } }).catch(String);
    expect(asked.length).toBeGreaterThan(1);
    const files = [data, journals].flatMap((folder) =>
      listFilePaths(folder).map((path) => readFileSync(join(folder, path), "utf8")),
    );
    const traces = [...files, ...progress, JSON.stringify(outcome)].join("\n");
    expect(traces).not.toMatch(/sk-secret|23456789|c2stc2VjcmV0/);
  });

  test("an answer is read up to a limit that follows from max_tokens", async () => {
    reply = (response) => response.end("x".repeat(66_817));
    await expect(run({ concurrency: 1 })).rejects.toThrow(/longer than 66816 bytes/);
  });
});

describe("the command", () => {
  let facts: Facts;
  beforeAll(async () => {
    facts = await readFacts((await writeSampleFacts()).data);
  });
  const plan = (model: string, options: Parameters<typeof toOwnTestRunTarget>[1] = {}) =>
    toOwnTestRunTarget(model, options, facts);

  test.each([
    ["acme-big", {}, PRICES],
    ["a=b=acme-large", {}, PRICES],
    ["acme/acme-large-20260201", { route: "bazaar" }, { input: 3.5, output: 18 }],
    ["acme-large", { inputPrice: 1, outputPrice: 2 }, { input: 1, output: 2 }],
  ])(
    "finds the model %s %j by slug, alias, host's id or name=slug, and its price",
    async (model, options, prices) => {
      expect(plan(model, options)).toMatchObject({ subject: SUBJECT, prices });
    },
  );

  test.each([
    ["nobody", {}, /no model "nobody"; write --model nobody=<slug/],
    ["acme-large", { route: "nowhere" }, /--route nowhere: no such host/],
    ["delta-7b", {}, /no price of delta-7b at its lab; .*--input-price/],
    ["delta-7b", { inputPrice: 1 }, /must be given together/],
  ])("stops for %s %j and names the option to write", async (model, options, message) => {
    expect(() => plan(model, options)).toThrow(message);
  });

  const options = { "base-url": "https://host.example/v1", model: "m", date: "2026-11-01" };
  const parse = (changes: Record<string, string>) =>
    createOwnTestCommand(SUMS.about)
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseAsync(
        Object.entries({ ...options, ...changes }).flatMap(([name, value]) => [`--${name}`, value]),
        { from: "user" },
      );

  test.each([
    [{ "base-url": "host.example/v1" }, /write https/],
    [{ "base-url": "https://me:secret@host.example/v1" }, /^--base-url contains a secret/],
    [{ "base-url": "https://host.example/v1?api_key=secret" }, /^--base-url contains a secret/],
    [{ date: "2026-02-30" }, /write a day/],
    [{ "cap-usd": "-1" }, /US dollars/],
    [{ concurrency: "0" }, /whole number/],
  ])("refuses %j", async (changes, message) => {
    await expect(parse(changes as Record<string, string>)).rejects.toThrow(message);
  });
});
