/**
 * Runs `lintPriceTable` on generated price tables of a made-up market: it must find the planted faults and nothing
 * else.
 */
import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../build/experiments/statistics.ts";
import { packFactsForClients } from "../../build/model/package-facts.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import { createAlmanac } from "../../clients/typescript/src/almanac.ts";
import { fixPriceTable, type LintRule, lintPriceTable } from "../../clients/typescript/src/lint.ts";
import { makeCompatPriceTable } from "../../generator/formats/format-files.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { createPricedCatalog } from "../builders/priced-catalog.ts";
import { IS_LONG_TEST_RUN } from "../builders/runs.ts";

interface SoldModel {
  slug: string;
  id: string;
  lab: string;
  isRetired: boolean;
  old: Price;
  current: Price;
}
interface Price {
  input: number;
  output: number;
}

const LABS = ["openai", "anthropic", "deepseek"];
const toMarket = (): SoldModel[] => {
  const dice = createSeededRandom(7);
  return Array.from({ length: 120 }, (_, at) => {
    const input = (1 + Math.floor(dice() * 400)) / 20;
    const output = input * (2 + Math.floor(dice() * 4));
    const old = { input: input * 2, output: output * 1.5 };
    const slug = `model-${at}-${["pro", "mini", "large"][at % 3]}`;
    const lab = getDefined(LABS[at % 3], "lab");
    const isRetired = at % 6 === 5;
    return { slug, id: `${slug}-2026`, lab, isRetired, old, current: { input, output } };
  });
};
const MARKET = toMarket();
const ACTIVE = MARKET.filter(({ isRetired }) => !isRetired);
const active = getItemAt(ACTIVE, 0);
const retired = getItemAt(
  MARKET.filter(({ isRetired }) => isRetired),
  0,
);

/** The market as our facts describe it. A retired model has no offer. */
const toCatalog = (
  market: readonly SoldModel[],
  resold: Pick<Parameters<typeof createPricedCatalog>[0], "offers" | "cards"> = { offers: [] },
) =>
  createPricedCatalog({
    models: market.map(({ slug, lab, isRetired }) => ({
      slug,
      name: slug.replaceAll("-", " "),
      lab,
      status: isRetired ? "retired" : "active",
      retirement_date: isRetired ? "2026-05-01" : null,
      is_sold_by_lab: true,
      list_host: lab,
      cheapest_host: lab,
      default_host: lab,
    })),
    offers: [
      ...market.flatMap(({ slug, lab, id, current, isRetired }) =>
        isRetired ? [] : { model: slug, host: lab, model_id: id, ...current },
      ),
      ...resold.offers,
    ],
    cards: [
      ...market.flatMap(({ slug, lab, id, ...price }) =>
        (["old", "current"] as const).map((time) => {
          const date = time === "old" ? "2025-01-01" : "2026-01-01";
          return { model: slug, host: lab, model_id: id, date, ...price[time], as_of: date };
        }),
      ),
      ...(resold.cards ?? []),
    ],
    hosts: LABS.map((slug) => ({ slug, own_hosts: [slug] })),
    asOf: "2026-06-01",
  });
const toAlmanac = (...market: Parameters<typeof toCatalog>) =>
  createAlmanac(packFactsForClients(toCatalog(...market)));
const almanac = toAlmanac(MARKET);

interface Row extends Price {
  model: SoldModel;
  fault: LintRule | null;
}

/** Writes the rows in one of our own formats. Retired models stay listed. */
const inFormat = (path: string) => (rows: readonly Row[]) => {
  const sold = rows.map(({ model, input, output }) => ({
    ...model,
    isRetired: false,
    old: { input: 777, output: 999 },
    current: { input, output },
  }));
  return JSON.stringify(makeCompatPriceTable(path, undefined, toCatalog(sold)), null, 1);
};

/** The models at their current prices, and other rows. */
const toTable = (models: readonly SoldModel[], rows: object): string =>
  JSON.stringify({
    ...Object.fromEntries(models.map(({ id, current }) => [id, current])),
    ...rows,
  });

/** Writes a line for each row. */
const inLines =
  (head: string, line: (model: SoldModel, input: number, output: number) => string, end: string) =>
  (rows: readonly Row[]) =>
    [head, ...rows.map(({ model, input, output }) => line(model, input, output)), end].join("\n");

