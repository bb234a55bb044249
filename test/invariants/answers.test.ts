/** Checks that hold for every published answer. */
import { describe, expect } from "vitest";
import { expectEqual, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import type { AnswerEnvelope, BuiltSite } from "../contract/harness.ts";
import { isNonEndpointFile, memoizePerSite, verifies, visit } from "../contract/harness.ts";
import {
  ENVELOPE_FIELDS,
  type PublishedAnswer,
  readEveryModelDetail,
  readPublishedAnswers,
  visitJsonFields,
} from "../contract/walk.ts";

/** The published answers, each with its body, and all fields at any depth, by name. */
const readOpenAnswers = memoizePerSite(async (site) =>
  (await readPublishedAnswers(site)).map((answer) => {
    const body: AnswerEnvelope = JSON.parse(answer.text);
    const fields: [name: string, value: unknown][] = [];
    // `sources` is left out: it has the names of a model's fields, but a source as each value.
    visitJsonFields({ ...body, sources: null }, (...field) => fields.push(field));
    return { ...answer, body, fields };
  }),
);
type OpenAnswer = Awaited<ReturnType<typeof readOpenAnswers>>[number];

/** @param faultsOf What is wrong with an answer; empty when nothing is. */
async function expectNoFaults(site: BuiltSite, faultsOf: (answer: OpenAnswer) => unknown[]) {
  const faults = requireNonEmpty(await readOpenAnswers(site), "answers").flatMap((answer) =>
    faultsOf(answer).map((fault) => `${answer.path}: ${fault}`),
  );
  expect(faults.slice(0, 10)).toEqual([]);
}
const expectNoField = (site: BuiltSite, isOdd: (name: string, value: unknown) => boolean) =>
  expectNoFaults(site, ({ fields }) => fields.filter((field) => isOdd(...field)));

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const DAY_FIELDS =
  /^(as_of|date|day|release_date|retirement_date|run_date|newest_fact|recorded_on)$/;
const SLUG_FIELDS = /^(slug|provider_slug|benchmark_slug|model_slug|aliases|models|leader)$/;

/** Significant digits of a number with a fraction; 0 for whole numbers, which have no floating-point noise. */
const digits = (value: number): number =>
  Number.isInteger(value)
    ? 0
    : String(value).replace(/e.*$/, "").replace(/\D/g, "").replace(/^0+/, "").length;

describe("every answer", () => {
  verifies("2.1", "is JSON in UTF-8, on one line, as JSON.stringify writes it", async (site) => {
    await expectNoFaults(site, ({ text, body }) =>
      JSON.stringify(body) === text && !/[\n\uFEFF\uFFFD]/.test(text) ? [] : [text.slice(0, 99)],
    );
    const { headers } = await site.get("/api/v1/models");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  });

  verifies("2.1", "has numbers without float noise, and dates that are days", async (site) => {
    await expectNoField(site, (_, value) => typeof value === "number" && digits(value) > 12);
    const isDay = (value: unknown) => value === null || /^\d{4}-\d{2}-\d{2}$/.test(`${value}`);
    await expectNoField(site, (name, value) => DAY_FIELDS.test(name) && !isDay(value));
  });

  verifies("2.2", "has no empty text and no limit of zero", (site) => {
    const isLimit = (name: string) => name === "context_window" || name === "max_output_tokens";
    return expectNoField(site, (name, value) => value === "" || (isLimit(name) && value === 0));
  });

  verifies("2.3", "has slugs of letters and digits joined by single dashes", async (site) => {
    const isSlug = (value: unknown) => typeof value !== "string" || SLUG.test(value);
    await expectNoField(site, (name, value) => SLUG_FIELDS.test(name) && !isSlug(value));
    const details = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/models/"));
    for (const path of requireNonEmpty(details, "models"))
      expect(path.split("/").at(-1)).toMatch(SLUG);
  });

  verifies("2.7", "validates against the OpenAPI document", (site) => {
    const headers = new Headers({ "Content-Type": "application/json" });
    return expectNoFaults(site, ({ address, ...answer }) =>
      site.validate(address, { ...answer, status: 200, headers }),
    );
  });

  verifies("2.7", "exports, schemas and other files validate too", async (site) => {
    const documents = Object.keys(site.manifest).filter(isNonEndpointFile);
    for (const path of [...requireNonEmpty(documents, "documents"), "/api/v1/manifest.json"])
      expect((await site.get(path)).status, path).toBe(200);
  });

  verifies("2.9", "is published at the path of its URL", (site) =>
    expectNoFaults(site, ({ path, address }) =>
      path.startsWith("/_q/") || path === address ? [] : [address],
    ),
  );

  verifies("3", "begins with the envelope, in its order", (site) =>
    expectNoFaults(site, ({ body }) => {
      const names = Object.keys(body).slice(0, ENVELOPE_FIELDS.length);
      return names.join() === ENVELOPE_FIELDS.join() && body.source === "Model Almanac"
        ? []
        : [names];
    }),
  );

  verifies("3-cite", "names service, year, title, url and date", (site) =>
    expectNoFaults(site, ({ body: { url, as_of, attribution, cite } }) => {
      const asksForLink =
        attribution.includes('"Source: Model Almanac"') && attribution.includes(`link to ${url}`);
      const [head, tail] =
        as_of === null
          ? ["Model Almanac. ", `. ${url}.`]
          : [`Model Almanac (${as_of.slice(0, 4)}). `, `. ${url}. As of ${as_of}.`];
      const hasTitle = cite.length > head.length + tail.length;
      return asksForLink && hasTitle && cite.startsWith(head) && cite.endsWith(tail) ? [] : [cite];
    }),
  );
});

verifies("3-as-of", "no fact of an answer is newer than its as_of", async (site) => {
  const details = await readEveryModelDetail(site);
  const cheapest = sampleEvenly(details, 100).map(({ slug }) => `/api/v1/models/${slug}/cheapest`);
  const labs = new Set(details.map(({ provider }) => `/api/v1/providers/${provider.slug}`));
  const answers: AnswerEnvelope[] = [...details];
  for (const address of ["/api/v1/findings?limit=50", "/api/spotlight", ...labs, ...cheapest])
    answers.push((await site.get<AnswerEnvelope>(address)).body);
  for (const answer of answers)
    visitJsonFields(answer, (key, value) => {
      if (/^(as_of|date|valid_from)$/.test(key))
        expectEqual(`${value}` <= `${answer.as_of}`, true, answer.url);
    });
});

/** @returns Addresses at which an entry point returns other bytes than the published file. */
async function differences(door: BuiltSite["handle"], answers: readonly PublishedAnswer[]) {
  const different: string[] = [];
  for (const { address, text } of requireNonEmpty(answers, "answers"))
    if ((await (await visit(door, address)).text()) !== text) different.push(address);
  return different;
}

describe("the bytes of an answer", () => {
  verifies("2.9", "are the function's, for every file", async (site) => {
    expect(await differences(site.handle, await readPublishedAnswers(site))).toEqual([]);
  });

  verifies("2.9", "are the CDN's for queries and paths, without the function", async (site) => {
    const answers = await readPublishedAnswers(site);
    const ofQueries = answers.filter(({ path }) => path.startsWith("/_q/"));
    const others = answers.filter((answer) => !ofQueries.includes(answer));
    const doors = await site.withFunction(() => new Response("the function was called"));
    // Hundreds of addresses in both modes would take too long.
    for (const some of [ofQueries, others].map((list) => sampleEvenly(list, 60)))
      for (const door of Object.values(doors)) expect(await differences(door, some)).toEqual([]);
  });
});
