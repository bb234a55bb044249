import { describe, expect } from "vitest";
import { expectEqual } from "../builders/expect-equal.ts";
import { getDefined, getSome } from "../builders/get.ts";
import { type CsvRow, misplaced, readCsv } from "../contract/csv.ts";
import { type List, type One, ORIGIN, type Site } from "../contract/harness.ts";
import { verifies } from "../contract/verifies.ts";
import { everyDetail } from "../contract/walk.ts";

interface Status {
  counts: Record<string, number>;
  datasets: { dataset: string; rows: number }[];
}

/** Dataset → its columns and the columns it is ordered by. */
const DATASETS = {
  "price-history": {
    columns:
      "date,model,input_usd_per_m,output_usd_per_m,cache_read_usd_per_m,cache_write_usd_per_m,provider,change,source" +
      ",model_id,is_list_price",
    order: ["date", "model"],
  },
  "provider-offers": {
    columns:
      "date,model,model_id,provider,quantization,context,input_usd_per_m,output_usd_per_m,cache_read_usd_per_m,max_output,is_free,source" +
      ",cache_write_usd_per_m,service_tier,billing,host_kind,trust,doubt,status,retirement_date,seen",
    order: ["model", "input_usd_per_m"],
  },
  "price-changes": {
    columns:
      "date,type,model,provider,title,details,source" +
      ",first_seen,old_input_usd_per_m,new_input_usd_per_m,old_output_usd_per_m,new_output_usd_per_m,pct_change_input,pct_change_output",
    order: ["date", "type", "model"],
  },
  "company-facts": {
    columns: "company,metric,value,as_of,source,source_url,method,current",
    order: ["company", "metric", "as_of"],
  },
  "mindshare-daily": {
    columns:
      "day,entity_type,slug,hn_mentions,wiki_views,github_stars,share,index,github_commits,github_prs,source",
    order: ["day", "entity_type", "slug"],
  },
  "gpu-rental-daily": {
    columns: "day,chip_slug,source,offers,median_usd_h,p10_usd_h,min_usd_h",
    order: ["day", "chip_slug"],
  },
  "world-map": {
    columns:
      "run_date,model_id,model_name,grid_deg,points,valid,accuracy,land_recall,water_recall,cost_usd,complete,answers,model",
    order: ["model_id"],
  },
  models: {
    columns:
      "slug,name,lab,model_type,is_open_source,weights_license,release_date,release_date_basis,knowledge_cutoff,retirement_date,context_window,max_output_tokens,input_modalities,output_modalities,supports_tools,supports_reasoning,supports_structured_output,supports_attachments,input_usd_per_m,output_usd_per_m,price_basis,hosts,price_changes,first_seen,as_of",
    order: ["slug"],
  },
  providers: {
    columns:
      "slug,name,is_lab,is_host,host_kind,models,offers,homepage,api_url,documentation_url,as_of",
    order: ["slug"],
  },
  benchmarks: {
    columns:
      "slug,name,category,unit,max_score,chance_score,higher_is_better,default_configuration,part_of,models_tested,source,source_url,source_license,as_of",
    order: ["slug"],
  },
} as const satisfies Record<string, { columns: string; order: readonly string[] }>;

type Dataset = keyof typeof DATASETS;
const NAMES = Object.keys(DATASETS) as Dataset[];

/** Its rows, after a look at header and order. */
async function readShaped(site: Site, dataset: Dataset): Promise<readonly CsvRow[]> {
  const { header, rows } = await readCsv(site, dataset);
  const { columns, order } = DATASETS[dataset];
  expect(header).toBe(columns);
  expect(misplaced(rows, order).slice(0, 3)).toEqual([]);
  return getSome(rows, `rows of ${dataset}`);
}

