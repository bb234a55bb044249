/** What holds of every published answer. */
import { describe, expect } from "vitest";
import { expectEqual } from "../builders/expect-equal.ts";
import { getSome } from "../builders/get.ts";
import { breaking, publishedAnswers } from "../contract/every-answer.ts";
import { isDocument } from "../contract/harness.ts";
import { verifies } from "../contract/verifies.ts";
import { everyDetail, walk } from "../contract/walk.ts";

describe("every answer", () => {
  verifies("2.1", "is JSON in UTF-8, on one line, as a reader would write it", async (site) => {
    getSome(publishedAnswers(site), "answers");
    expect(breaking("isWrittenAsJson", site)).toEqual([]);
    const { headers } = await site.get("/api/v1/models");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  });

  verifies("2.1", "has numbers without float noise, and dates that are days", async (site) => {
    expect(breaking("hasNoFloatNoise", site)).toEqual([]);
    expect(breaking("hasDays", site)).toEqual([]);
  });

  verifies("2.2", "has no empty text and no limit of zero", async (site) => {
    expect(breaking("hasNoEmptyText", site)).toEqual([]);
  });

  verifies("2.3", "has slugs of letters and digits joined by single dashes", async (site) => {
    expect(breaking("hasSlugs", site)).toEqual([]);
    const details = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/models/"));
    for (const path of getSome(details, "models"))
      expect(path.split("/").at(-1)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  verifies("2.7", "validates against the OpenAPI document", async (site) => {
    expect(breaking("isDescribed", site)).toEqual([]);
  });

  verifies("2.7", "so do the documents", async (site) => {
    const documents = Object.keys(site.manifest).filter(isDocument);
    for (const path of [...getSome(documents, "documents"), "/api/v1/manifest.json"])
      expect((await site.get(path)).status, path).toBe(200);
  });

  verifies("2.9", "stands at the path it answers", async (site) => {
    expect(breaking("standsAtItsPath", site)).toEqual([]);
  });

  verifies("3", "begins with the envelope, in its order", async (site) => {
    expect(breaking("beginsWithEnvelope", site)).toEqual([]);
  });

  verifies("3-cite", "names service, year, title, url and date", async (site) => {
    expect(breaking("isCited", site)).toEqual([]);
  });
});

verifies("2.2", "zero means free, and unknown is null", async (site) => {
  const offers = (await everyDetail(site)).flatMap(({ providers }) => providers);
  for (const offer of offers)
    expectEqual(
      offer.is_free,
      offer.input === 0 && offer.output === 0 && offer.billing !== "plan",
      offer.model_id,
    );
  expect(offers.some(({ is_free }) => is_free)).toBe(true);
  expect(offers.some(({ cache_read }) => cache_read === null)).toBe(true);
});

verifies("3-as-of", "no fact of a model is newer than its model's as_of", async (site) => {
  for (const answer of await everyDetail(site))
    walk(answer, (key, value) => {
      if (key === "as_of") expectEqual(String(value) <= String(answer.as_of), true, answer.url);
    });
});
