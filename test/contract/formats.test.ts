/**
 * Checks the shape of the published tables in other tools' formats. How each field is computed is tested in
 * generator/formats/*.test.ts.
 */
import { expect } from "vitest";
import { COMPAT_FORMATS } from "../../generator/formats/format-files.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";

verifies("9a", "every format is JSON for scripts of any site, and is in llms.txt", async (site) => {
  const llms = await (await visit(site.doors.exact, `/llms.txt`)).text();
  expect(COMPAT_FORMATS.length).toBeGreaterThan(1);
  for (const { path } of COMPAT_FORMATS) {
    const { status, headers } = await visit(site.doors.exact, path);
    expect(status, path).toBe(200);
    expect(headers.get("Content-Type"), path).toBe("application/json; charset=utf-8");
    expect(headers.get("Access-Control-Allow-Origin"), path).toBe("*");
    expect(headers.get("Cache-Control"), path).toContain("s-maxage=3600");
    expect(site.manifest[path]?.bytes, path).toBeGreaterThan(0);
    expect(llms).toContain(`${site.base}${path})`);
  }
});

/** An announced price has a start day in the future. */
const hasBegun = (day: string | null | undefined) => (day ?? "") < "2099";

verifies("9a-llm-prices", "the current price is the last one that has begun", async (site) => {
  interface Row {
    id: string;
    input: number;
    from_date?: string | null;
  }
  const current = (await site.read<{ prices: Row[] }>("/compat/llm-prices.json")).prices;
  const past = (await site.read<{ prices: Row[] }>("/compat/llm-prices-historical.json")).prices;
  expect(current.length).toBeGreaterThan(2);
  for (const { id, input } of current)
    expect(
      past.findLast((row) => row.id === id && hasBegun(row.from_date)),
      id,
    ).toMatchObject({ input });
});

verifies("9a-langfuse", "the pattern of an id matches only that id", async (site) => {
  const models =
    await site.read<{ modelName: string; matchPattern: string }[]>("/compat/langfuse.json");
  expect(models.length).toBeGreaterThan(3);
  for (const { modelName, matchPattern } of models) {
    const pattern = new RegExp(matchPattern.replace("(?i)", ""), "i");
    expect(modelName).toMatch(pattern);
    expect(`${modelName}-other`).not.toMatch(pattern);
  }
});

const ask = (site: BuiltSite, path: string) => visit(site.doors.exact, path);

verifies(
  "9a-day",
  "a table at a day has the prices that the price history has on that day",
  async (site) => {
    const rows = (
      await site.get<{ data: { date: string; input: number }[] }>(
        "/api/v1/price-history/norn-4o?envelope=1",
      )
    ).body.data;
    const moves = rows.filter(({ input }, index) => index > 0 && input !== rows[index - 1]?.input);
    expect(moves.length).toBeGreaterThan(0);
    for (const { date, input } of rows) {
      const answer = await ask(site, `/at/${date}/compat/librechat.json`);
      expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
      const { northwind = {} } = (await answer.json()) as Record<string, Record<string, object>>;
      expect(northwind["norn-4o"], date).toMatchObject({ prompt: input });
    }
  },
);

verifies("9a-day", "every format has an address for a day", async (site) => {
  for (const { path } of COMPAT_FORMATS) {
    const { status, headers } = await ask(site, `/at/2025-06-01${path}`);
    expect([200, 301], path).toContain(status);
    if (status === 301) expect(headers.get("Location")).toBe(path);
  }
});

verifies(
  "9a-day",
  "a future day is as today until an announced price begins; an invalid day or format is refused",
  async (site) => {
    const [today, eve, later] = await Promise.all(
      ["/v1/models", "/at/2098-12-31/v1/models", "/at/2099-01-01/v1/models"].map(async (path) =>
        (await ask(site, path)).text(),
      ),
    );
    expect(eve).toBe(today);
    expect(later).not.toBe(today);
    expect((await ask(site, "/at/2025-13-01/api.json")).status).toBe(400);
    expect((await ask(site, "/at/yesterday/api.json")).status).toBe(400);
    for (const path of [
      "/at",
      "/at/2025-06-01",
      "/at/2025-06-01/",
      "/at/2025-06-01/api",
      "/at/%00/x",
    ])
      expect((await ask(site, path)).status, path).toBeGreaterThanOrEqual(400);
  },
);

verifies(
  "9a-models-list",
  "returns one model by its id, with slashes encoded or not, or by its slug",
  async (site) => {
    const { data } = await site.read<{ data: { id: string }[] }>("/v1/models");
    expect(data.length).toBeGreaterThan(5);
    for (const model of data) {
      expect(await (await ask(site, `/v1/models/${model.id}`)).json()).toEqual(model);
      const encoded = encodeURIComponent(model.id);
      expect(await (await ask(site, `/v1/models/${encoded}`)).json()).toEqual(model);
    }
    expect(await (await ask(site, "/v1/models/norn-4o")).json()).toMatchObject({ object: "model" });
    const unknown = await ask(site, "/v1/models/norn-4oo");
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain("norn-4o");
  },
);
