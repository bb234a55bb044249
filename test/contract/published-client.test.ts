/** The calls of a published client of the enveloped form, and what it reads of each answer. */
import { expect, test } from "vitest";
import { getDefined } from "../builders/get.ts";
import { openSite } from "./harness.ts";

/** Its key is not needed here, and does no harm. */
const AS_CLIENT = { headers: { Authorization: "Bearer key-of-another-service" } };

test("a list asked for in an order that we do not know comes in the default order", async () => {
  const { get } = await openSite();
  const asked = await get<{ data: { slug: string }[]; meta: { sort: string; total: number } }>(
    "/api/v1/models?sort=score&limit=5",
    AS_CLIENT,
  );
  const plain = await get<{ data: unknown[] }>("/api/v1/models?limit=5");
  expect([asked.status, asked.body.meta.sort]).toEqual([200, "avg_score"]);
  expect(asked.body.data).toEqual(plain.body.data);
});

test("the whole body of a model's answer is the model", async () => {
  const { get } = await openSite();
  const list = await get<{ data: { slug: string }[] }>("/api/v1/models?limit=1", AS_CLIENT);
  const { slug } = getDefined(list.body.data[0], "model");
  const { body } = await get<Record<string, unknown>>(`/api/v1/models/${slug}`, AS_CLIENT);
  expect(body).toMatchObject({ slug, name: expect.any(String), providers: expect.any(Array) });
});

test("a comparison has its models, the benchmarks are a list", async () => {
  const { get } = await openSite();
  const list = await get<{ data: { slug: string }[] }>("/api/v1/models?limit=2", AS_CLIENT);
  const asked = list.body.data.map(({ slug }) => slug);
  const compared = await get<{ models: { slug: string }[] }>(
    `/api/v1/compare?models=${asked.join(",")}`,
    AS_CLIENT,
  );
  expect(compared.body.models.map(({ slug }) => slug)).toEqual(asked);
  const benchmarks = await get<{ data: unknown[] }>("/api/v1/benchmarks", AS_CLIENT);
  expect(benchmarks.body.data.length).toBeGreaterThan(0);
});

test("what it asks for in vain is JSON too, with a sentence that says what to do", async () => {
  const { get } = await openSite();
  for (const address of ["/api/v1/models/no-such-model", "/api/v1/compare?models=one"]) {
    const { status, body } = await get(address, AS_CLIENT);
    expect([status >= 400 && status < 500, body.detail !== ""], address).toEqual([true, true]);
  }
});

test("a browser may send its key", async () => {
  const { doors, base } = await openSite();
  const preflight = await doors.exact(
    new Request(`${base}/api/v1/models`, {
      method: "OPTIONS",
      headers: { Origin: "https://app.example", "Access-Control-Request-Headers": "authorization" },
    }),
  );
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get("Access-Control-Allow-Headers")?.toLowerCase()).toContain(
    "authorization",
  );
});
