/**
 * Checks the shape of the published tables in other tools' formats. How each field is computed is tested in
 * generator/formats/*.test.ts.
 */
import { expect } from "vitest";
import { COMPAT_FORMATS } from "../../generator/formats/format-files.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";

const ask = (site: BuiltSite, path: string) => visit(site.doors.exact, path);
/** What every table has, so that scripts of any site can read it. */
const expectTable = ({ status, headers }: Response, path: string) => {
  expect([status, headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
  expect(headers.get("Access-Control-Allow-Origin"), path).toBe("*");
};

verifies("9a", "every format is JSON for any site, in llms.txt, and has days", async (site) => {
  const llms = await (await ask(site, `/llms.txt`)).text();
  expect(COMPAT_FORMATS.length).toBeGreaterThan(1);
  for (const { path } of COMPAT_FORMATS) {
    const ofDay = await ask(site, `/at/2025-06-01${path}`);
    expect([200, 301], path).toContain(ofDay.status);
    if (ofDay.status === 301) expect(ofDay.headers.get("Location")).toBe(path);
    const table = await ask(site, path);
    expectTable(table, path);
    expect(table.headers.get("Cache-Control"), path).toContain("s-maxage=3600");
    expect(site.manifest[path]?.bytes, path).toBeGreaterThan(0);
    expect(llms).toContain(`${site.base}${path})`);
  }
});

/** An announced price has a start day in the future. */
const hasBegun = (day: string | null | undefined) => (day ?? "") < "2099";

verifies("9a-llm-prices", "the current price is the last one that has begun", async (site) => {
  type Row = { id: string; input: number; from_date?: string | null };
  const read = async (name: string) =>
    (await site.read<{ prices: Row[] }>(`/compat/${name}.json`)).prices;
  const [current, past] = [await read("llm-prices"), await read("llm-prices-historical")];
  expect(current.length).toBeGreaterThan(2);
  for (const { id, input } of current) {
    const last = past.findLast((row) => row.id === id && hasBegun(row.from_date));
    expect(last, id).toMatchObject({ input });
  }
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

verifies("9a-day", "a table at a day has the prices of the price history", async (site) => {
  const { data } = (await site.get("/api/v1/price-history/norn-4o?envelope=1")).body;
  expect(new Set(data.map(({ input }) => input)).size).toBeGreaterThan(1);
  for (const { date, input } of data) {
    const answer = await ask(site, `/at/${date}/compat/librechat.json`);
    expectTable(answer, date);
    const { northwind = {} } = (await answer.json()) as Record<string, Record<string, object>>;
    expect(northwind["norn-4o"], date).toMatchObject({ prompt: input });
  }
});

verifies("9a-day", "a future day has announced prices; a wrong day is refused", async (site) => {
  const [today, eve, later] = await Promise.all(
    ["/v1/models", "/at/2098-12-31/v1/models", "/at/2099-01-01/v1/models"].map(async (path) =>
      (await ask(site, path)).text(),
    ),
  );
  expect(eve).toBe(today);
  expect(later).not.toBe(today);
  for (const day of ["2025-13-01", "yesterday"])
    expect((await ask(site, `/at/${day}/api.json`)).status, day).toBe(400);
  for (const path of ["", "/2025-06-01", "/2025-06-01/", "/2025-06-01/api", "/%00/x"])
    expect((await ask(site, `/at${path}`)).status, path).toBeGreaterThanOrEqual(400);
});

verifies("9a-models-list", "returns one model by its id or slug", async (site) => {
  const { data } = await site.read<{ data: { id: string }[] }>("/v1/models");
  expect(data.length).toBeGreaterThan(5);
  for (const model of data)
    for (const id of [model.id, encodeURIComponent(model.id)])
      expect(await (await ask(site, `/v1/models/${id}`)).json()).toEqual(model);
  expect(await (await ask(site, "/v1/models/norn-4o")).json()).toMatchObject({ object: "model" });
  const unknown = await ask(site, "/v1/models/norn-4oo");
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain("norn-4o");
});
