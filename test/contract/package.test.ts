/** Tests the package `model-almanac` on the golden facts: `cost()` and every command, with valid and invalid input. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModelByNameFinder } from "../../build/identity/name-finder.ts";
import { PACKAGED_FACTS_URL_PATH } from "../../build/model/package-facts.ts";
import type { Almanac, CostOptions } from "../../clients/typescript/src/almanac.ts";
import { createAlmanac } from "../../clients/typescript/src/almanac.ts";
import { COMPAT_TABLE_URL_PATHS } from "../../clients/typescript/src/cli/export.ts";
import { runAlmanacCommand } from "../../clients/typescript/src/cli/run.ts";
import type { PublishedCost } from "../../generator/endpoints/cost/cost.ts";
import { COMPAT_FORMATS, makeCompatPriceTable } from "../../generator/formats/format-files.ts";
import { findModelByName, suggestModels } from "../../generator/http/names.ts";
import { computeUsageLogCosts } from "../../generator/site/client/usage-log.ts";
import { arraysByColumnToRows } from "../../generator/site/components/table.ts";
import type { ModelsFileRow } from "../../generator/site/pages/models/model-rows.ts";
import { toModelTableItem } from "../../generator/site/pages/models/model-rows.ts";
import { toOffersOfPricesFile } from "../../generator/site/pages/models/workload-costs.ts";
import { findFreePort } from "../builders/free-port.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { type BuiltSite, openBuiltSite, verifies, visit } from "./harness.ts";
import { slugsOf } from "./walk.ts";

let site: BuiltSite;
let facts: string;
let almanac: Almanac;
beforeAll(async () => {
  site = await openBuiltSite();
  facts = await readFile(join(site.dist, PACKAGED_FACTS_URL_PATH), "utf8");
  almanac = createAlmanac(facts);
});

/** Seconds of two days with different prices of `norn-4o`. */
const [OLD, NEW] = [1_747_785_600, 1_759_622_400];
const AT_NORTHWIND = { model: "norn-4o", host: "northwind" };
const toResponse = (created: number, prompt_tokens: number, completion_tokens: number) => ({
  model: "norn-4o",
  created,
  usage: { prompt_tokens, completion_tokens },
});

/** Every model and every further id at each of its hosts. */
const listSoldNames = () =>
  site.context.catalog.offers.flatMap(({ model, host, variants }) => [
    { name: model, host, isOwnId: false },
    ...variants.map(({ model_id }) => ({ name: model_id, host, isOwnId: true })),
  ]);

describe("the facts of the package", () => {
  verifies("E-package-facts", "a name means or suggests what it does in the API", async () => {
    const { catalog } = site.context;
    const finder = createModelByNameFinder(almanac.facts);
    const ids = catalog.offers.flatMap(({ host, variants, ...offer }) =>
      [offer, ...variants].flatMap(({ model_id: id }) => [`${host}/${id}`, id.toUpperCase()]),
    );
    const names = catalog.models.flatMap(({ slug, name, lab, aliases }) => [
      ...[slug, name, `${lab}/${slug}`],
      ...aliases,
    ]);
    for (const name of [...ids, ...names, "no such model"]) {
      const [slug, ...others] = finder.slugsMeantBy(name);
      expect(others.length > 0 ? undefined : slug, name).toBe(findModelByName(name, catalog)?.slug);
    }
    for (const name of ["norn-9", "nron-4o", "sonet quil", "azure/eu/norn-4o", "taiga", "zzqx"])
      expect(almanac.suggestModels(name), name).toEqual(slugsOf(suggestModels(name, site.context)));
  });

  verifies("E-package-facts", "have the rate cards of every day and announced prices", async () => {
    const { catalog } = site.context;
    expect(slugsOf(almanac.facts.models)).toEqual(slugsOf(catalog.models));
    for (const { slug } of catalog.models) {
      const cards = almanac.facts.rateCardsOf(slug);
      const past = cards.filter(({ date }) => date <= catalog.asOf);
      expect(past.map((card) => ({ model: slug, ...card }))).toEqual(catalog.rateCardsOf(slug));
      const announced = catalog
        .offersOf(slug)
        .flatMap((offer) => offer.announced.map(({ effective }) => [offer.host, effective]));
      expect(cards.slice(past.length).map(({ host, date }) => [host, date])).toEqual(announced);
    }
  });

  verifies("E-package-facts", "are refused when they are cut or have another format", async () => {
    for (const [text, fault] of [
      [facts.slice(0, facts.lastIndexOf("\n")), /incomplete.*--refresh/],
      [facts.replace('"format":1', '"format":2'), /format 2, but .* reads 1; update model-almanac/],
      ["<html>", /format none/],
    ] as const)
      expect(() => createAlmanac(text)).toThrow(fault);
  });
});

