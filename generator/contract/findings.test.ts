import { describe, expect } from "vitest";
import type { FindingItem } from "../resources/finding.ts";
import type { Enveloped, List, One } from "./harness.ts";
import { verifies } from "./verifies.ts";
import { compareText } from "./walk.ts";

const FIELDS = ["id", "date", "kind", "title", "summary", "numbers", "models", "test", "url"];
const KINDS = [
  ...["price_drop", "price_rise", "new_model", "new_cheapest", "top_score", "own_test", "spread"],
  "editorial",
];

type Findings = List<FindingItem>;

describe("findings", () => {
  verifies("E9", "are ten, or as many as limit says, at most fifty", async ({ get }) => {
    const all = await get<Findings>("/api/v1/findings?limit=50");
    expect(all.body.data).toHaveLength(50);
    for (const [query, length] of [
      ["", 10],
      ["?limit=3", 3],
      ["?limit=51", 50],
    ] as const) {
      const { body } = await get<Findings>(`/api/v1/findings${query}`);
      expect(body.data, query).toEqual(all.body.data.slice(0, length));
      expect(body.meta).toMatchObject({ total: all.body.meta.total, limit: length });
    }
    expect((await get("/api/v1/findings?limit=0")).body.parameter).toBe("limit");
  });

  verifies("E11", "the newest stands in the spotlight", async ({ get }) => {
    const { body } = await get<Enveloped & { finding: FindingItem | null }>("/api/spotlight");
    const list = await get<Findings>("/api/v1/findings");
    expect(body.finding).toEqual(list.body.data[0]);
    expect(body.as_of).toBe(body.finding!.date);
  });

  verifies("4.7", "have the documented fields and a known kind", async (site) => {
    const { data } = (await site.get<Findings>("/api/v1/findings?limit=50")).body;
    for (const finding of data) {
      expect(Object.keys(finding), finding.id).toEqual(FIELDS);
      expect(KINDS).toContain(finding.kind);
      expect(finding.title.length, finding.id).toBeLessThan(120);
      expect(`${finding.title} ${finding.summary}`).not.toMatch(/undefined|null|NaN|Infinity/);
      expect((await site.ask(finding.url.slice(site.base.length))).status, finding.url).toBe(200);
    }
  });

  verifies("4.7", "have an id made of date, kind and subject, newest first", async ({ read }) => {
    const dump = await read<One<{ findings: FindingItem[] }>>("/api/v1/dump.json");
    const { findings } = dump.data;
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    for (const { id, date, kind } of findings)
      if (kind !== "editorial")
        expect(id.startsWith(`${date}-${kind.replaceAll("_", "-")}-`), id).toBe(true);
    const dates = findings.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort(compareText).reverse());
  });

  verifies(
    "4.7",
    "a price finding moves by 5 % or more, a spread is threefold",
    async ({ read }) => {
      const dump = await read<One<{ findings: FindingItem[] }>>("/api/v1/dump.json");
      const kinds = new Set<string>();
      for (const { id, kind, numbers } of dump.data.findings) {
        kinds.add(kind);
        if (kind === "price_drop") expect(numbers.pct_blended, id).toBeLessThanOrEqual(-5);
        if (kind === "price_rise") expect(numbers.pct_blended, id).toBeGreaterThanOrEqual(5);
        if (kind === "spread") expect(numbers.ratio, id).toBeGreaterThanOrEqual(3);
      }
      for (const kind of [
        "price_drop",
        "price_rise",
        "new_model",
        "new_cheapest",
        "top_score",
        "spread",
      ])
        expect(kinds).toContain(kind);
    },
  );
});