/** Format → its writer. Rows have USD per 1M tokens; each writer converts them to the unit of its format. */
const WRITERS: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  "litellm.json": inFormat("/compat/litellm.json"),
  "api.json": inFormat("/api.json"),
  "llm-prices.json": inFormat("/compat/llm-prices.json"),
  "ccusage.json": inFormat("/compat/ccusage.json"),
  // The prices before 2026, which these two formats have too, are not a fault of the table.
  "genai.json": inFormat("/compat/genai-prices.json"),
  "langfuse.json": inFormat("/compat/langfuse.json"),
  "pricing.ts": inLines(
    "// Dollars per 1K tokens\nexport const PRICES: Record<string, Price> = {",
    ({ id }, input, output) =>
      `  "${id}": { input: ${input / 1e3}, output: ${output / 1e3} }, // x`,
    "};\nexport const cost = (n: number) => n * 2;",
  ),
  "models.py": inLines(
    "PRICES = [",
    ({ id }, input, output) =>
      `    Model(name="${id}", prompt_price=Decimal("${input}"), completion_price=Decimal("${output}")),`,
    "]",
  ),
  "prices.csv": inLines(
    "model,provider,context,input_per_1m,output_per_1m",
    ({ id, lab }, input, output) => `${id},${lab},1000,${input},${output}`,
    "",
  ),
};
const FILES = Object.keys(WRITERS);

/** Right rows, with faults planted at random (in about one row of five). */
function toRows(seed: number): Row[] {
  const dice = createSeededRandom(seed);
  const kinds: LintRule[] = ["unit", "swapped", "stale", "retired"];
  return MARKET.filter(() => dice() < 0.6).flatMap((model): Row[] => {
    const right: Row = { model, ...model.current, fault: null };
    const isPlanted = dice() < 0.16;
    const kind = kinds[Math.floor(dice() * kinds.length)];
    // Listing a retired model is a fault in every table, so only some tables list one.
    if (model.isRetired) return isPlanted ? [{ ...right, fault: "retired" }] : [];
    if (!isPlanted) return [right];
    const { input, output } = model.current;
    const factor = getDefined([1000, 1 / 1000, 100, 1 / 1e6][Math.floor(dice() * 4)], "factor");
    if (kind === "unit")
      return [{ model, input: input * factor, output: output * factor, fault: kind }];
    if (kind === "swapped") return [{ model, input: output, output: input, fault: kind }];
    return [{ model, ...model.old, fault: "stale" }];
  });
}

/** The last part of a name, because tables put the host before it. */
const toId = (name: string): string => name.split("/").at(-1) ?? "";

/** Tables of each format: a hundred planted faults and more; three times as many where there is time. */
const TABLES = IS_LONG_TEST_RUN ? 3 : 1;

describe("planted faults", () => {
  test.each(FILES)("in %s are found, and nothing else is", (file) => {
    const missed: string[] = [];
    let planted = 0;
    for (let seed = 1; seed <= 2 * TABLES; seed++) {
      const rows = toRows(seed);
      const text = getDefined(WRITERS[file], "writer")(rows);
      const { findings, compared } = lintPriceTable(text, file, almanac);
      expect(compared).toBe(rows.length);
      const found = new Map(findings.map(({ name, rule }) => [toId(name), rule]));
      for (const { model, fault } of rows) {
        const rule = found.get(model.id) ?? null;
        if (fault === null) expect([seed, model.id, rule]).toEqual([seed, model.id, null]);
        else planted++;
        if (rule !== fault) missed.push(`${seed} ${model.id}: ${fault}, found ${rule}`);
      }
    }
    expect(planted).toBeGreaterThan(10 * TABLES);
    expect(missed.length / planted, missed.join("\n")).toBeLessThanOrEqual(0.02);
  });

  test.each(FILES)(
    "in %s: what --fix writes leaves only retired models, and changes no other row",
    (file) => {
      for (let seed = 1; seed <= TABLES; seed++) {
        const rows = toRows(seed);
        const write = getDefined(WRITERS[file], "writer");
        const before = write(rows);
        const fixed = fixPriceTable(before, lintPriceTable(before, file, almanac).findings);
        const after = lintPriceTable(fixed, file, almanac).findings;
        expect(after.filter(({ rule }) => rule !== "retired")).toEqual([]);
        const right = write(rows.map(({ model }) => ({ model, ...model.current, fault: null })));
        const [old = [], now = [], wanted] = [before, fixed, right].map((text) => text.split("\n"));
        for (const [at, line] of old.entries())
          if (line === wanted?.[at]) expect(now[at]).toBe(line);
      }
    },
  );
});

