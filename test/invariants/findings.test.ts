import { describe, expect } from "vitest";
import { TOKENIZER_TAX_TOKENIZERS } from "../../build/experiments/own-tests.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, type Schemas, verifies } from "../contract/harness.ts";
import { compareText } from "../contract/walk.ts";

type Finding = Schemas["Finding"];

/** Reads all findings, not only the newest. */
const readFindings = async ({ read }: BuiltSite): Promise<readonly Finding[]> =>
  requireNonEmpty((await read<{ findings: Finding[] }>("/api/v1/dump.json")).findings, "findings");

/** Whether a rule derived the finding; editorial findings are written by hand. */
const isDerived = ({ kind }: Finding): boolean => kind !== "editorial";

describe("findings", () => {
  verifies("E9", "are ten by default, or as many as limit, at most fifty", async (site) => {
    const all = await site.get("/api/v1/findings?limit=50");
    expect(all.body.data).toHaveLength(Math.min(50, (await readFindings(site)).length));
    for (const [query, length] of Object.entries({ "": 10, "?limit=3": 3, "?limit=51": 50 })) {
      const { body } = await site.get(`/api/v1/findings${query}`);
      expect(body.data, query).toEqual(all.body.data.slice(0, length));
      expect(body.meta).toMatchObject({ total: all.body.meta.total, limit: length });
    }
    expect((await site.get("/api/v1/findings?limit=0")).body.parameter).toBe("limit");
  });

  verifies("E11", "the spotlight has the newest finding", async ({ get }) => {
    const { body } = await get("/api/spotlight");
    const list = await get("/api/v1/findings");
    expect(body.finding).toEqual(list.body.data[0]);
    expect(body.as_of).toBe(getDefined(body.finding, "finding").date);
  });

  verifies("4.7", "have short titles and an address that answers", async (site) => {
    for (const { id, title, summary } of await readFindings(site)) {
      expect(title.length, id).toBeLessThan(120);
      expect(`${title} ${summary}`, id).not.toMatch(/undefined|null|NaN|Infinity/);
    }
    for (const { url } of (await site.get("/api/v1/findings?limit=50")).body.data)
      expect((await site.ask(url.slice(site.base.length))).status, url).toBe(200);
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

  verifies("4.7", "have titles whose numbers are in `numbers`, or count names", async (site) => {
    const { models, providers, benchmarks } = site.context.catalog;
    const names = [...models, ...providers, ...benchmarks, ...TOKENIZER_TAX_TOKENIZERS]
      .map(({ name }) => name)
      .sort((a, b) => b.length - a.length);
    for (const { id, title, numbers } of (await readFindings(site)).filter(isDerived)) {
      const bare = names.reduce((text, name) => text.replaceAll(name, "·"), title);
      const known = Object.values(numbers).map(Math.abs);
      for (const [text] of bare.matchAll(/\d+(\.\d+)?/g)) {
        const digits = text.split(".")[1]?.length ?? 0;
        const most = 0.5 / 10 ** digits + 1e-9;
        const isRounded = known.some((value) => Math.abs(value - Number(text)) <= most);
        const isRest = [numbers.models, numbers.benchmarks].some(
          (all) => all !== undefined && all > Number(text) && bare.includes(`and ${text} more`),
        );
        expect(isRounded || isRest, `${id}: ${text} in "${title}"`).toBe(true);
      }
    }
  });
});
