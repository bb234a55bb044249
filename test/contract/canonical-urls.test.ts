import { describe, expect } from "vitest";
import { toOwnServiceWithBaseUrl } from "../../build/model/catalog/read-catalog.ts";
import { getDefined } from "../builders/get.ts";
import { ENVELOPE_FIELDS } from "./every-answer.ts";
import { type AnswerEnvelope, verifies } from "./harness.ts";

describe("the base address", () => {
  verifies("1-base", "is the option's, else that of the facts, else localhost", async (site) => {
    const { service } = site.context.catalog;
    const facts = (base_url: string | null) => ({ ...service, base_url, file: "service.json" });
    const baseOf = (given: string | undefined, own: string | null) =>
      toOwnServiceWithBaseUrl(facts(own), given).base_url;
    expect([
      baseOf("https://given.example/", "https://own.example"),
      baseOf(undefined, "https://own.example"),
      baseOf(undefined, null),
    ]).toEqual(["https://given.example", "https://own.example", "http://localhost:8888"]);
    expect(() => baseOf("given.example", null)).toThrow("write https://host");
  });
});

describe("the envelope", () => {
  verifies("3", "comes first in the function's answers and in documents", async (site) => {
    for (const path of ["models", "search?q=model", "changes", "manifest.json", "dump.json"]) {
      const address = `/api/v1/${path}`;
      const { body } = await site.get<AnswerEnvelope>(address);
      expect(Object.keys(body).slice(0, ENVELOPE_FIELDS.length), address).toEqual(ENVELOPE_FIELDS);
      expect(body.url).toBe(site.base + address);
    }
  });

  verifies("3-url", "has a URL of sorted, non-default parameters", async ({ get, base }) => {
    for (const [asked, canonical] of [
      ["/api/v1/models?sort=avg_score&page=1&limit=50", "/api/v1/models"],
      [
        "/api/v1/models?sort=release_date&page=2&limit=9",
        "/api/v1/models?limit=9&page=2&sort=release_date",
      ],
      ["/api/v1/models?limit=5000&open_source=yes&x=1", "/api/v1/models?limit=200"],
      ["/api/v1/models?q=norn&sort=avg_score", "/api/v1/models?q=norn&sort=avg_score"],
      ["/api/v1/models?q=cheapest&order=desc", "/api/v1/models?order=desc&q=cheapest"],
      ["/api/v1/models?max_input_price=0.00000010", "/api/v1/models?max_input_price=0.0000001"],
      ["/api/v1/findings?limit=10", "/api/v1/findings"],
      ["/api/v1/search?limit=20&q=norn%204o", "/api/v1/search?q=norn%204o"],
    ] as const) {
      const { body } = await get<AnswerEnvelope>(asked);
      expect(body.url).toBe(base + canonical);
    }
  });

  verifies("3-as-of", "as_of is the newest date of the rows, else null", async ({ get }) => {
    const models = await get("/api/v1/models?limit=7");
    const dates = models.body.data.map(({ as_of }) => as_of).sort();
    expect(models.body.as_of).toBe(dates.at(-1));
    for (const empty of ["/api/v1/models?provider=nobody", "/api/v1/own-tests/world-map"])
      expect((await get<AnswerEnvelope>(empty)).body.as_of).toBeNull();
  });

  verifies("3-license", "says that scores keep their own licence", async ({ get }) => {
    const license = async (address: string) => (await get<AnswerEnvelope>(address)).body.license;
    expect(await license("/api/v1/providers")).toBe("CC BY 4.0");
    const { body } = await get("/api/v1/models");
    const model = getDefined(body.data[0], "model").slug;
    const lists = ["/api/v1/models", "/api/v1/benchmarks", "/api/v1/dump.json"];
    for (const address of [...lists, `/api/v1/models/${model}`])
      expect(await license(address), address).toBe(
        "CC BY 4.0 (compilation); scores keep the licence of their source",
      );
  });
});