test("a router's id has the router's price, unless its folder is the slug of the lab", () => {
  const { slug, lab, id, current, old } = active;
  const alias = `${lab}-ai`;
  const prices = { cheap: { input: 1, output: 3 }, dear: { input: 7, output: 9 }, current, old };
  const rulesOf = (folder: string) => {
    const at = { model: slug, host: "bazaar", model_id: `${folder}/${id}` };
    const other = toAlmanac(MARKET, {
      offers: [{ ...at, ...prices.cheap }],
      cards: [
        { ...at, date: "2025-02-01", ...prices.dear },
        { ...at, date: "2026-02-01", ...prices.cheap },
      ],
    });
    return Object.entries(prices).flatMap(([name, price]) => {
      const text = toTable(ACTIVE.slice(1, 5), { [`${folder}/${id}`]: price });
      return lintPriceTable(text, "a.json", other).findings.map(({ rule }) => `${name} ${rule}`);
    });
  };
  expect([alias, lab].map(rulesOf)).toEqual([["dear stale"], ["old stale"]]);
});

describe("what is not judged", () => {
  const others = ACTIVE.slice(1, 6);
  const rulesOf = (rows: object, file = "prices.json") =>
    lintPriceTable(toTable(others, rows), file, almanac).findings.map(({ rule }) => rule);
  const { id, slug, old, current } = active;
  const swapped = { input: current.output, output: current.input };
  const never = { input: current.input * 1.07, output: current.output * 1.3 };
  const begun = { start_date: "2026-01-01", audio_hours: 1, ...current };

  test.each<[string, object]>([
    ["another host's price", { x: { provider: "somebody", model: id, ...swapped } }],
    ["a price that was never ours", { [id]: never }],
    ["counts of tokens", { [id]: { input_tokens: swapped.input, output_tokens: swapped.output } }],
    ["a price of long prompts", { [id]: { context_over_200k: swapped } }],
    ["a price with an end", { [id]: { ...old, to_date: "2025-12-31" } }],
    ["a price of 0", { [id]: { input: 0, output: 0 } }],
    ["a retired model without a price", { [retired.id]: { input: 0, output: 0 } }],
    [
      "an announced price",
      { [id]: { prices: [current, { start_date: "2027-01-01", ...swapped }] } },
    ],
    ["a past price before one with an hour of audio", { [id]: { prices: [old, begun] } }],
    ["a known model in another spelling", { [slug.replaceAll("-", ".")]: { input: 1, output: 2 } }],
  ])("%s", (_, rows) => expect(rulesOf(rows)).toEqual([]));

  test("rows without a host in a file that is named after another host", () => {
    expect(rulesOf({ [id]: swapped })).toEqual(["swapped"]);
    const other = LABS.find((lab) => lab !== active.lab);
    expect(rulesOf({ [id]: swapped }, `src/${other}.ts`)).toEqual([]);
  });

  test("a name with a size and no version, which may mean a newer model", () => {
    const tiny: SoldModel = { ...retired, slug: "tiny-3b", id: "tiny-3b-latest" };
    const rules = (id: string) => {
      const text = JSON.stringify({ [id]: tiny.current });
      const { findings } = lintPriceTable(text, "a.json", toAlmanac([...MARKET, { ...tiny, id }]));
      return findings.map(({ rule }) => rule);
    };
    expect(rules("tiny-3b-2410")).toEqual(["retired"]);
    expect(rules("tiny-3b-latest")).toEqual([]);
  });

  test("a table of two units, each with rows of its own", () => {
    const first = others.slice(0, 3);
    const second = ACTIVE.slice(8, 12);
    const perToken = second.map((model) => {
      const { input, output } = model.current;
      return { ...model, current: { input: input / 1e6, output: output / 1e6 } };
    });
    const text = `const A = ${toTable(first, {})};\nconst B = ${toTable(perToken, {})};`;
    const { findings, compared } = lintPriceTable(text, "two.ts", almanac);
    expect([findings, compared]).toEqual([[], 7]);
  });

  test("an unknown name is a note, with the nearest names", () => {
    const text = toTable(others, { "model-0-pr-2026": { input: 1, output: 2 } });
    const { findings } = lintPriceTable(text, "a.json", almanac);
    const message = expect.stringContaining("; similar: model-0-pro");
    expect(findings).toMatchObject([{ rule: "unknown", level: "note", source: null, message }]);
  });

  test("no text makes it fail", () => {
    for (const text of [
      ...["", "{", "]]]", '{"a": {', "a = (((", '"\\', 'model,input\n"a'],
      "[".repeat(500),
    ])
      for (const file of ["a.json", "a.csv", "a.toml", "a.rs"])
        expect(lintPriceTable(text, file, almanac).findings).toMatchObject([{ rule: "no-table" }]);
  });
});

