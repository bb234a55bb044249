/** Compiled, never run: what is spelt right compiles, and each line after `@ts-expect-error` does not. */
import { createClient, type Schemas, toPriceRows } from "../src/client.ts";

const almanac = createClient({ baseUrl: "http://127.0.0.1" });
const params = { path: { slug: "any-model" } };

export async function typeCheckClientAnswers() {
  const { data: list } = await almanac.GET("/api/v1/models", { params: { query: { limit: 1 } } });
  const limit: number | null | undefined = list?.data[0]?.context_window;
  const { data: detail, error } = await almanac.GET("/api/v1/models/{slug}", { params });
  const offer: Schemas["Offer"] | undefined = detail?.providers[0];
  const hint: string | undefined = error?.detail;
  // @ts-expect-error a model has no such field
  detail?.contxt_window;
  // @ts-expect-error no offer has this value
  if (offer?.billing === "token") return;
  // @ts-expect-error the value may be null, not only a number
  const window: number = detail?.context_window;
  const query = { envelope: "1", provider: "all" } as const;
  const history = await almanac.GET("/api/v1/price-history/{slug}", {
    params: { ...params, query },
  });
  const [row] = toPriceRows(history.data ?? []);
  const change: "added" | "changed" | "correction" | "removed" | "witness" | undefined =
    row?.change;
  // @ts-expect-error a row has no such field
  row?.prise;
  return { limit, hint, window, change };
}
