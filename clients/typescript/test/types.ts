/** Compiled, never run: what is spelt right compiles, and each line after `@ts-expect-error` does not. */
import { createClient, type Schemas, toPriceRows } from "../src/client.ts";

const almanac = createClient({ baseUrl: "http://127.0.0.1" });
const slug = "any-model";

export async function typeCheckClientAnswers() {
  const { data: list } = await almanac.GET("/api/v1/models", { params: { query: { limit: 1 } } });
  const model = list?.data[0];
  const limit: number | null | undefined = model?.context_window;
  // @ts-expect-error an element of the list has no such field
  model?.contxt_window;
  // @ts-expect-error the envelope has no such field
  list?.licence;

  const path = { params: { path: { slug } } };
  const { data: detail, error } = await almanac.GET("/api/v1/models/{slug}", path);
  const cite: string | undefined = detail?.cite;
  const offer: Schemas["Offer"] | undefined = detail?.providers[0];
  const trust: Schemas["Offer"]["trust"] | undefined = offer?.trust;
  const hint: string | undefined = error?.detail;
  // @ts-expect-error a model has no such field
  detail?.contxt_window;
  // @ts-expect-error an offer has no such field
  offer?.input_price;
  // @ts-expect-error no offer has this value
  if (offer?.billing === "token") return;
  // @ts-expect-error the value may be null, not only a number
  const window: number = detail?.context_window;
  return { limit, cite, trust, hint, window };
}

export async function checkRequestTypes() {
  // @ts-expect-error there is no such path
  await almanac.GET("/api/v1/model");
  // @ts-expect-error there is no such parameter
  await almanac.GET("/api/v1/models", { params: { query: { limt: 1 } } });
  // @ts-expect-error the list has no such sort order
  await almanac.GET("/api/v1/models", { params: { query: { sort: "cheapest" } } });
  // @ts-expect-error the search has no such type
  await almanac.GET("/api/v1/search", { params: { query: { q: "gpt", type: "models" } } });
  // @ts-expect-error this dataset is not exported
  await almanac.GET("/api/v1/export/{dataset}", { params: { path: { dataset: "prices" } } });
  // @ts-expect-error a required parameter is missing
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
  // @ts-expect-error a row has no such field
  rows[0]?.prise;
  return change;
}
