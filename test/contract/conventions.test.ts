import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { exampleAddresses } from "../../generator/openapi/example-addresses.ts";
import { isDocument, type List, type Site } from "./harness.ts";
import { verifies } from "./verifies.ts";
import { everyDetail, walk } from "./walk.ts";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_FIELDS = new Set([
  ...["as_of", "date", "day", "release_date", "retirement_date", "run_date"],
  ...["newest_fact", "recorded_on"],
]);
const SLUG_FIELDS = new Set([
  ...["slug", "provider_slug", "benchmark_slug", "model_slug", "aliases", "models", "leader"],
]);

const isAnswer = (path: string) => /^\/(api|_q)\//.test(path) && !isDocument(path);

async function everyText({ manifest, dist }: Site): Promise<[string, string][]> {
  const paths = Object.keys(manifest).filter(isAnswer);
  return Promise.all(
    paths.map(
      async (path): Promise<[string, string]> => [path, await readFile(join(dist, path), "utf8")],
    ),
  );
}

describe("how answers are written", () => {
  verifies("2.1", "JSON in UTF-8, on one line, as a reader would write it again", async (site) => {
    const wrong = (await everyText(site)).filter(
      ([, text]) => JSON.stringify(JSON.parse(text)) !== text || /[\n\uFEFF\uFFFD]/.test(text),
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
    const { headers } = await site.get("/api/v1/models");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  });

  verifies("2.1", "numbers have no float noise, dates are days", async (site) => {
    const noisy: string[] = [];
    const wrong: string[] = [];
    for (const [path, text] of await everyText(site))
      walk(JSON.parse(text), (key, value) => {
        if (typeof value === "number" && digits(value) > 12) noisy.push(`${path} ${key} ${value}`);
        if (DAY_FIELDS.has(key) && value !== null && !DAY.test(String(value)))
          wrong.push(`${path} ${key} ${value}`);
      });
    expect(noisy.slice(0, 5)).toEqual([]);
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  verifies("2.2", "no text is empty, no limit is zero", async (site) => {
    const wrong: string[] = [];
    for (const [path, text] of await everyText(site))
      walk(JSON.parse(text), (key, value) => {
        const isLimit = key === "context_window" || key === "max_output_tokens";
        if (value === "" || (isLimit && value === 0)) wrong.push(`${path} ${key}`);
      });
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  verifies("2.2", "zero means free, and unknown is null", async (site) => {
    const offers = (await everyDetail(site)).flatMap(({ providers }) => providers);
    for (const offer of offers)
      expect(offer.is_free, offer.model_id).toBe(offer.input === 0 && offer.output === 0);
    expect(offers.some(({ is_free }) => is_free)).toBe(true);
    expect(offers.some(({ cache_read }) => cache_read === null)).toBe(true);
  });

  verifies("2.3", "every slug is letters and digits joined by single dashes", async (site) => {
    const wrong: string[] = [];
    for (const [path, text] of await everyText(site))
      walk(JSON.parse(text), (key, value) => {
        if (SLUG_FIELDS.has(key) && typeof value === "string" && !SLUG.test(value))
          wrong.push(`${path} ${key} ${value}`);
      });
    expect(wrong.slice(0, 5)).toEqual([]);
    const details = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/models/"));
    for (const path of details) expect(path.split("/").at(-1)).toMatch(SLUG);
  });

  verifies("2.3", "dots, colons and capitals of a name lead to its slug", async ({ get }) => {
    const { body } = await get<List<{ slug: string }>>("/api/v1/models?limit=200");
    const slug = body.data.map((model) => model.slug).find((name) => /\d-\d/.test(name))!;
    for (const name of [slug.replace(/(\d)-(\d)/, "$1.$2"), slug.replace("-", ":").toUpperCase()]) {
      const answer = await get<{ data: { slug: string } }>(`/api/v1/models/${name}`);
      expect(answer.body.data.slug, name).toBe(slug);
    }
  });
});

describe("how queries are read", () => {
  verifies("2.6", "unknown parameters change nothing, anywhere", async (site) => {
    for (const address of await exampleAddresses(site)) {
      const plain = await site.get(address);
      const joint = address.includes("?") ? "&" : "?";
      const tagged = await site.get(`${address}${joint}utm_source=x&__proto__=1&Limit=1`);
      expect([plain.status, tagged.text], address).toEqual([200, plain.text]);
    }
  });

  verifies(
    "2.6",
    "the last of equal parameters counts, an empty one is absent",
    async ({ get }) => {
      const text = async (query: string) => (await get(`/api/v1/models?${query}`)).text;
      const two = await text("limit=2");
      expect(await text("limit=7&limit=2")).toBe(two);
      expect(await text("limit=2&sort=&provider=&q=&page=")).toBe(two);
      expect(await text("limit=2&limit=")).toBe(await text(""));
      expect(await text("sort=release_date&sort=pricing_input")).toBe(
        await text("sort=pricing_input"),
      );
    },
  );

  verifies("2.6", "an escaped comma is a comma, escaped letters are letters", async (site) => {
    const { body } = await site.get<List<{ slug: string }>>("/api/v1/models?limit=2");
    const [a, b] = body.data.map(({ slug }) => slug);
    const plain = await site.get(`/api/v1/compare?models=${a},${b}`);
    expect(plain.status).toBe(200);
    for (const comma of ["%2C", "%2c"])
      expect((await site.get(`/api/v1/compare?models=${a}${comma}${b}`)).text).toBe(plain.text);
    const sorted = await site.get("/api/v1/models?sort=release_date");
    expect((await site.get("/api/v1/models?%73ort=release%5Fdate")).text).toBe(sorted.text);
  });
});

describe("how answers are described", () => {
  verifies("2.7", "every published answer validates against the OpenAPI document", async (site) => {
    for (const [path, text] of await everyText(site)) {
      const body = JSON.parse(text) as { url: string };
      const headers = new Headers({ "Content-Type": "application/json" });
      const address = body.url.slice(site.base.length);
      expect(site.validate(address, { status: 200, headers, text, body }), path).toEqual([]);
    }
  });

  verifies("2.7", "so do the documents, and an example of every operation", async (site) => {
    const documents = Object.keys(site.manifest).filter(isDocument);
    for (const path of [...documents, "/api/v1/manifest.json"])
      expect((await site.get(path)).status, path).toBe(200);
    for (const address of await exampleAddresses(site))
      expect((await site.get(address)).status, address).toBe(200);
  });
});

/** Significant digits of a number with a fraction; whole numbers have no noise. */
const digits = (value: number): number =>
  Number.isInteger(value)
    ? 0
    : String(value).replace(/e.*$/, "").replace(/\D/g, "").replace(/^0+/, "").length;
