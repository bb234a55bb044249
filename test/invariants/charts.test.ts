/**
 * Checks that each chart's title is true for the rows that are drawn, and that charts on pages have a source, a
 * citation and working links to their files.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { expect } from "vitest";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { type CsvRow, readCsvFile } from "../contract/csv.ts";
import { verifies, visit } from "../contract/harness.ts";
import { readPublishedPages, unescapeHtml } from "../contract/site-pages.ts";

/** A chart: its path below `/chart/`, its title, and the rows that are drawn. */
interface Shown {
  id: string;
  title: string;
  rows: readonly CsvRow[];
}

const numberOf = (row: CsvRow | undefined, column: string): number =>
  Number(getDefined(getDefined(row, "row")[column], column));

const scoreOf = (row?: CsvRow): number => numberOf(row, "score");
const priceOf = (row?: CsvRow): number => numberOf(row, "blended_usd_per_m");

/** The lowest and the highest number of rows. */
function extremes(rows: readonly CsvRow[], numberIn: (row: CsvRow) => number) {
  const values = rows.map(numberIn);
  return { low: Math.min(...values), high: Math.max(...values) };
}

/**
 * Pattern of a title → check of what it claims about the rows. The claim about a cheaper model is tested in
 * `generator/site/components/charts`.
 */