describe("cost()", () => {
  verifies("11.1", "equals the cost of the API at every host and id on any day", async () => {
    const usage = { input: 300_000, output: 1000, cache_read: 50_000, search: 2 };
    const query = "input=300000&output=1000&cached=50000&search=2";
    const hints = new Set<string>();
    for (const { name: model, host } of listSoldNames())
      for (const at of [undefined, "2025-10-05", "2026-02-20"]) {
        const address = `/api/v1/cost?models=${model}&host=${host}&${query}${at ? `&at=${at}` : ""}`;
        const { data, meta } = JSON.parse((await site.ask(address)).text);
        const [row]: PublishedCost[] = data;
        const unsold = { usd: null, parts: [], missing: [{ meter: "host" }] };
        const { usd, parts, missing } = row ?? unsold;
        const found = almanac.cost(usage, { model, host, at });
        expect(found, address).toMatchObject({ usd, parts, missing });
        const [hint] = /\S+ has other prices for prompts.*?computed\./.exec(meta.hint) ?? [];
        expect(found.hint, address).toBe(hint);
        if (hint !== undefined) hints.add(hint);
      }
    requireNonEmpty([...hints], "hints for long prompts");
  });

  test("equals the calculator page's cost of a log, by every id, also where an id has its own price", async () => {
    const table = async (name: string) =>
      JSON.parse(await readFile(join(site.dist, `tables/${name}.json`), "utf8"));
    const models = arraysByColumnToRows<ModelsFileRow>((await table("models")).columns);
    const offers = toOffersOfPricesFile(await table("prices"));
    const usage = { prompt_tokens: 300_000, completion_tokens: 1000 };
    const costs = listSoldNames().map(({ name, host, isOwnId }) => {
      const log = JSON.stringify({ model: name, provider: host, usage });
      const read = computeUsageLogCosts(log, models.map(toModelTableItem), offers, almanac);
      const { usd } = almanac.cost({ usage }, { model: name, host });
      expect("models" in read && (read.models[0]?.now?.usd ?? null), name).toBe(usd);
      return { isOwnId, usd };
    });
    const day = { date: "2026-01-09", inputTokens: 5, outputTokens: 1, cacheReadTokens: 0 };
    const sum = JSON.stringify({ daily: [{ ...day, modelsUsed: ["norn-4o"] }] });
    const { skipped } = computeUsageLogCosts(sum, models.map(toModelTableItem), offers, almanac);
    expect(skipped).toEqual([expect.stringContaining("add up an unknown number of requests")]);
    const own = costs.filter(({ isOwnId, usd }, at) => isOwnId && usd !== costs[at - 1]?.usd);
    expect(own).not.toEqual([]);
  });

  const FIVE = { input: 5 };
  const COUNTS_MORE = { usage: { prompt_tokens: 1000, citation_tokens: 5 } };
  const MINI = { model: "norn-4o-mini", host: "northwind", at: "2026-03-01" };
  const BATCH = { ...AT_NORTHWIND, at: MINI.at, serviceTier: "batch" } as const;
  const BEFORE_SALE = { model: "taiga-r1", host: "cumulus", at: "2025-09-01" };
  const SMALL = toResponse(OLD, 1000, 100);
  const PRO = { model: "taiga-3-3-70b", host: "cumulus", serviceTier: "fast" } as const;
  const unknown = (meter: string, reason: RegExp) => ({
    usd: null,
    missing: [{ meter, reason: expect.stringMatching(reason) }],
  });
  test.each<[usage: unknown, options: CostOptions, expected: object]>([
    [SMALL, { host: "northwind" }, { usd: 0.0065 }],
    [SMALL, BATCH, { usd: 0.00175 }],
    [SMALL, MINI, { usd: 0.00021, model_id: MINI.model }],
    [{ input: 1_000_000 }, PRO, { usd: 0.2, model_id: "taiga-3-3-70b-turbo-bf16" }],
    [FIVE, { model: "quillon.quill-sonnet-4-5-v1:0" }, { host: "brightcloud" }],
    [FIVE, { model: "quillon/quill-sonnet-4-5" }, { host: "quillon" }],
    [FIVE, { model: "quillon/quill-sonnet-4.5" }, { host: "bazaar" }],
    [FIVE, { model: "brightcloud/quill-sonnet-4-5" }, { host: "brightcloud" }],
    [FIVE, { model: "Quill Sonnet 4.5" }, { host: "quillon" }],
    [COUNTS_MORE, AT_NORTHWIND, unknown("citation_tokens", /not known/)],
    [undefined, AT_NORTHWIND, unknown("usage", /no token/)],
    [{ ...FIVE, outptu: 1 }, AT_NORTHWIND, unknown("usage", /^no count is .*; did you mean out/)],
    [FIVE, { model: "nron-4o" }, unknown("model", /"nron-4o"; did you mean norn-4o/)],
    [FIVE, {}, unknown("model", /no model is named; give `model`/)],
    [FIVE, { ...AT_NORTHWIND, host: "nortwind" }, unknown("host", /; did you mean northwind\?/)],
    [FIVE, { ...AT_NORTHWIND, at: "2020-01-01" }, unknown("host", /; the earliest .* 2025-05-13/)],
    [
      FIVE,
      BEFORE_SALE,
      unknown("host", /^cumulus did not sell taiga-r1 on 2025-09-01 \(not listed since 2025-08-/),
    ],
    [FIVE, { ...AT_NORTHWIND, serviceTier: "flex" }, unknown("input", /no flex price/)],
  ])("of %j with %j is %j", (usage, options, expected) => {
    expect(almanac.cost(usage as object, options)).toMatchObject(expected);
  });

  test.each([
    ...["2026-02-30", "yesterday", "2026-02-01T25:00Z", ""].map((at) => ({ at })),
    ...[{ model: 5 }, { host: {} }, { requests: -1 }, { requests: Number.NaN }],
  ])("refuses %j", (options) => {
    const wrong = { ...AT_NORTHWIND, ...options } as CostOptions;
    expect(() => almanac.cost(FIVE, wrong)).toThrow(RangeError);
  });

  test("of an id that has meant several models is at its lab, and names the model that it meant", () => {
    const id = "quillon.quill-sonnet-4-5-v1:0";
    const moved = `"moving_ids":[["northwind","norn-4o","norn-5",null],["quillon","${id}","quill-sonnet-4-5",null]]`;
    const { cost } = createAlmanac(facts.replace('"moving_ids":[]', moved));
    const read = cost(FIVE, { ...AT_NORTHWIND, at: "2020-01-01" });
    expect(read).toMatchObject({ model: "norn-5", usd: null });
    expect(cost(FIVE, { model: id })).toMatchObject({ host: "quillon" });
  });

  test("of a plain id that only another host lists is at the lab, until that host sells it", () => {
    const id = "norn_4o";
    const { cost } = createAlmanac(
      facts.replaceAll(/(\["brightcloud","[\d-]+",)"norn-4o"/g, `$1"${id}"`),
    );
    const hostAt = (at: string) => cost(FIVE, { model: id, at }).host;
    expect(["2025-05-20", "2025-06-01"].map(hostAt)).toEqual(["northwind", "brightcloud"]);
  });

  test("uses a card that names the day of its price, even if another rate changed since", () => {
    const card = /(\["northwind",)"2025-05-13"(,"norn-4o".*?)null,null,\[\](.*?\])/;
    const other = createAlmanac(facts.replace(card, '$&,$1"2025-06-01"$20.5,null,[]$3'));
    const at = { host: "northwind", at: "2025-06-02" };
    const rates = [{}, {}, { meter: "cache_read" }];
    const found = other.cardOf(other.facts.getModel("norn-4o"), at);
    expect(found).toMatchObject({ since: "2025-05-13", rates });
  });

  test("charges each request of a sum by its own size", () => {
    const usage = { input: 300_000, output: 1000 };
    const stated = { model: "norn-5", host: "northwind", serviceTier: null, at: null, usage };
    const costs = [1, 3, null].map((requests) =>
      almanac.cost({ ...stated, requests, reportedUsd: null }),
    );
    expect(costs.map(({ usd }) => usd)).toEqual([1.52, 0.385, null]);
    expect(costs[2]).toMatchObject(unknown("request", /unknown number of requests/));
    const sum = { ...stated, requests: null, reportedUsd: null };
    const inRange = (...promptRange: number[]) => almanac.cost({ ...sum, promptRange }).usd;
    const usds = [inRange(0, 128_000), inRange(272_000, 1e6), inRange(0, 200_000)];
    expect(usds).toEqual([0.385, 1.52, null]);
    // Together they are shorter than the shortest long prompt.
    expect(almanac.cost({ ...sum, usage: { ...usage, input: 100_000 } }).usd).toBe(0.135);
  });

  test("as attributes of a span: a stated cost is passed on, an unknown one left out", () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 0 };
    const amount = "gen_ai.usage.cost.amount";
    const source = "gen_ai.usage.cost.source";
    const attributesOf = (more: object, options = {}) =>
      almanac.costAttributes({ model: "norn-4o", usage: { ...usage, ...more } }, options);
    const currency = { "gen_ai.usage.cost.currency": "USD" };
    expect(attributesOf({})).toEqual({ ...currency, [amount]: 0.0025, [source]: "local" });
    expect(attributesOf({ cost: 0.7 })).toMatchObject({ [amount]: 0.7, [source]: "provider" });
    expect(attributesOf({}, { model: "no such model" })).toEqual({});
  });

  test("is unknown today where the host has withdrawn the model, and known for the days before", () => {
    const withdrawn = createAlmanac(facts.replaceAll('"active","tokens"', '"retired","tokens"'));
    const costAt = (at?: string) => withdrawn.cost({ input: 5 }, { ...AT_NORTHWIND, at });
    expect(costAt().missing[0]?.reason).toBe("northwind no longer sells norn-4o");
    expect(costAt("2025-10-02").usd).not.toBeNull();
  });
});