test("models.dev's TOML names host and model by its path; a finding has the line, our source and its day", () => {
  const { old, current } = active;
  const text = `name = "A"\n\n[cost]\ninput = ${old.input} # dollars\noutput = ${old.output}\n\n[limit]\ncontext = 10\noutput = 5\n`;
  const path = `providers/${active.lab}/models/${active.id}.toml`;
  const { findings } = lintPriceTable(text, path, almanac);
  expect(requireNonEmpty(findings, "findings")).toMatchObject([
    { rule: "stale", line: 3, source: "pricewatch", day: "2026-01-01" },
  ]);
  const fixed = fixPriceTable(text, findings);
  expect(fixed).toContain(`input = ${current.input} # dollars\noutput = ${current.output}\n`);
  expect(fixed).toContain("output = 5");
});

test("every row is a unit fault when all inputs are in another unit than the outputs", () => {
  const rows = ACTIVE.slice(0, 8).map(({ id, lab: vendor, current: { input, output } }) => {
    return { id, vendor, input: 1000 * input, output };
  });
  const text = JSON.stringify({ prices: rows });
  const { per, findings } = lintPriceTable(text, "llm-prices.json", almanac);
  expect([per, findings.map(({ rule }) => rule)]).toEqual([1e6, rows.map(() => "unit")]);
});

test("a retired model with a price for each of its tiers is one finding", () => {
  const { id, current } = retired;
  const tiers = ["flex", "batch"].map((name) => ({ name, ...current }));
  const text = JSON.stringify({ [id]: { ...current, tiers } });
  const { findings } = lintPriceTable(text, "a.json", almanac);
  expect(findings).toMatchObject([{ rule: "retired", line: 1 }]);
});

test("swapped prices that our sources had for a time are reported as swapped, not as stale", () => {
  const { input, output } = active.current;
  const row = { [`${active.lab}/${active.id}`]: { input: output, output: input } };
  const text = toTable(MARKET.slice(0, 5), row);
  const market = [{ ...active, old: { input: output, output: input } }, ...MARKET.slice(1)];
  const { findings } = lintPriceTable(text, "a.json", toAlmanac(market));
  expect(findings.map(({ rule }) => rule)).toEqual(["swapped"]);
});

describe("a hostile table", () => {
  const three = ACTIVE.slice(0, 3);
  const price = `const P = ${toTable(three, {})};`;
  test.each([
    ["a text of 600 kB", `"${"a".repeat(6e5)}"\n${price}`],
    ["a text of 200,000 escapes", `"${"\\n".repeat(2e5)}"\n${price}`],
    ["a comment of 600 kB", `/* ${"*a".repeat(3e5)} */ ${price}`],
    ["comments that nothing closes", `${price}\n${"/* ".repeat(2e5)}`],
    ["texts that nothing closes", `${price}\n${"`\\".repeat(2e5)}`],
    ["deep brackets", `${price}\n${"[".repeat(1e5)}`],
  ])("%s is passed over, and the prices beside it are read", (_, text) => {
    expect(lintPriceTable(text, "table.ts", almanac).compared).toBe(3);
  });
});
