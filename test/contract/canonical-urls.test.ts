import { describe, expect } from "vitest";
import { toOwnServiceWithBaseUrl } from "../../build/model/catalog/read-catalog.ts";
import { type AnswerEnvelope, verifies } from "./harness.ts";

verifies("1-base", "is the option's, else that of the facts, else localhost", async (site) => {
  const { service } = site.context.catalog;
  const baseOf = (given: string | undefined, base_url: string | null) =>
    toOwnServiceWithBaseUrl({ ...service, base_url, file: "service.json" }, given).base_url;
  const own = "https://own.example";
  expect(baseOf("https://given.example/", own)).toBe("https://given.example");
  expect(baseOf(undefined, own)).toBe(own);
  expect(baseOf(undefined, null)).toBe("http://localhost:8888");
  expect(() => baseOf("given.example", null)).toThrow("write https://host");
});

describe("the envelope", () => {
  verifies("3-url", "has a URL of sorted, non-default parameters", async ({ get, base }) => {
    for (const [asked, canonical] of [
      ["models?sort=avg_score&page=1&limit=50", "models"],
      ["models?sort=release_date&page=2&limit=9", "models?limit=9&page=2&sort=release_date"],
      ["models?limit=5000&open_source=yes&x=1", "models?limit=200"],
      ["models?sort=score&open_source=false", "models"],
      ["models?q=norn&sort=avg_score", "models?q=norn&sort=avg_score"],
      ["models?q=cheapest&order=desc", "models?order=desc&q=cheapest"],
      ["models?max_input_price=0.00000010", "models?max_input_price=0.0000001"],
      ["findings?limit=10", "findings"],
      ["search?limit=20&q=norn%204o", "search?q=norn%204o"],
    ])
      expect((await get<AnswerEnvelope>(`/api/v1/${asked}`)).body.url).toBe(
        `${base}/api/v1/${canonical}`,
      );
  });

  verifies("3-as-of", "as_of is the newest date of the rows, else null", async ({ get }) => {
    const models = await get("/api/v1/models?limit=7");
    const dates = models.body.data.map(({ as_of }) => as_of).sort();
    expect(models.body.as_of).toBe(dates.at(-1));
    for (const empty of ["/api/v1/models?provider=nobody", "/api/v1/own-tests/world-map"])
      expect((await get<AnswerEnvelope>(empty)).body.as_of).toBeNull();
  });

  verifies("3-license", "says that scores keep their own licence", async ({ get }) => {
    const license = async (path: string) =>
      (await get<AnswerEnvelope>(`/api/v1/${path}`)).body.license;
    expect(await license("providers")).toBe("CC BY 4.0");
    for (const path of ["models", "benchmarks", "dump.json", "models/norn-4o"])
      expect(await license(path), path).toMatch(/compilation\); scores keep the licence of their/);
  });
});