/** What commands wrote, by path. */
const written = new Map<string, string>();

/**
 * @param command Its arguments, those with spaces in quotes.
 * @param files Text by path; `-` is standard input.
 */
async function runCommand(
  command: string,
  files: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
  isTerminal = false,
) {
  const args = command.match(/"[^"]+"|\S+/g) ?? [];
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runAlmanacCommand(
    args.map((one) => one.replaceAll('"', "")),
    {
      environment: { XDG_CACHE_HOME: "/nonexistent", ...environment },
      isTerminal,
      version: "1.2.3",
      packedFacts: async () => facts,
      serveMcp: async () => 0,
      makeTable: async (path, day) =>
        JSON.stringify(makeCompatPriceTable(path, day, site.context.catalog)),
      write: (text) => void output.push(text),
      writeError: (text) => void errors.push(text),
      writeText: async (path, text) => void written.set(path, text),
      async *readChunks(path) {
        yield files[path] ?? Promise.reject(new Error(`no ${path}`));
      },
    },
  );
  return { code, output: output.join(""), errors: errors.join("") };
}
const runJson = async (command: string) =>
  JSON.parse((await runCommand(`${command} --json`)).output);

const toLines = (entries: readonly object[]) =>
  entries.map((entry) => JSON.stringify(entry)).join("\n");
