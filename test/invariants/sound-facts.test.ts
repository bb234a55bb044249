import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { CostTestVectorFile } from "../../build/schema/cost-vector.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, verifies } from "../contract/harness.ts";
import { readEveryModelDetail } from "../contract/walk.ts";

interface PriceRow {
  model: string;
  host: string;
  date: string;
  input: number | null;
  cache_read: number | null;
}
const readPrices = ({ read }: BuiltSite) =>
  read<{ offers: PriceRow[]; price_history: PriceRow[] }>("/api/v1/dump.json");

describe("published facts are plausible", () => {
  verifies("D-dates", "no knowledge cutoff lies after the month of the release", async (site) => {
    const details = await readEveryModelDetail(site);
    const dated = details.flatMap(({ slug, release_date, knowledge_cutoff }) =>
      release_date && knowledge_cutoff ? [{ slug, release_date, knowledge_cutoff }] : [],
    );
    const late = requireNonEmpty(dated, "dated models").filter(
      (one) =>
        one.knowledge_cutoff.slice(0, 7) > one.release_date.slice(0, one.knowledge_cutoff.length),
    );
    expect(late).toEqual([]);
  });

  verifies("D-prices", "no cache read costs more than fresh input", async (site) => {
    const details = await readEveryModelDetail(site);
    const offers = details.flatMap(({ providers, list_price }) => [
      ...providers,
      ...(list_price ? [list_price, ...(list_price.tiers ?? [])] : []),
    ]);
    const { price_history } = await readPrices(site);
    const dear = requireNonEmpty([...offers, ...price_history], "prices").filter(
      ({ input, cache_read }) => cache_read !== null && cache_read > (input ?? 0),
    );
    expect(dear.slice(0, 3)).toEqual([]);
  });

  verifies("D-prices", "no price is a thousand times the one before or after it", async (site) => {
    const { offers, price_history: rows } = await readPrices(site);
    const now = new Map(offers.map((row) => [`${row.model} ${row.host}`, row.input]));
    const wrong: string[] = [];
    for (const [index, { model, host, date, input }] of requireNonEmpty(rows, "prices").entries()) {
      const next = rows[index + 1];
      const isLast = next?.model !== model || next.host !== host;
      const later = isLast ? now.get(`${model} ${host}`) : next.input;
      const ratio = (later || 1) / (input || 1);
      if (input && later && (ratio >= 1_000 || ratio <= 0.001))
        wrong.push(`${model} at ${host} on ${date}: ${input}, then ${later}`);
    }
    expect(wrong).toEqual([]);
  });

  verifies("E-cost-vectors", "are about models and hosts that the service has", async (site) => {
    const text = await readFile(join(site.dist, "cost-vectors.json"), "utf8");
    const { vectors } = CostTestVectorFile.parse(JSON.parse(text));
    for (const { model, host } of requireNonEmpty(vectors, "vectors"))
      for (const path of [`models/${model}`, `providers/${host}`])
        expect((await site.get(`/api/v1/${path}`)).status, path).toBe(200);
  });
});
