/** The calls of the published Dart client 1.0.0, which was made for another service, and what it reads of the answers. */
import { expect, test } from "vitest";
import { openBuiltSite } from "./harness.ts";

/** It sends a key, which is not needed here. */
const AS_CLIENT = { headers: { Authorization: "Bearer key-of-another-service" } };

type List = { data: { slug: string }[]; meta: { sort: string } };

test("reads a list in an order that is unknown here, a model, a comparison and the benchmarks", async () => {
  const { get } = await openBuiltSite();
  const { body: list } = await get<List>("/api/v1/models?sort=score&limit=2", AS_CLIENT);
  const plain = await get<List>("/api/v1/models?limit=2");
  expect([list.meta.sort, list.data]).toEqual(["avg_score", plain.body.data]);
  const [slug = "", other = ""] = list.data.map((model) => model.slug);
  const model = await get(`/api/v1/models/${slug}`, AS_CLIENT);
  expect(model.body).toMatchObject({
    slug,
    name: expect.any(String),
    providers: expect.any(Array),
  });
  const compared = await get(`/api/v1/compare?models=${slug},${other}`, AS_CLIENT);
  expect(compared.body).toMatchObject({ models: [{ slug }, { slug: other }] });
  const benchmarks = await get<List>("/api/v1/benchmarks", AS_CLIENT);
  expect(benchmarks.body.data.length).toBeGreaterThan(0);
});

test.each(["/api/v1/models/no-such-model", "/api/v1/compare?models=one"])(
  "%s answers with a JSON problem that says what to do",
  async (address) => {
    const { get } = await openBuiltSite();
    const { status, body } = await get(address, AS_CLIENT);
    expect([400, 404]).toContain(status);
    expect(body).toMatchObject({ detail: expect.stringMatching(/\w/) });
  },
);

test("a browser may send its key", async () => {
  const { doors, base } = await openBuiltSite();
  const headers = {
    Origin: "https://app.example",
    "Access-Control-Request-Headers": "authorization",
  };
  const request = new Request(`${base}/api/v1/models`, { method: "OPTIONS", headers });
  const preflight = await doors.exact(request);
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toMatch(/authorization/i);
});
