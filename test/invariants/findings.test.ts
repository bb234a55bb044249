import { describe, expect } from "vitest";
import { TOKENIZERS } from "../../build/experiments/tokenizer-tax.ts";
import type { FindingItem } from "../../generator/endpoints/findings/findings.ts";
import { getDefined, getSome } from "../builders/get.ts";
import { FINDING_KINDS } from "../contract/findings.ts";
import type { Enveloped, List, One, Site } from "../contract/harness.ts";
import { verifies } from "../contract/verifies.ts";
import { compareText } from "../contract/walk.ts";

const FIELDS = [
  ...["id", "date", "kind", "title", "summary", "numbers", "models", "test", "url", "page"],
];

type Findings = List<FindingItem>;

/** Every finding, not only the newest. */
const readFindings = async ({ read }: Site): Promise<readonly FindingItem[]> =>
  getSome((await read<One<{ findings: FindingItem[] }>>("/api/v1/dump.json")).findings, "findings");

/** Those written by rule. */
const isDerived = ({ kind }: FindingItem): boolean => kind !== "editorial";

describe("findings", () => {
  verifies("E9", "are ten, or as many as limit says, at most fifty", async (site) => {
    const { get } = site;
    const all = await get<Findings>("/api/v1/findings?limit=50");
    expect(all.body.data).toHaveLength(Math.min(50, (await readFindings(site)).length));
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
    expect(body.as_of).toBe(getDefined(body.finding, "finding").date);
  });

  verifies("4.7", "have the documented fields and a known kind", async (site) => {
    for (const { id, title, summary } of await readFindings(site)) {
      expect(title.length, id).toBeLessThan(120);
      expect(`${title} ${summary}`, id).not.toMatch(/undefined|null|NaN|Infinity/);
    }
    const { data } = (await site.get<Findings>("/api/v1/findings?limit=50")).body;
    for (const finding of data) {
      expect(Object.keys(finding), finding.id).toEqual(FIELDS);
      expect(FINDING_KINDS).toContain(finding.kind);
      expect((await site.ask(finding.url.slice(site.base.length))).status, finding.url).toBe(200);
    }
  });

  verifies("4.7", "have an id made of date, kind and subject, newest first", async (site) => {
    const findings = await readFindings(site);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    for (const { id, date, kind } of findings)
      if (kind !== "editorial")
        expect(id.startsWith(`${date}-${kind.replaceAll("_", "-")}-`), id).toBe(true);
    const dates = findings.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort(compareText).reverse());
  });

  verifies("4.7", "move by 5 % or more where they tell of a price", async (site) => {
    for (const { id, kind, numbers } of await readFindings(site)) {
      if (kind === "price_drop") expect(numbers.pct_blended, id).toBeLessThanOrEqual(-5);
      if (kind === "price_rise") expect(numbers.pct_blended, id).toBeGreaterThanOrEqual(5);
      if (kind === "spread") expect(numbers.ratio, id).toBeGreaterThanOrEqual(3);
    }
  });

  verifies("4.7", "name the own test they come from, and at most ten models", async (site) => {
    const ownTests = (await readFindings(site)).filter(({ kind }) => kind === "own_test");
    for (const { id, test, models } of getSome(ownTests, "findings of own tests")) {
      expect(id).toContain(`-own-test-${test}-`);
      expect(models.length, id).toBeLessThanOrEqual(10);
    }
    const listed = (await site.get<Findings>("/api/v1/findings?limit=50")).body.data;
    for (const { id, kind, test, url } of listed)
      if (kind === "own_test") expect(url, id).toBe(`${site.base}/api/v1/own-tests/${test}`);
  });

  verifies("4.7", "are at most three of a kind on a day, of an own test likewise", async (site) => {
    const days = new Map<string, number>();
    for (const { date, kind, test } of (await readFindings(site)).filter(isDerived)) {
      const day = `${date} ${kind} ${test}`;
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    expect([...days].filter(([, count]) => count > 3)).toEqual([]);
  });

  verifies("4.7", "tell of a model once a day and kind", async (site) => {
    const told = new Set<string>();
    for (const { id, date, kind, models } of (await readFindings(site)).filter(isDerived)) {
      if (kind === "own_test") continue;
      // A runner-up may lead another benchmark the same day.
      for (const model of kind === "top_score" ? models.slice(0, 1) : models) {
        const key = `${date} ${kind} ${model}`;
        expect(told.has(key), `${id} tells again of ${model}`).toBe(false);
        told.add(key);
      }
    }
  });

  verifies("4.7", "do not tell of a cut again as a new lowest price", async (site) => {
    const findings = await readFindings(site);
    const nameOf = (host: string) => site.context.catalog.provider(host)?.name ?? host;
    const moves = site.context.catalog.finding_facts.filter(({ kind }) => kind === "price_drop");
    for (const { id, date, kind, title, models } of findings)
      for (const move of kind === "new_cheapest" ? moves : [])
        if (move.date === date && move.host !== null && models.includes(move.model))
          expect(title.startsWith(`${nameOf(move.host)} undercuts`), id).toBe(false);
  });

  verifies(
    "4.7",
    "have titles whose numbers stand in `numbers`, or count what is listed",
    async (site) => {
      const { models, providers, benchmarks } = site.context.catalog;
      const names = [...models, ...providers, ...benchmarks, ...TOKENIZERS]
        .map(({ name }) => name)
        .sort((a, b) => b.length - a.length);
      for (const { id, title, numbers } of (await readFindings(site)).filter(isDerived)) {
        const bare = names.reduce((text, name) => text.replaceAll(name, "·"), title);
        const known = Object.values(numbers).map(Math.abs);
        for (const [text] of bare.matchAll(/\d+(\.\d+)?/g)) {
          const digits = text.split(".")[1]?.length ?? 0;
          const isRounded = known.some(
            (value) => Math.abs(value - Number(text)) <= 0.5 / 10 ** digits + 1e-9,
          );
          const isRest = [numbers.models, numbers.benchmarks].some(
            (all) => all !== undefined && all > Number(text) && bare.includes(`and ${text} more`),
          );
          expect(isRounded || isRest, `${id}: ${text} in "${title}"`).toBe(true);
        }
      }
    },
  );
});
