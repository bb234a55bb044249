import { describe, expect } from "vitest";
import { getDefined } from "../builders/get.ts";
import { verifies } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { verifiesStored } from "./stored-answers.ts";
import { readAllPages } from "./walk.ts";

describe("an empty answer to a filter", () => {
  verifiesStored(
    "5.9",
    "hints",
    ...splitWords(`models?provider=quilon models?provider=Northwind models?provider=zzzzzz
        models?provider=quillon,zzzzzz
        models?provider=quilon&q=quill&limit=5 models?provider=bright-cloud-eu
        benchmarks?category=Coding benchmarks?category=maths benchmarks?category=zzzzzz
        changes?provider=northwnd models?host=cumulus&q=norn-4 models?host=quillon&provider=northwind models?q=zzzzzz models?max_input_price=0 changes?provider=the%20bright%20one
        price-history/norn-4o?provider=northwnd&envelope=1
        price-history/norn-4o?provider=quillon&envelope=1
        price-history/norn-4o?at=2025-05-12&envelope=1
        price-history/taiga-3-3-70b-turbo-bf16?provider=cumulus&envelope=1
        price-history/taiga-3-3-70b?provider=cumulus&envelope=1`),
    // These answers are plain arrays, so their hint is in a header.
    ...["northwnd", "%E5%8C%97%0A", "northwind"].map(
      (provider) => `price-history/norn-4o?provider=${provider}`,
    ),
  );

  verifies("5.9", "has no hint when the value is known or the answer has rows", async ({ get }) => {
    for (const address of splitWords(`models?provider=northwind models?page=99
      benchmarks?category=other changes?provider=northwind&type=company_update changes
      price-history/norn-4o?provider=all&envelope=1 price-history/norn-4o?provider=ALL&envelope=1`)) {
      const { status, body } = await get<{ meta?: { hint?: string } }>(`/api/v1/${address}`);
      expect([status, body.meta?.hint], address).toEqual([200, undefined]);
    }
  });

  verifies("E5", "at leaves out rows after a day; an invalid day gives 400", async ({ get }) => {
    const address = "/api/v1/price-history/norn-4o?provider=northwind";
    for (const [at, days] of [
      ["2025-10-01", ["2025-05-13"]],
      ["2025-10-02", ["2025-05-13", "2025-10-02"]],
      ["2025-05-12", []],
    ] as const) {
      const rows = (await get<{ date: string }[]>(`${address}&at=${at}`)).body;
      expect(rows.map(({ date }) => date)).toEqual(days);
    }
    const enveloped = await get(`${address}&envelope=1&at=2025-10-01`);
    expect([enveloped.body.data.length, enveloped.body.as_of]).toEqual([1, "2025-05-13"]);
    expect(enveloped.body.url).toContain("at=2025-10-01");
    expect((await get(`${address}&envelope=true&at=2025-10-01`)).body).toEqual(enveloped.body);
    expect(enveloped.headers.get("Netlify-Vary")).toMatch(/[=|]at\b/);
    expect((await get(`${address}&at=yesterday`)).status).toBe(400);
  });

  verifies("4.5-series", "a host is found by its slug or its name", async ({ get }) => {
    const bySlug = await get("/api/v1/price-history/norn-4o?provider=northwind");
    const byName = await get("/api/v1/price-history/norn-4o?provider=Northwind%20AI");
    expect(byName.body).toEqual(bySlug.body);
    expect(byName.headers.get("X-Data-Hint")).toBeNull();
  });

  verifies("E9-kind", "kind selects findings; an unknown kind gives 400", async ({ get }) => {
    const all = (await get("/api/v1/findings?limit=50")).body.data;
    const kind = getDefined(all.at(-1)?.kind, "a finding");
    const { body } = await get(`/api/v1/findings?limit=50&kind=${kind}`);
    expect(body.data).toEqual(all.filter((one) => one.kind === kind));
    expect(body.meta.total).toBe(body.data.length);
    const refused = await get("/api/v1/findings?kind=gossip");
    expect([refused.status, refused.body.allowed?.includes(kind)]).toEqual([400, true]);
  });

  verifies("E-changes", "names the newest day when no change is that recent", async ({ get }) => {
    const { body } = await get("/api/v1/changes?since=2099-01-01");
    const newest = getDefined(body.meta.newest, "the newest change");
    expect(body.data).toEqual([]);
    expect(body.meta.hint).toContain(`since=${newest}`);
    const at = await get(`/api/v1/changes?since=${newest}`);
    expect([at.body.data.length > 0, at.body.meta.hint]).toEqual([true, undefined]);
  });

  verifies("E-changes", "the next page goes on where this one ends", async (site) => {
    const all = (await site.get("/api/v1/changes?limit=1000")).body.data;
    expect(await readAllPages(site, "/api/v1/changes?limit=7")).toEqual(all);
  });
});
