/** Compiled, never run: what is spelt right compiles, and each line after `@ts-expect-error` does not. */
import { createClient, type Schemas, toPriceRows } from "../src/client.ts";

const almanac = createClient({ baseUrl: "http://127.0.0.1" });
const slug = "any-model";

export async function typeCheckClientAnswers() {
  const { data: list } = await almanac.GET("/api/v1/models", { params: { query: { limit: 1 } } });
  const model = list?.data[0];
  const limit: number | null | undefined = model?.context_window;
  // @ts-expect-error a field of a list's element
  model?.contxt_window;
  // @ts-expect-error a field of the envelope
  list?.licence;

  const path = { params: { path: { slug } } };
  const { data: detail, error } = await almanac.GET("/api/v1/models/{slug}", path);
  const cite: string | undefined = detail?.cite;
  const offer: Schemas["Offer"] | undefined = detail?.providers[0];
  const trust: Schemas["Offer"]["trust"] | undefined = offer?.trust;
  const hint: string | undefined = error?.detail;
  // @ts-expect-error a field of a model
  detail?.contxt_window;
  // @ts-expect-error a field of an offer
  offer?.input_price;
  // @ts-expect-error a value that no offer has
  if (offer?.billing === "token") return;
  // @ts-expect-error what may be null is not a number
  const window: number = detail?.context_window;
  return { limit, cite, trust, hint, window };
}

export async function checkRequestTypes() {
  // @ts-expect-error a path
  await almanac.GET("/api/v1/model");
  // @ts-expect-error a parameter
  await almanac.GET("/api/v1/models", { params: { query: { limt: 1 } } });
  // @ts-expect-error an order that the list does not have
  await almanac.GET("/api/v1/models", { params: { query: { sort: "cheapest" } } });
  // @ts-expect-error a type that search does not have
  await almanac.GET("/api/v1/search", { params: { query: { q: "gpt", type: "models" } } });
  // @ts-expect-error a dataset that is not exported
  await almanac.GET("/api/v1/export/{dataset}", { params: { path: { dataset: "prices" } } });
  // @ts-expect-error a parameter that is required
  await almanac.GET("/api/v1/compare");
}

export async function checkPriceHistoryTypes() {
  const { data: plain } = await almanac.GET("/api/v1/price-history/{slug}", {
    params: { path: { slug } },
  });
  const { data: enveloped } = await almanac.GET("/api/v1/price-history/{slug}", {
    params: { path: { slug }, query: { envelope: "1", provider: "all" } },
  });
  const rows = [...toPriceRows(plain ?? []), ...toPriceRows(enveloped ?? [])];
  const change: "added" | "changed" | "correction" | "removed" | "witness" | undefined =
    rows[0]?.change;
  // @ts-expect-error a field of a row
  rows[0]?.prise;
  return change;
}