describe("exports", () => {
  verifies("E12", "each answers as CSV, another name is a 404", async (site) => {
    for (const dataset of NAMES) await readCsv(site, dataset);
    const { status, body } = await site.get("/api/v1/export/price-histroy");
    expect([status, body.suggestions?.[0]?.slug]).toEqual([404, "price-history"]);
  });

  verifies("8", "are RFC 4180 with LF, quotes only where needed, no formulas", async (site) => {
    for (const dataset of NAMES) {
      const { text, rows } = await readCsv(site, dataset);
      expect(text.endsWith("\n") && !text.includes("\r"), dataset).toBe(true);
      const needless = [...text.matchAll(/(?<=^|,)"((?:[^"]|"")*)"(?=,|$)/gm)].filter(
        ([, inner = ""]) => !/[",\n]/.test(inner),
      );
      expect(needless.slice(0, 3).map(String), dataset).toEqual([]);
      const cells = rows.flatMap((row) => Object.values(row));
      expect(cells.filter((cell) => /^[=+@\t\r]|^-\D/.test(cell)).slice(0, 3)).toEqual([]);
      expect(cells.filter((cell) => /^(null|NaN|undefined)$/.test(cell))).toEqual([]);
    }
  });

  verifies("8", "answer with .csv too, and name file, source, day and licence", async (site) => {
    for (const dataset of NAMES) {
      const path = `/api/v1/export/${dataset}`;
      for (const [address, file] of [
        [path, `${dataset}.csv`],
        [`${path}.csv`, `${dataset}.csv`],
        [`${path}.parquet`, `${dataset}.parquet`],
      ] as const)
        for (const door of Object.values(site.doors)) {
          const { status, headers } = await door(new Request(`${ORIGIN}${address}?x=1`));
          const url = `${site.base}${address.replace(/\.csv$/, "")}`;
          expect(status, address).toBe(200);
          expect(headers.get("Content-Disposition")).toBe(`attachment; filename="${file}"`);
          expect(headers.get("X-Data-Source")).toBe("Model Almanac");
          expect(headers.get("X-Data-License")).toBe("CC BY 4.0");
          expect(headers.get("X-Data-Url")).toBe(url);
          expect(headers.get("X-Data-Attribution")).toContain(url);
          expect(headers.get("Link")).toContain(`<${url}>; rel="canonical"`);
          if (headers.has("X-Data-As-Of") || dataset !== "world-map")
            expect(headers.get("X-Data-As-Of"), address).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        }
      expect((await site.get(`${path}.csv`)).text).toBe((await site.get(path)).text);
    }
    const { status, body } = await site.get("/api/v1/export/price-histroy.csv");
    expect([status, body.suggestions?.[0]?.slug]).toEqual([404, "price-history.csv"]);
  });

  verifies(
    "8-copies",
    "the index lists each in both formats, and every address answers",
    async (site) => {
      type Index = { datasets: { name: string; csv: string; parquet: string }[]; copies: object[] };
      const { datasets, copies } = (await site.get<One<Index>>("/api/v1/export/index.json")).body;
      expect(datasets.map(({ name }) => name)).toEqual(NAMES);
      for (const { csv, parquet } of datasets)
        for (const address of [csv, parquet]) {
          const path = address.slice(site.base.length);
          expect((await site.doors.exact(new Request(ORIGIN + path))).status, path).toBe(200);
        }
      // This build was given none.
      expect(copies).toEqual([]);
    },
  );

  verifies("8", "hold no third-party benchmark score", async (site) => {
    // The best possible score and that of chance belong to the benchmark, not to a model.
    for (const dataset of NAMES)
      expect(DATASETS[dataset].columns.replace(/(max|chance)_score/g, "")).not.toMatch(
        /score|benchmark/,
      );
    const { rows } = await readCsv(site, "benchmarks");
    expect(rows.map(({ slug }) => slug)).not.toContain("");
    const { text } = await readCsv(site, "price-changes");
    expect(text).not.toMatch(/top_score|benchmark/);
  });

  verifies("8-price-history", "has its columns, by date and model", async (site) => {
    const rows = await readShaped(site, "price-history");
    const changes = new Set(["added", "changed", "correction", "removed", "witness"]);
    for (const { change, input_usd_per_m } of rows) {
      expectEqual(changes.has(change ?? ""), true, change);
      expectEqual(Number(input_usd_per_m) >= 0, true, input_usd_per_m);
    }
  });

  verifies("8-provider-offers", "has its columns, by model and input", async (site) => {
    const rows = await readShaped(site, "provider-offers");
    for (const row of rows) {
      const isZero = row.input_usd_per_m === "0" && row.output_usd_per_m === "0";
      expectEqual(row.is_free, String(isZero && row.billing !== "plan"), row.model_id);
      expectEqual(row.doubt === "", row.trust === "verified", row.model_id);
      expectEqual((row.seen ?? "") >= (row.date ?? ""), true, row.model_id);
    }
  });

  verifies("8-provider-offers", "has as many rows as the status says", async (site) => {
    const { counts, datasets } = (await site.get<One<Status>>("/api/v1/status")).body;
    for (const [dataset, count, name] of [
      ["provider-offers", counts.offers, "offers"],
      ["price-history", counts.price_history_rows, "price-history"],
    ] as const) {
      expect((await readCsv(site, dataset)).rows.length, dataset).toBe(count);
      expect(datasets.find((one) => one.dataset === name)?.rows, name).toBe(count);
    }
  });

  verifies("8-price-changes", "has its columns and details of each type", async (site) => {
    const rows = await readShaped(site, "price-changes");
    const PRICES = [
      ...["old_input", "new_input", "old_output", "new_output"],
      ...["pct_change_input", "pct_change_output"],
    ];
    const details: Record<string, string[]> = {
      new_model: ["release_date"],
      price_drop: PRICES,
      price_increase: PRICES,
      company_update: ["metric", "value", "previous", "company_slug", "source_url"],
    };
    for (const row of rows) {
      const found = Object.keys(JSON.parse(row.details ?? "") as object);
      expectEqual(
        found.filter((name) => name !== "scope"),
        details[row.type ?? ""],
        row.title,
      );
    }
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(Object.keys(details)));
  });

  verifies("8-price-changes", "has the prices of its details in columns too", async (site) => {
    const rows = await readShaped(site, "price-changes");
    for (const { type, details = "", ...row } of rows) {
      const said = JSON.parse(details) as Record<string, unknown>;
      for (const side of ["input", "output"])
        for (const [column, field] of [
          [`old_${side}_usd_per_m`, `old_${side}`],
          [`new_${side}_usd_per_m`, `new_${side}`],
          [`pct_change_${side}`, `pct_change_${side}`],
        ] as const)
          expectEqual(row[column], String(said[field] ?? ""), `${type} ${column}`);
    }
  });

  verifies("8-company-facts", "has its columns and metrics", async (site) => {
    const rows = await readShaped(site, "company-facts");
    const metrics = [
      ...["employees", "total_raised_usd", "valuation_usd", "arr_usd", "revenue_fy_usd"],
      ...["capex_usd", "market_cap_usd", "active_users"],
    ];
    for (const { metric, value, current } of rows) {
      expect(metrics).toContain(metric);
      expect(value).toMatch(/^\d+(\.\d+)?$/);
      expect(["true", "false"]).toContain(current);
    }
  });

  verifies(
    "8-mindshare-daily",
    "has its columns; the leader of a day has index 100",
    async (site) => {
      const rows = await readShaped(site, "mindshare-daily");
      for (const day of new Set(rows.map((row) => row.day))) {
        const group = rows.filter((row) => row.day === day);
        const shares = group.filter(({ share }) => share !== "").map(({ share }) => Number(share));
        const indexes = group.filter(({ index }) => index !== "").map(({ index }) => Number(index));
        if (shares.every((share) => share === 0)) continue;
        expect(Math.max(...indexes), day).toBe(100);
        expect(Math.max(...shares), day).toBeLessThanOrEqual(100);
      }
    },
  );

  verifies("8-mindshare-daily", "counts what the catalogue has", async (site) => {
    const dump = await site.read<One<Record<string, { slug: string }[]>>>("/api/v1/dump.json");
    const slugs = (table: string) => new Set((dump[table] ?? []).map(({ slug }) => slug));
    const known = new Map([
      ["agent", slugs("agents")],
      ["model", slugs("models")],
      ["provider", slugs("providers")],
    ]);
    const rows = await readShaped(site, "mindshare-daily");
    const odd = rows.filter(
      ({ entity_type = "", slug = "" }) => !known.get(entity_type)?.has(slug),
    );
    expect(odd.slice(0, 3)).toEqual([]);
  });

  verifies("8-mindshare-daily", "share is the mean of shares over seven days", async (site) => {
    const rows = await readShaped(site, "mindshare-daily");
    const of = (column: string) => (row: CsvRow) => row[column] ?? "";
    const [dayOf, slugOf, typeOf] = [of("day"), of("slug"), of("entity_type")];
    const last = getDefined(rows.at(-1), "row");
    const from = new Date(Date.parse(dayOf(last)) - 6 * 86_400_000).toISOString().slice(0, 10);
    const week = rows.filter(
      (row) => typeOf(row) === typeOf(last) && dayOf(row) >= from && dayOf(row) <= dayOf(last),
    );
    const present = new Set(week.filter((row) => dayOf(row) === dayOf(last)).map(slugOf));
    const sum = (column: string, some: readonly CsvRow[]) =>
      some.reduce((total, row) => total + Number(row[column]), 0);
    // Stars are a stock; a signal that nobody has that week has no shares.
    const counted = ["hn_mentions", "wiki_views", "github_commits", "github_prs"].filter(
      (column) => last[column] !== "" && sum(column, week) > 0,
    );
    const shares = getSome(counted, "signals").map((column) => {
      const own = week.filter((row) => slugOf(row) === slugOf(last));
      const all = week.filter((row) => present.has(slugOf(row)));
      return (100 * sum(column, own)) / sum(column, all);
    });
    const mean = shares.reduce((total, share) => total + share, 0) / shares.length;
    expect(Number(last.share)).toBeCloseTo(mean, 3);
  });

  verifies("8-gpu-rental-daily", "has its columns, by day and chip", async (site) => {
    const rows = await readShaped(site, "gpu-rental-daily");
    for (const { min_usd_h } of rows) expect(Number(min_usd_h)).toBeGreaterThan(0);
  });

  verifies("8-world-map", "has its columns, and the key as its first row", async (site) => {
    const rows = await readShaped(site, "world-map");
    const key = getDefined(rows[0], "row of the key");
    expect(key).toMatchObject({ run_date: "", model_id: "", grid_deg: "6", points: "1800" });
    expect(key.answers).toMatch(/^[01]{1800}$/);
    // 45° N 9° E (Lombardy) and 3° N 159° W (mid-Pacific).
    expect([key.answers?.[7 * 60 + 31], key.answers?.[14 * 60 + 3]]).toEqual(["1", "0"]);
  });

  verifies(
    "8-models",
    "has every model with the facts and price that the API gives",
    async (site) => {
      const rows = await readShaped(site, "models");
      const details = await everyDetail(site);
      expect(rows.map(({ slug }) => slug).sort()).toEqual(details.map(({ slug }) => slug).sort());
      const bySlug = new Map(details.map((detail) => [detail.slug, detail]));
      for (const { slug = "", ...row } of rows) {
        const { provider, pricing, supports, context_window, as_of, ...model } = getDefined(
          bySlug.get(slug),
          slug,
        );
        const cells = {
          name: model.name.replace(/^[=+@-]/, "'$&"),
          lab: provider.slug,
          input_usd_per_m: pricing.input,
          output_usd_per_m: pricing.output,
          price_basis: pricing.basis,
          context_window,
          is_open_source: model.is_open_source,
          supports_tools: supports.tools,
          input_modalities: model.input_modalities.join(";"),
          hosts: model.providers.length,
        };
        // Results of own tests are no part of the row.
        expectEqual((row.as_of ?? "") <= as_of, true, slug);
        for (const [column, value] of Object.entries(cells))
          expectEqual(row[column], String(value ?? ""), `${slug} ${column}`);
      }
    },
  );

  verifies("8-providers", "has every lab and host as the API lists them", async (site) => {
    const rows = await readShaped(site, "providers");
    type Listed = { slug: string; name: string; is_lab: boolean; models: number };
    const { data } = (await site.get<List<Listed>>("/api/v1/providers")).body;
    const listed = data.map(({ slug, name }) => `${slug} ${name}`);
    expect(rows.map(({ slug, name }) => `${slug} ${name}`).sort()).toEqual(listed.sort());
  });

  verifies("8-benchmarks", "has every benchmark as the API lists them", async (site) => {
    const rows = await readShaped(site, "benchmarks");
    type Listed = { slug: string; source_license: string; models_tested: number };
    const { data } = (await site.get<List<Listed>>("/api/v1/benchmarks")).body;
    const toText = (row: Record<string, unknown>) =>
      `${row.slug} ${row.source_license} ${row.models_tested}`;
    expect(rows.map(toText).sort()).toEqual(data.map((row) => toText({ ...row })).sort());
  });
});
