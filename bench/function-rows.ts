/** The function, bundled as Netlify bundles it: cold, warm, and how large. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { bundleFunction } from "./bundle.ts";
import { median, megabytes, type Row, thousands } from "./row.ts";
import { runChild } from "./run-child.ts";

const COLD_RUNS = 7;
const GOAL_COLD_MS = 150;
const GOAL_BUNDLE = 2e6;
const WARM_MS = 1500;

export async function functionRows(folder: string): Promise<Row[]> {
  const bundle = join(folder, "api.mjs");
  const empty = join(folder, "empty.mjs");
  await bundleFunction(bundle);
  await writeFile(empty, `export default () => new Response("{}");`);
  const size = gzipSync(await readFile(bundle)).length;
  const [cold, reference] = [await coldStart(folder, bundle), await coldStart(folder, empty)];
  const rows: Row[] = [
    {
      what: "function, cold: import to first answer",
      measured: `${cold.toFixed(0)} ms`,
      goal: `≤ ${GOAL_COLD_MS} ms`,
      reference: `an empty function ${reference.toFixed(0)} ms`,
      meets: cold <= GOAL_COLD_MS,
    },
    {
      what: "function, bundle with data, gzip",
      measured: megabytes(size),
      goal: `≤ ${megabytes(GOAL_BUNDLE)}`,
      reference: "",
      meets: size <= GOAL_BUNDLE,
    },
  ];
  const { default: handle } = (await import(pathToFileURL(bundle).href)) as {
    default: (request: Request) => Promise<Response>;
  };
  for (const [what, addresses, goal] of WARM)
    rows.push(await warmRow(what, addresses, goal, handle));
  return rows;
}

const WARM: readonly [what: string, addresses: readonly string[], goal: number][] = [
  [
    "detail",
    ["/api/v1/models/gpt-4o", "/api/v1/models/claude-sonnet-4-5", "/api/v1/models/deepseek-v3-2"],
    20_000,
  ],
  [
    "list",
    ["/api/v1/models", "/api/v1/models?sort=release_date&page=2", "/api/v1/models?provider=openai"],
    20_000,
  ],
  [
    "compare",
    ["/api/v1/compare?models=gpt-4o,claude-sonnet-4-5", "/api/v1/compare?models=o3,gpt-4o,gpt-5"],
    20_000,
  ],
  [
    "search",
    [
      "claude sonnet",
      "gpt4o",
      "sonet 4.5",
      "llama 3.3 70b",
      "vision",
      "deepseek r1",
      "github",
      "qwen coder",
    ].map((q) => `/api/v1/search?q=${encodeURIComponent(q)}`),
    2_000,
  ],
];

async function coldStart(folder: string, module: string): Promise<number> {
  const script = join(folder, "cold.mjs");
  await writeFile(
    script,
    `const started = performance.now();
    const { default: handle } = await import(${JSON.stringify(pathToFileURL(module).href)});
    await (await handle(new Request("https://x.example/api/v1/models/gpt-4o"))).text();
    console.log(performance.now() - started);`,
  );
  const runs: number[] = [];
  for (let run = 0; run < COLD_RUNS; run++) runs.push(Number((await runChild([script])).output));
  return median(runs);
}

/** Requests a second from one caller, beside JSON.stringify of the same bodies. Search answers are never the same twice in a row. */
async function warmRow(
  what: string,
  addresses: readonly string[],
  goal: number,
  handle: (request: Request) => Promise<Response>,
): Promise<Row> {
  const requests = addresses.map((address) => `https://x.example${address}`);
  const bodies = await Promise.all(
    requests.map(
      async (url) => JSON.parse(await (await handle(new Request(url))).text()) as unknown,
    ),
  );
  const times: number[] = [];
  const started = performance.now();
  for (let call = 0; performance.now() - started < WARM_MS; call++) {
    const before = performance.now();
    const tail = what === "search" ? `${call}` : "";
    await handle(
      new Request(
        tail === ""
          ? requests[call % requests.length]!
          : `${requests[call % requests.length]}%20${tail}`,
      ),
    );
    times.push(performance.now() - before);
  }
  const rate = (1000 * times.length) / (performance.now() - started);
  const p99 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  return {
    what: `function, warm: ${what}`,
    measured: `${thousands(rate)}/s, p99 ${p99.toFixed(2)} ms`,
    goal: `≥ ${thousands(goal)}/s${what === "search" ? ", p99 ≤ 5 ms" : ""}`,
    reference: `JSON.stringify ${thousands(stringifyRate(bodies))}/s`,
    meets: rate >= goal && (what !== "search" || p99 <= 5),
  };
}

function stringifyRate(bodies: readonly unknown[]): number {
  const started = performance.now();
  let calls = 0;
  for (; performance.now() - started < 500; calls++) JSON.stringify(bodies[calls % bodies.length]);
  return (1000 * calls) / (performance.now() - started);
}
