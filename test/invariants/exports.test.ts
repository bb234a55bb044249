import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { groupBy } from "../../build/schema/collections.ts";
import { expectEqual, getDefined, requireNonEmpty } from "../builders/get.ts";
import { type CsvRow, findMisplacedRows, readCsvExport } from "../contract/csv.ts";
import { type BuiltSite, verifies, visit } from "../contract/harness.ts";
import { readEveryModelDetail } from "../contract/walk.ts";

const SPEC = readFileSync(new URL("../../docs/spec.md", import.meta.url), "utf8");
/** A row of the spec's table: `| **8-models** models | slug,name,lab (remarks) | slug |` */
const ROW = /^\| \*\*8-[a-z-]+\*\* ([a-z-]+) \| ([\w,]+).* \| ([\w, ]+) \|$/gm;
/** Dataset → its columns, and the columns by which it is sorted, as the spec states them. */
const DATASETS = new Map(
  [...SPEC.matchAll(ROW)].map(([, name = "", columns = "", order = ""]) => {
    return [name, { columns, order: order.split(", ") }];
  }),
);
const NAMES = [...DATASETS.keys()];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** An id as hosts write it, which may begin with `@`. A spreadsheet does not take it for a formula. */
const ID = /^@?[A-Za-z0-9][A-Za-z0-9._/:+-]*$/;

/**
 * Rows of a dataset, after checks of their order and of the header. The published columns come first; further columns
 * may follow.
 */
async function readShaped(site: BuiltSite, dataset: string): Promise<readonly CsvRow[]> {
  const { header, rows } = await readCsvExport(site, dataset);
  const { columns, order } = getDefined(DATASETS.get(dataset), dataset);
  expect(`${header},`.startsWith(`${columns},`), header).toBe(true);
  expect(findMisplacedRows(rows, order).slice(0, 3)).toEqual([]);
  return requireNonEmpty(rows, `rows of ${dataset}`);
}