const LOG = toLines([toResponse(OLD, 1000, 100), toResponse(NEW, 2000, 0)]);
const CACHE = { cache_read_input_tokens: 900, cache_creation_input_tokens: 1000 };
const CACHED = { input_tokens: 100, output_tokens: 0, ...CACHE };

const FILES = {
  log: LOG,
  mystery: `${LOG}\n{"model":"mystery","usage":{"prompt_tokens":7,"completion_tokens":1}}\noops`,
  days: toLines(
    ["2001-02-01", "2001-02-03", "2001-02-01"].map((date) => {
      return { date, model: "norn-4o", usage: { prompt_tokens: 7 } };
    }),
  ),
  cached: toLines([{ type: "message", model: "quill-opus-4-1", usage: CACHED }]),
  long: toLines([{ model: "quill-sonnet-4-5", usage: { prompt_tokens: 300_000 } }]),
  empty: "",
  text: "a\nb",
  table: "date,Name,Prompt\n2025-10-05,norn-4o,1000\n",
  "prices.json": `{
  "quill-sonnet-4-5": { "input": 2.5, "output": 12.5 },
  "norn-4o-mini": { "input": 0.15, "output": 0.6 },
  "norn-5": { "input": 1.25, "output": 10 }
}`,
  "-": "model,input,output\nnorn-5,1.25,10\n",
  "a.ts": "const prices = [];",
  "a.yaml": "norn-5: {input: 1.25, output: 10}",
  "pairs.py": `PRICES = {"norn-5": (1.25, 10), "norn-4o": (10, 2.5), "mystery": (1, 2)}`,
};