type Check = (words: string[], shown: Shown, catalog: Catalog) => void;
const CLAIMS: readonly (readonly [RegExp, Check])[] = [
  [
    /^.+: the highest price \((.+)\) is ([\d.]+) (times|% above) the lowest \((.+)\)$/,
    ([, above, figure, unit, below], { rows, id }, { provider }) => {
      const { low, high } = extremes(rows, priceOf);
      const hostsAt = (price: number) => {
        const [first, ...others] = rows.filter((row) => priceOf(row) === price);
        return others[0] ? `${others.length + 1} hosts` : provider(first?.host ?? "")?.name;
      };
      expect([above, below], id).toEqual([hostsAt(high), hostsAt(low)]);
      const [ratio, rounding] =
        unit === "times" ? [high / low, 0.051] : [100 * (high / low - 1), 0.51];
      expect(Math.abs(ratio - Number(figure)), id).toBeLessThan(rounding);
    },
  ],
  [
    /^(.+) (cut|raised) the price of .+ by (\d+) % on /,
    ([, , verb, percent], { rows, id }) => {
      const isMeant = (row: CsvRow, at: number) => {
        const before = rows[at - 1];
        if (before?.host !== row.host || rows[at + 1]?.host === row.host) return false;
        const ratio = priceOf(row) / priceOf(before);
        return Math.round(100 * (verb === "cut" ? 1 - ratio : ratio - 1)) === Number(percent);
      };
      expect(rows.some(isMeant), id).toBe(true);
    },
  ],
  [
    /^Best result on .+?(?: over time)?: (?:from .+ to )?[^(]+\((.+)\)(, without self-reported results)?$/,
    ([, name, isPart], { rows, id }, catalog) => {
      const compared = rows.filter(({ result }) => !isPart || result !== "self-reported");
      const { low, high } = extremes(compared, scoreOf);
      const { higher_is_better } = getDefined(catalog.benchmark(id.replace("benchmarks/", "")), id);
      const best = compared.filter((row) => scoreOf(row) === (higher_is_better ? high : low));
      expect(best.map((row) => row.name)).toContain(name);
    },
  ],
  [
    /^(\d+) announced retirements? until .*$/,
    ([, announced], { rows, id }, { asOf }) => {
      const days = rows.map(({ retirement_date = "" }) => retirement_date);
      expect(days.filter((day) => day >= asOf).length, id).toBe(Number(announced));
    },
  ],
  [
    /^Other languages need (\d+) % more tokens than English with (.+?)(?:, (\d+) % more with (.+))?$/,
    ([, least, best, most, worst], { rows, id }) => {
      const percents = [...groupBy(rows, (row) => row.tokenizer)].map(([name, some]) => {
        const sum = some.reduce((sum, row) => sum + numberOf(row, "multiple_of_english_tokens"), 0);
        return { name, percent: Math.round(100 * (sum / some.length - 1)) };
      });
      const values = percents.map(({ percent }) => percent);
      expect(Math.min(...values), id).toBe(Number(least));
      expect(Math.max(...values), id).toBe(Number(most ?? least));
      expect(percents).toContainEqual({ name: best, percent: Number(least) });
      expect(percents).toContainEqual({ name: worst ?? best, percent: Number(most ?? least) });
    },
  ],
  [
    /^Of the (\d+) models with the most hosts, half cost at least ([\d.]+) times as much /,
    ([, models, times], { rows, id }) => {
      expect(rows.length, id).toBe(Number(models));
      const above = rows.filter((row) => numberOf(row, "ratio") >= Number(times));
      expect(2 * above.length, id).toBeGreaterThanOrEqual(rows.length);
    },
  ],
];

const DESCRIPTION =
  /^Price of .+ over time$|^Score and price of | by release date$|retirements?, none announced$| costs \d+ % less than /;

verifies("E-embeds", "the claim of a chart is true of the rows that are drawn", async (site) => {
  let checked = 0;
  for (const path of Object.keys(site.manifest).filter((path) => /^\/chart\/.*svg$/.test(path))) {
    const picture = readFileSync(join(site.dist, path), "utf8");
    const title = unescapeHtml(/<title id="t">([^<]*)</.exec(picture)?.[1] ?? "");
    const rows = readCsvFile(join(site.dist, path.replace(".svg", ".csv")));
    expect(rows.length, path).toBeGreaterThan(0);
    for (const { open_weights = "true" } of rows) expect(open_weights, path).toMatch(/true|false/);
    const claims = CLAIMS.filter(([pattern]) => pattern.test(title));
    expect(claims.length === 1 || DESCRIPTION.test(title), title).toBe(true);
    for (const [pattern, check] of claims) {
      checked++;
      const shown = { id: path.slice(7, -4), title, rows };
      check([...(pattern.exec(title) ?? [])], shown, site.context.catalog);
    }
  }
  expect(checked).toBeGreaterThan(3);
});

verifies("E-embeds", "on a page has title, source, day, and links that exist", async (site) => {
  const linked = new Set<string>();
  for (const { address, text } of await readPublishedPages(site))
    for (const [, section = "", figure = ""] of text.matchAll(
      /((?:<section[^>]*>\s*<h2[^>]*>(?:[^<]|<\/?span[^>]*>)*<\/h2>(?:(?!<section).)*?)?)<figure class="chart"[^>]*>(.*?)<\/figure>/gs,
    )) {
      // On the page of models, which is also the calculator, a chart has the width of its column at every size.
      const isOfView = /^\/(models\/|calculator)$/.test(address);
      const heading = /<h[234][^>]*>(?:[^<]|<\/?span[^>]*>)+<\/h[234]>/;
      expect(`${section}${figure}`, address).toMatch(heading);
      expect(figure, address).toMatch(/<p class="note">.+?<\/p>/);
      expect(figure, address).toMatch(
        /<figcaption><span>Source: [^<]+, data of <time datetime="\d/,
      );
      expect(figure, address).toContain("<summary>Cite</summary>");
      expect(figure.match(/<svg class="plot/g), address).toHaveLength(isOfView ? 1 : 2);
      const [, table = ""] = /<a href="([^"]*)">Table</.exec(figure) ?? [];
      const [page, id] = table.split("#");
      if (id && (page === "" || page === address)) expect(text, address).toContain(`id="${id}"`);
      for (const [, path = ""] of figure.matchAll(/(?:href|data-png)="(\/chart\/[^"]+)"/g))
        linked.add(path);
    }
  const charts = Object.keys(site.manifest).filter((path) => path.startsWith("/chart/"));
  expect([...linked].sort()).toEqual(charts.sort());
});

verifies("E-embeds", "badges and charts are well-formed pictures", async (site) => {
  const paths = Object.keys(site.manifest).filter((path) => /^\/(badge|chart)\/.*svg$/.test(path));
  for (const path of requireNonEmpty(paths, "embeds")) {
    const text = readFileSync(join(site.dist, path), "utf8");
    new SaxesParser().write(text).close();
    expect(text, path).not.toMatch(/\bNaN\b|\bundefined\b|Infinity|<script|<style/);
  }
});

verifies("4.6-pictures", "an own test lists its pictures at their address", async (site) => {
  for (const [test, count] of Object.entries({ "tokenizer-tax": 1, "world-map": 0 })) {
    const { pictures } = (await site.get(`/api/v1/own-tests/${test}`)).body;
    expect(pictures, test).toHaveLength(count);
    for (const { url, type } of pictures) {
      const path = `/chart/own-tests/${test}.svg`;
      expect([url, type]).toEqual([site.base + path, "image/svg+xml"]);
      const { headers } = await visit(site.doors.exact, path);
      expect(headers.get("Content-Type")).toBe(type);
      const earlier = await visit(site.doors.exact, `/charts/${test}.svg`);
      expect([earlier.status, earlier.headers.get("Location")]).toEqual([301, path]);
    }
  }
});