describe("exports", () => {
  verifies("E12", "each answers as CSV, and an unknown name is a 404", async (site) => {
    for (const dataset of NAMES) await readCsvExport(site, dataset);
    for (const ending of ["", ".csv", ".parquet"]) {
      const { status, body } = await site.get(`/api/v1/export/price-histroy${ending}`);
      expect([status, body.suggestions?.[0]?.slug]).toEqual([404, `price-history${ending}`]);
    }
  });

  verifies("8", "are RFC 4180 with LF, quotes only where needed, and no formulas", async (site) => {
    for (const dataset of NAMES) {
      const { text, rows } = await readCsvExport(site, dataset);
      expect(text.endsWith("\n") && !text.includes("\r"), dataset).toBe(true);
      const needless = [...text.matchAll(/(?<=^|,)"((?:[^"]|"")*)"(?=,|$)/gm)].filter(
        ([, inner = ""]) => !/[",\n]/.test(inner),
      );
      expect(needless.slice(0, 3).map(String), dataset).toEqual([]);
      const isWrong = (cell: string, column: string) =>
        (/^[=+@\t\r]|^-\D/.test(cell) && !ID.test(cell)) ||
        (cell[0] === "'" && ID.test(cell.slice(1))) ||
        // A provider may be called NaN.
        (column !== "name" && /^(null|NaN|undefined)$/.test(cell));
      const cells = rows.flatMap((row) => Object.entries(row));
      const wrong = cells.filter(([column, cell]) => isWrong(cell, column));
      expect(wrong.slice(0, 3), dataset).toEqual([]);
    }
  });

  verifies("8", "answer with .csv too, and name file, source, day and licence", async (site) => {
    for (const dataset of NAMES) {
      const path = `/api/v1/export/${dataset}`;
      for (const more of ["", ".csv", ".parquet"])
        for (const door of Object.values(site.doors)) {
          const [address, ending] = [path + more, more.slice(1) || "csv"];
          const { status, headers } = await visit(door, `${address}?x=1`);
          const url = `${site.base}${address.replace(/\.csv$/, "")}`;
          expect([status, Object.fromEntries(headers)], address).toMatchObject([
            200,
            {
              "content-disposition": `attachment; filename="${dataset}.${ending}"`,
              "x-data-source": "Model Almanac",
              "x-data-license": "CC BY 4.0",
              "x-data-url": url,
              "x-data-attribution": expect.stringContaining(url),
              link: expect.stringContaining(`<${url}>; rel="canonical"`),
              ...(dataset !== "world-map" && { "x-data-as-of": expect.stringMatching(DAY) }),
            },
          ]);
        }
      expect((await site.get(`${path}.csv`)).text).toBe((await site.get(path)).text);
    }
  });

  verifies("8-copies", "the index lists each in both formats", async (site) => {
    const { datasets, copies } = (await site.get("/api/v1/export/index.json")).body;
    const address = `${site.base}/api/v1/export/`;
    expect(datasets.map(({ name, csv, parquet }) => [name, csv, parquet])).toEqual(
      NAMES.map((name) => [name, address + name, `${address}${name}.parquet`]),
    );
    // This build was started without dated copies (`--copies`).
    expect(copies).toEqual([]);
  });

  verifies("8", "hold no third-party benchmark score", async (site) => {
    // The best possible score and the score of chance are allowed: they belong to the benchmark, not to a model.
    for (const dataset of NAMES) {
      const { header } = await readCsvExport(site, dataset);
      expect(header.replace(/(max|chance)_score/g, "")).not.toMatch(/score|benchmark/);
    }
    expect((await readCsvExport(site, "price-changes")).text).not.toMatch(/top_score|benchmark/);
  });

  verifies("8-price-history", "has its columns, by date and model", async (site) => {
    for (const { input_usd_per_m } of await readShaped(site, "price-history"))
      expectEqual(Number(input_usd_per_m) >= 0, true, input_usd_per_m);
  });

  verifies("8-provider-offers", "has its columns, by model and input", async (site) => {
    for (const row of await readShaped(site, "provider-offers")) {
      const isZero = row.input_usd_per_m === "0" && row.output_usd_per_m === "0";
      expectEqual(row.is_free, String(isZero && row.billing !== "plan"), row.model_id);
      expectEqual(row.doubt === "", /^(verified|one_source)$/.test(row.trust ?? ""), row.model_id);
      // A host that lists it without a price confirms none.
      if (row.last_confirmed === "") expectEqual(row.input_usd_per_m, "", row.model_id);
      else expectEqual((row.last_confirmed ?? "") >= (row.date ?? ""), true, row.model_id);
    }
  });

  verifies("8-rates", "has the input price of every offer, and batch rates", async (site) => {
    const rows = await readShaped(site, "rates");
    // A host's id that moved to another model is listed under both models for as long as both are listed.
    const toKey = ({ model, provider, model_id, service_tier }: CsvRow) =>
      [model, provider, model_id, service_tier].join();
    const plain = new Map(
      rows
        .filter((row) => row.unit === "1M tokens" && row.above_input_tokens === "")
        .filter((row) => !row.cache_ttl && !row.region && !row.hours_utc && !row.variant)
        .filter(({ meter }) => meter === "input")
        .map((row) => [toKey(row), row.price]),
    );
    for (const row of await readShaped(site, "provider-offers")) {
      expectEqual(plain.get(toKey(row)) ?? "", row.input_usd_per_m, row.model_id);
    }
    expect(rows.some(({ service_tier }) => service_tier === "batch")).toBe(true);
  });

  verifies("8-price-changes", "has its columns and details of each type", async (site) => {
    const rows = await readShaped(site, "price-changes");
    const prices = "old_input,new_input,old_output,new_output,pct_change_input,pct_change_output";
    const details: Record<string, string> = {
      new_model: "release_date",
      price_drop: prices,
      price_increase: prices,
      company_update: "metric,value,previous,company_slug,source_url",
    };
    for (const row of rows) {
      const found = JSON.parse(row.details ?? "") as Record<string, unknown>;
      const names = Object.keys(found).filter((name) => name !== "scope");
      expectEqual(names.join(), details[row.type ?? ""], row.title);
      for (const side of ["input", "output"])
        expectEqual(row[`new_${side}_usd_per_m`], String(found[`new_${side}`] ?? ""), row.title);
    }
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(Object.keys(details)));
  });

  verifies("8-company-facts", "has its columns, and no negative figure", async (site) => {
    for (const { value } of await readShaped(site, "company-facts"))
      expect(value).toMatch(/^\d+(\.\d+)?$/);
  });

  verifies("8-mindshare-daily", "leaders have index 100; shares add up to 100", async (site) => {
    const rows = await readShaped(site, "mindshare-daily");
    const known = rows.filter(({ share }) => share !== "");
    for (const [day, ofDay] of groupBy(known, (row) => `${row.day} ${row.entity_type}`)) {
      const sum = ofDay.reduce((total, { share }) => total + Number(share), 0);
      expect(sum, day).toBeCloseTo(100, 1);
      expect(Math.max(...ofDay.map(({ index }) => Number(index))), day).toBe(100);
    }
  });

  verifies("8-gpu-rental-daily", "has its columns, by day and chip", async (site) => {
    for (const { min_usd_h } of await readShaped(site, "gpu-rental-daily"))
      expect(Number(min_usd_h)).toBeGreaterThan(0);
  });

  verifies("8-world-map", "has its columns, and the key as its first row", async (site) => {
    const key = getDefined((await readShaped(site, "world-map"))[0], "row of the key");
    expect(key).toMatchObject({ run_date: "", model_id: "", grid_deg: "6", points: "1800" });
    expect(key.answers).toMatch(/^[01]{1800}$/);
    // 45° N 9° E (Lombardy) and 3° N 159° W (mid-Pacific).
    expect([key.answers?.[7 * 60 + 31], key.answers?.[14 * 60 + 3]]).toEqual(["1", "0"]);
  });

  verifies("8-models", "has every model with the facts that the API gives", async (site) => {
    const rows = new Map((await readShaped(site, "models")).map((row) => [row.slug, row]));
    const details = await readEveryModelDetail(site);
    expect(rows.size).toBe(details.length);
    for (const { slug, provider, pricing, supports, as_of, ...model } of details) {
      const row = getDefined(rows.get(slug), slug);
      const cells = {
        name: model.name.replace(/^[=+@-]/, "'$&"),
        lab: provider.slug,
        input_usd_per_m: pricing.input,
        output_usd_per_m: pricing.output,
        price_basis: pricing.basis,
        context_window: model.context_window,
        is_open_source: model.is_open_source,
        supports_tools: supports.tools,
        input_modalities: model.input_modalities.join(";"),
        hosts: model.providers.filter(({ status }) => status !== "retired").length,
      };
      // Results of own tests are no part of the row.
      expectEqual((row.as_of ?? "") <= as_of, true, slug);
      for (const [column, value] of Object.entries(cells))
        expectEqual(row[column], String(value ?? ""), `${slug} ${column}`);
    }
  });

  const everyRow = (dataset: string, fields: string) => async (site: BuiltSite) => {
    type Row = Record<string, unknown>;
    const { data } = (await site.get<{ data: Row[] }>(`/api/v1/${dataset}`)).body;
    const toText = (row: Row) =>
      fields
        .split(" ")
        .map((field) => row[field])
        .join(" ");
    const rows = await readShaped(site, dataset);
    expect(rows.map(toText).sort()).toEqual(data.map(toText).sort());
  };
  verifies("8-providers", "has every lab and host", everyRow("providers", "slug name"));
  const ofBenchmark = "slug source_license models_tested";
  verifies("8-benchmarks", "has every benchmark", everyRow("benchmarks", ofBenchmark));
});