/**
 * Compares the output and exit codes of commands with `test/golden/commands`, so that changes are reviewed. `npx vitest
 * run --project contract package -u` updates them.
 */
async function expectStored(name: string, ...commands: readonly string[]): Promise<void> {
  const texts: string[] = [];
  for (const command of commands) {
    const { code, output, errors } = await runCommand(command, FILES);
    texts.push(`$ model-almanac ${command}\n${output}${errors}(exit code ${code})\n`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`../golden/commands/${name}.txt`);
}

describe("lint", () => {
  // A table's price can be stale only against a price that two sources state, and no golden price has two; so these are
  // marked as verified.
  let before: string;
  beforeAll(() => {
    before = facts;
    facts = facts.replaceAll('"one_source"', '"verified"');
  });
  afterAll(() => {
    facts = before;
  });
  test("prints findings for people, programs, GitHub and code scanners; only an error ends with 1", () =>
    expectStored(
      "lint",
      ...["lint prices.json", "lint prices.json --json", "lint prices.json --format github"],
      ...["lint prices.json --format sarif", "lint prices.json --ignore stale", "lint -"],
      ...[
        "lint a.ts",
        "lint a.ts --ignore no-table",
        "lint a.yaml",
        "lint pairs.py",
        "lint",
        "lint prices.json --ignore x",
      ],
    ));

  test("--fix writes what is certain once all files are read, and then exits with 0", async () => {
    await expect(runCommand("lint prices.json none --fix", FILES)).rejects.toThrow("no none");
    expect(written.has("prices.json")).toBe(false);
    const command = "lint prices.json a.ts --fix --ignore no-table";
    const { code, output } = await runCommand(command, FILES);
    const corrected = [expect.stringMatching(/^prices\.json: .*, 1 corrected$/)];
    expect([code, output.match(/^.*corrected$/gm)]).toEqual([0, corrected]);
    const right = FILES["prices.json"].replace('2.5, "output": 12.5', '3, "output": 15');
    expect(written.get("prices.json")).toBe(right);
  });
});

describe("model-almanac", () => {
  test("price, cheapest, models, compare and changes: the rows, and how many are left", () =>
    expectStored(
      "prices",
      'price "Norn 4o" --at 2025-05-20 --host=northwind',
      ...["price norn-5 --json", "price quill-sonnet-4-5 --at 2099-01-01"],
      ...["cheapest norn-4o --limit 1", "models --supports tools, --limit 2"],
      ...["models no-such-word", 'compare norn-4o "quill sonnet 4.5"'],
      "changes norn-4o --since 2025-10-01 --type price_drop",
      "changes norn-4o --since 2025-10-01 --type price_drop --json",
    ));

  test("price: names the model that an id means at the host, and marks a doubtful past price", async () => {
    const before = facts;
    const moved = '"moving_ids":[["northwind","norn-4o","norn-5",null]]';
    facts = facts
      .replace('"moving_ids":[]', moved)
      .replace(/("northwind","2025-05-13","norn-4o",.*?\[\].*?)\]/, "$1,null,true]");
    const [today, past] = await Promise.all(
      ["norn-4o", '"Norn 4o" --at 2025-05-20'].map((name) => runJson(`price ${name}`)),
    );
    facts = before;
    expect(today).toMatchObject({ model: "norn-5", name: "Norn 5", trust: "one_source" });
    expect(past).toMatchObject({ model: "norn-4o", trust: "unverified" });
  });

  test("cheapest: the list begins with the model's cheapest host", async () => {
    for (const { slug, cheapest_host } of site.context.catalog.models) {
      if (cheapest_host === null) continue;
      const { offers } = await runJson(`cheapest ${slug}`);
      expect([offers[0].host, offers[0].passed_over], slug).toEqual([cheapest_host, null]);
    }
  });

  verifies("5.4", "models: those of the API, in its order, for each filter and sort", async () => {
    const hosts = site.context.catalog.providers.filter(({ offers }) => offers > 0);
    for (const query of [
      ...["", "sort=newest", "sort=price", "sort=pricing_blended&order=desc", "max_input_price=3"],
      ...["supports=tools&sort=offers", "status=current", "status=superseded,retired"],
      ...["provider=northwind", "open_source=true"],
      ...["released_after=2025-06-01", "released_before=2025-06-01"],
      ...hosts.flatMap(({ slug }) => [`host=${slug}`, `host=${slug}&max_output_price=100`]),
    ]) {
      const { data } = JSON.parse((await site.ask(`/api/v1/models?limit=200&${query}`)).text);
      const options = [...new URLSearchParams(query)].map(([name, value]) =>
        name === "open_source" ? "--open-source" : `--${name.replaceAll("_", "-")}=${value}`,
      );
      const { models } = await runJson(`models --limit=200 ${options.join(" ")}`);
      expect(slugsOf(models), query).toEqual(slugsOf(data));
    }
  });

  verifies("11.5", "cost: each request at the price of its day, and on another model", async () =>
    expectStored(
      "cost",
      "cost log --host northwind --what-if norn-4o-mini",
      "cost log --host northwind --what-if norn-4o-mini --json",
      // Tokens that another model does not cache are input there.
      "cost cached --what-if quill-opus-4-1,norn-4",
      // What has no price, or no effect, is counted and explained.
      ...["cost mystery --host northwind", "cost mystery --host northwind --json", "cost days"],
      "cost log --host northwind --region usa --variant 4k --at 2099-01-01",
      ...["cost log --host northwind --service-tier batch", "cost cached --cache-ttl 1h"],
      ...["cost long --host brightcloud --at 2027-01-01 --what-if quill-sonnet-4-5"],
      ...["cost table --columns input=Prompt", "cost table --columns input=Prompt,model=Name"],
    ),
  );

  verifies("9a", "export: every format is the service's own table, at a day too", async () => {
    expect(Object.values(COMPAT_TABLE_URL_PATHS)).toEqual(COMPAT_FORMATS.map(({ path }) => path));
    for (const [name, path] of Object.entries(COMPAT_TABLE_URL_PATHS)) {
      const { output, code } = await runCommand(`export --format ${name}`);
      expect([code, JSON.parse(output)]).toEqual([0, await site.read(path)]);
    }
    const command = "export --format ccusage --at 2025-05-20";
    const ofDay = await visit(site.doors.exact, "/at/2025-05-20/compat/ccusage.json");
    const table = await ofDay.json();
    expect(JSON.stringify(table)).toContain("norn-4o");
    expect(JSON.parse((await runCommand(command)).output)).toEqual(table);
    expect((await runJson(command)).table).toEqual(table);
  });

  verifies("11.2", "every command explains itself, and its examples have its options", async () => {
    const { output } = await runCommand("--help");
    const names = Array.from(output.matchAll(/^ {2}([a-z]+) (?:[<[]| )/gm), ([, name]) => name);
    const all = "price cheapest models compare changes cost lint export verify mcp";
    expect(names.join(" ")).toBe(all);
    for (const name of names) {
      const help = await runCommand(`${name} --help`);
      expect(help).toEqual(await runCommand(`help ${name}`));
      expect(help.code).toBe(0);
      expect(help.output).toContain("Exit codes: 0 success");
      const examples = help.output.split("Examples:\n")[1]?.split("\n\n")[0]?.split("\n") ?? [];
      expect(examples.length).toBeGreaterThan(1);
      for (const option of examples.join(" ").matchAll(/ --([a-z-]+)/g))
        expect(help.output).toContain(`  --${option[1]}`);
    }
  });

  verifies("11.3", "wrong use ends with exit code 2, and what has no answer with 1", async () =>
    expectStored(
      "wrong-use",
      ...["", "prise norn-4o", "price", "price norn 4o", 'price "sonet 4.5"', "price qqqqqq"],
      ...["price norn-4o --host nortwind", "price norn-4o --host qqqqqq", "price norn-4o --att 1"],
      ...["price norn-4o --at --json", "price norn-4o --at May", "price norn-4o --json=yes"],
      ...["price norn-4o --at=2026-01-01 --at=2026-01-02", "models --supports tool"],
      ...["models --limit few", "models --limit 0", "cost - --cache-ttl 7"],
      ...["cost log --columns foo=a", 'compare norn-4o "NORN 4o"'],
      ...["export --format litellm --refresh", "mcp norn-4o", "--json price"],
      ...["price norn-4o --host northwind --at 2020-01-01", "price norn-4o --host quillon"],
      ...["cost empty", "cost text", "cost table --columns input=Promt", "price taiga-image-1"],
    ),
  );

  verifies("11.2", "output is bold on a terminal only, and never with NO_COLOR", async () => {
    for (const [environment, isTerminal, isBold] of [
      [{}, true, true],
      [{}, false, false],
      [{ NO_COLOR: "1" }, true, false],
      [{ TERM: "dumb" }, true, false],
    ] as const) {
      const { output } = await runCommand("compare norn-4o norn-5", {}, environment, isTerminal);
      expect(output.includes("\u001b[1m"), JSON.stringify(environment)).toBe(isBold);
    }
  });

  verifies("11.4", "refreshes facts by ETag; a failed refresh ends with exit code 1", async () => {
    const folder = createTemporaryFolder("package-cache");
    const environment = { XDG_CACHE_HOME: folder };
    const url = await site.listen("exact");
    const versionWith = async (options = "") =>
      (await runCommand(`--version ${options}`, {}, environment)).output;
    const refresh = `--refresh --base-url ${url}`;
    expect(await versionWith(`${refresh}/`)).toMatch(/^model-almanac 1\.2\.3,/);
    const file = join(folder, "model-almanac/facts");
    const stored = await readFile(file, "utf8");
    // The stored facts now have a newer day than the packaged ones. The service does not know them, but answers 304
    // because their ETag is unchanged.
    await writeFile(file, stored.replace(/"as_of":"[\d-]+"/, '"as_of":"2099-01-01"'));
    expect(await versionWith(refresh)).toContain("2099-01-01");
    expect(await versionWith()).toContain("2099-01-01");
    await writeFile(file, "broken");
    expect(await versionWith()).toContain(almanac.facts.asOf);
    const nobody = `http://127.0.0.1:${await findFreePort()}`;
    for (const [base, cache, fault] of [
      [nobody, environment, /cannot refresh from .*; name another service with --base-url/],
      [url, { XDG_CACHE_HOME: "/proc" }, /cannot store the facts: .*; set XDG_CACHE_HOME to a/],
    ] as const) {
      const { code, errors } = await runCommand(`--refresh --base-url ${base}`, {}, cache);
      expect([code, errors]).toEqual([1, expect.stringMatching(fault)]);
    }
  });

  verifies("11.6", "verify accepts valid proofs, and names the fault of others", async () => {
    const vectors = await readFile("generator/site/pages/docs/proof-vectors.json", "utf8");
    const { proofs, wrong } = JSON.parse(vectors);
    const [right] = proofs;
    for (const [code, text, proof, options = ""] of [
      [0, right.root, right],
      [1, `leads to another root, ${right.root}`, right, `--root ${"0".repeat(64)}`],
      [1, "is not a proof", { ...right, size: "4" }],
      [2, "is not a root", right, "--root abc"],
      ...wrong.map(({ fault, ...proof }: { fault: string }) => [1, fault, proof]),
    ]) {
      const files = { "proof.json": JSON.stringify(proof) };
      const read = await runCommand(`verify proof.json ${options}`, files);
      expect([read.code, read.output + read.errors]).toEqual([code, expect.stringContaining(text)]);
    }
  });
});
