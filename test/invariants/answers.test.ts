/** Checks that hold for every published answer. */
import { describe, expect } from "vitest";
import { expectEqual, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import {
  findAnswersBreakingRule,
  type PublishedAnswer,
  readPublishedAnswers,
} from "../contract/every-answer.ts";
import {
  type AnswerEnvelope,
  type BuiltSite,
  isNonEndpointFile,
  verifies,
  visit,
} from "../contract/harness.ts";
import { readEveryModelDetail, visitJsonFields } from "../contract/walk.ts";

describe("every answer", () => {
  verifies("2.1", "is JSON in UTF-8, on one line, as JSON.stringify writes it", async (site) => {
    requireNonEmpty(await readPublishedAnswers(site), "answers");
    expect(await findAnswersBreakingRule("isWrittenAsJson", site)).toEqual([]);
    const { headers } = await site.get("/api/v1/models");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  });

  verifies("2.1", "has numbers without float noise, and dates that are days", async (site) => {
    expect(await findAnswersBreakingRule("hasNoFloatNoise", site)).toEqual([]);
    expect(await findAnswersBreakingRule("hasDays", site)).toEqual([]);
  });

  verifies("2.2", "has no empty text and no limit of zero", async (site) => {
    expect(await findAnswersBreakingRule("hasNoEmptyText", site)).toEqual([]);
  });

  verifies("2.3", "has slugs of letters and digits joined by single dashes", async (site) => {
    expect(await findAnswersBreakingRule("hasSlugs", site)).toEqual([]);
    const details = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/models/"));
    for (const path of requireNonEmpty(details, "models"))
      expect(path.split("/").at(-1)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  verifies("2.7", "validates against the OpenAPI document", async (site) => {
    expect(await findAnswersBreakingRule("isDescribed", site)).toEqual([]);
  });

  verifies("2.7", "exports, schemas and other files validate too", async (site) => {
    const documents = Object.keys(site.manifest).filter(isNonEndpointFile);
    for (const path of [...requireNonEmpty(documents, "documents"), "/api/v1/manifest.json"])
      expect((await site.get(path)).status, path).toBe(200);
  });

  verifies("2.9", "is published at the path of its URL", async (site) => {
    expect(await findAnswersBreakingRule("standsAtItsPath", site)).toEqual([]);
  });

  verifies("3", "begins with the envelope, in its order", async (site) => {
    expect(await findAnswersBreakingRule("beginsWithEnvelope", site)).toEqual([]);
  });

  verifies("3-cite", "names service, year, title, url and date", async (site) => {
    expect(await findAnswersBreakingRule("isCited", site)).toEqual([]);
  });
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
async function differences(
  door: BuiltSite["handle"],
  answers: readonly PublishedAnswer[],
): Promise<string[]> {
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
