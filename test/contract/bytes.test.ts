import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { isDocument, ORIGIN, type Site } from "./harness.ts";
import { verifies } from "./verifies.ts";

const SEED = 20_260_821;

interface PublishedAnswer {
  file: string;
  /** The address it answers, as its own envelope names it. */
  address: string;
  text: string;
}

async function publishedAnswers({ manifest, dist, base }: Site): Promise<PublishedAnswer[]> {
  const files = Object.keys(manifest).filter(
    (path) => /^\/(api|_q)\//.test(path) && !isDocument(path),
  );
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(dist, file), "utf8");
      const { url } = JSON.parse(text) as { url: string };
      return { file, address: url.slice(base.length), text };
    }),
  );
}

const textOf = async (door: Site["handle"], address: string): Promise<string> =>
  (await door(new Request(ORIGIN + address))).text();

/** Addresses where a door gives other bytes than the file. */
async function differences(
  door: Site["handle"],
  answers: readonly PublishedAnswer[],
): Promise<string[]> {
  const different: string[] = [];
  for (const { address, text } of answers)
    if ((await textOf(door, address)) !== text) different.push(address);
  return different;
}

describe("the bytes of an answer", () => {
  verifies("2.9", "a file at its own path answers that path", async (site) => {
    for (const { file, address } of await publishedAnswers(site))
      if (!file.startsWith("/_q/")) expect(address).toBe(file);
  });

  verifies("2.9", "the function gives every file's bytes", async (site) => {
    expect(await differences(site.handle, await publishedAnswers(site))).toEqual([]);
  });

  verifies(
    "2.9",
    "the CDN gives every query's, in both modes, without the function",
    async (site) => {
      const asked = (await publishedAnswers(site)).filter(({ file }) => file.startsWith("/_q/"));
      expect(asked.length).toBeGreaterThan(200);
      const doors = await site.withFunction(() => new Response("the function was called"));
      for (const door of Object.values(doors)) expect(await differences(door, asked)).toEqual([]);
    },
  );

  verifies("2.9", "the CDN gives those of paths, in both modes", async (site) => {
    const asked = (await publishedAnswers(site)).filter(
      ({ file }, index) => !file.startsWith("/_q/") && index % 5 === 0,
    );
    expect(asked.length).toBeGreaterThan(500);
    for (const door of Object.values(site.doors))
      expect(await differences(door, asked)).toEqual([]);
  });

  verifies(
    "2.9",
    "no odd query gets another answer from the CDN than from the function",
    async (site) => {
      await fc.assert(
        fc.asyncProperty(oddAddress, async (address) => {
          const expected = await textOf(site.handle, address);
          for (const door of Object.values(site.doors))
            expect(await textOf(door, address), address).toBe(expected);
        }),
        { numRuns: 1_500, seed: SEED },
      );
    },
  );
});

const PARAMETERS: Record<string, string[]> = {
  sort: ["release_date", "pricing_input", "avg_score", "score", ""],
  page: ["1", "2", "02", "0", ""],
  limit: ["50", "200", "5", "20", "9".repeat(20), ""],
  open_source: ["true", "false", ""],
  provider: ["openai", "anthropic", "nobody", ""],
  category: ["coding", "math", "Coding", ""],
  q: ["gpt", ""],
  utm_source: ["x", ""],
};
const escapeFirst = (text: string) =>
  `%${text.charCodeAt(0).toString(16).padStart(2, "0")}${text.slice(1)}`;
const pair = fc
  .constantFrom(...Object.keys(PARAMETERS))
  .chain((key) =>
    fc.tuple(
      fc.constant(key),
      fc.constantFrom(...PARAMETERS[key]!),
      fc.integer({ max: 11, min: 0 }),
    ),
  )
  .map(([key, value, die]) => {
    if (die === 0) return `${escapeFirst(key)}=${value}`;
    if (die === 1 && value !== "") return `${key}=${escapeFirst(value)}`;
    if (die === 2) return key;
    return die === 3 ? "" : `${key}=${value}`;
  });
const oddAddress = fc
  .tuple(
    fc.constantFrom(
      "/api/v1/models",
      "/api/v1/benchmarks",
      "/api/v1/findings",
      "/api/v1/models/gpt-4o",
    ),
    fc.array(pair, { maxLength: 4 }),
  )
  .map(([path, pairs]) => `${path}?${pairs.join("&")}`);
