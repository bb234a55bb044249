/**
 * Runs `lintPriceTable` on generated price tables of a made-up market: it must find the planted faults and nothing
 * else.
 */
import { describe, expect, test } from "vitest";
import { packFactsForClients } from "../../build/model/package-facts.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import { createAlmanac } from "../../clients/typescript/src/almanac.ts";
import { fixPriceTable, type LintRule, lintPriceTable } from "../../clients/typescript/src/lint.ts";
import { COMPAT_FORMATS, makeCompatPriceTable } from "../../generator/formats/format-files.ts";
import { createPricedCatalog, statedRates } from "../builders/priced-catalog.ts";

const LABS = ["openai", "anthropic", "deepseek"] as const;
const MARKET = Array.from({ length: 36 }, (_, at) => {
  const input = (3 + 7 * at) / 20;
  const output = input * (2 + (at % 4));
  const slug = `model-${at}-${["pro", "mini", "large"][at % 3]}`;
  return {
    slug,
    id: `${slug}-2026`,
    lab: getItemAt(LABS, at % 3) as string,
    isRetired: at % 6 === 5,
    old: { input: input * 2, output: output * 1.5 },
    current: { input, output },
  };
});
type SoldModel = (typeof MARKET)[number];
const ACTIVE = MARKET.filter(({ isRetired }) => !isRetired);
const active = getItemAt(ACTIVE, 0);
const retired = getItemAt(MARKET, 5);

/** The market as our facts describe it. A retired model has no offer. */
const toCatalog = (
  market: readonly SoldModel[],
  resold: Pick<Parameters<typeof createPricedCatalog>[0], "offers" | "cards" | "idCards"> = {
    offers: [],
  },
) =>
  createPricedCatalog({
    models: market.map(({ slug, lab, isRetired }) => ({
      slug,
      lab,
      status: isRetired ? "retired" : "active",
      retirement_date: isRetired ? "2026-05-01" : null,
      list_host: lab,
    })),
    offers: [
      ...market.flatMap(({ slug, lab, id, current, isRetired }) =>
        isRetired ? [] : { model: slug, host: lab, model_id: id, ...current },
      ),
      ...resold.offers,
    ],
    cards: [
      ...market.flatMap(({ slug, lab, id, old, current }) => {
        const card = { model: slug, host: lab, model_id: id };
        return [
          { ...card, ...old, date: "2025-01-01", as_of: "2025-01-01" },
          { ...card, ...current, date: "2026-01-01", as_of: "2026-01-01" },
        ];
      }),
      ...(resold.cards ?? []),
    ],
    idCards: resold.idCards ?? [],
    hosts: LABS.map((slug) => ({ slug, own_hosts: [slug] })),
    asOf: "2026-06-01",
  });
const toAlmanac = (...market: Parameters<typeof toCatalog>) =>
  createAlmanac(packFactsForClients(toCatalog(...market)));
const almanac = toAlmanac(MARKET);
const rulesIn = (text: string, file = "a.json", facts = almanac) =>
  lintPriceTable(text, file, facts).findings.map(({ rule }) => rule);

interface Row {
  model: SoldModel;
  input: number;
  output: number;
}
type Writer = (rows: readonly Row[]) => string;

/** Writes the rows in one of our own formats. Retired models stay listed; what was valid before is no fault. */
const inFormat =
  (path: string): Writer =>
  (rows) => {
    const sold = rows.map(({ model, ...current }) => ({
      ...model,
      isRetired: false,
      old: { input: 777, output: 999 },
      current,
    }));
    return JSON.stringify(makeCompatPriceTable(path, undefined, toCatalog(sold)), null, 1);
  };

/** The models at their current prices, and other rows. */
const toTable = (models: readonly SoldModel[], rows: object): string =>
  JSON.stringify(Object.assign({}, ...models.map(({ id, current }) => ({ [id]: current })), rows));

type Line = (model: SoldModel, input: number, output: number) => string;
const inLines =
  (head: string, line: Line, end = ""): Writer =>
  (rows) =>
    [head, ...rows.map(({ model, input, output }) => line(model, input, output)), end].join("\n");

/** Rows have USD per 1M tokens; each writer converts them to the unit of its format. */
const WRITERS: [file: string, write: Writer][] = [
  ...COMPAT_FORMATS.map(({ path }): [string, Writer] => [path, inFormat(path)]),
  [
    "pricing.ts",
    inLines(
      "// Dollars per 1K tokens\nexport const PRICES: Record<string, Price> = {",
      ({ id }, input, output) =>
        `"${id}": { input: ${input / 1e3}, output: ${output / 1e3} }, // x`,
      "};\nexport const cost = (n: number) => n * 2;",
    ),
  ],
  [
    "models.py",
    inLines(
      "PRICES = [",
      ({ id }, input, output) =>
        `Model(name="${id}", prompt_price=Decimal("${input}"), completion_price=Decimal("${output}")),`,
      "]",
    ),
  ],
  [
    "pairs.py",
    inLines(
      "PRICES: dict[str, tuple[float, float]] = {",
      ({ id }, input, output) => `"${id}": ((${input}), ${output}),`,
      "}",
    ),
  ],
  [
    "table.go",
    inLines(
      "var table = []entry{",
      ({ id }, input, output) =>
        `{match: []string{"${id}", "x"}, rate: Rate{InputPerMToken: ${input}, OutputPerMToken: ${output}}},`,
      "}",
    ),
  ],
  [
    "prices.csv",
    inLines(
      "model,provider,context,input_per_1m,output_per_1m",
      ({ id, lab }, input, output) => `${id},${lab},1000,${input},${output}`,
    ),
  ],
];

/** What is wrong with every fourth row, in turn. */
const FAULTS: [LintRule, (model: SoldModel) => Omit<Row, "model">][] = [
  ...[1000, 1 / 1000, 100, 1 / 1e6].map((factor): (typeof FAULTS)[number] => [
    "unit",
    ({ current: { input, output } }) => ({ input: input * factor, output: output * factor }),
  ]),
  ["swapped", ({ current: { input, output } }) => ({ input: output, output: input })],
  ["stale", ({ old }) => old],
];
const toFault = (at: number) => (at % 4 === 1 ? FAULTS[(at - 1) / 4] : undefined);

test.each(WRITERS)(
  "faults in %s are found, nothing else is, and --fix corrects only them",
  (file, write) => {
    const models = [...ACTIVE, retired];
    const toRow = (model: SoldModel, at: number) => toFault(at)?.[1](model) ?? model.current;
    const before = write(models.map((model, at) => ({ model, ...toRow(model, at) })));
    const { findings, compared } = lintPriceTable(before, file, almanac);
    expect(compared).toBe(models.length);
    // Tables put the host before the name, and not all have ids.
    const found = findings.map(({ name, rule }) => [/[^/]+?(?=-2026|$)/.exec(name)?.[0], rule]);
    const rules = models.map(({ isRetired }, at) => toFault(at)?.[0] ?? (isRetired && "retired"));
    const wrong = models.flatMap(({ slug }, at) => (rules[at] ? [[slug, rules[at]]] : []));
    expect(found.sort()).toEqual(wrong.sort());
    const fixed = fixPriceTable(before, findings);
    expect(rulesIn(fixed, file)).toEqual(["retired"]);
    const right = write(models.map((model) => ({ model, ...model.current })));
    const [old = [], now = [], wanted] = [before, fixed, right].map((text) => text.split("\n"));
    for (const [at, line] of old.entries()) if (line === wanted?.[at]) expect(now[at]).toBe(line);
  },
);

test("a router's id has the router's price, unless its folder is the slug of the lab", () => {
  const { slug, lab, id, current, old } = active;
  const prices = { low: { input: 1, output: 3 }, high: { input: 7, output: 9 }, current, old };
  const rulesOf = (folder: string) => {
    const at = { model: slug, host: "bazaar", model_id: `${folder}/${id}` };
    const other = toAlmanac(MARKET, {
      offers: [{ ...at, ...prices.low }],
      cards: [
        { ...at, date: "2025-02-01", ...prices.high },
        { ...at, date: "2026-02-01", ...prices.low },
      ],
    });
    return Object.entries(prices).flatMap(([name, price]) => {
      const text = toTable(ACTIVE.slice(1, 5), { [`${folder}/${id}`]: price });
      return rulesIn(text, "a.json", other).map((rule) => `${name} ${rule}`);
    });
  };
  expect([`${lab}-ai`, lab].map(rulesOf)).toEqual([["high stale"], ["old stale"]]);
});

test("a price that the maker has changed and another host has kept is a note", () => {
  const { slug, lab, id, current, old } = active;
  const kept = { model: slug, host: "bazaar", model_id: id, ...old };
  const other = toAlmanac(MARKET, { offers: [kept], cards: [{ ...kept, date: "2026-02-01" }] });
  const found = (name: string) =>
    lintPriceTable(toTable(ACTIVE.slice(1, 5), { [name]: old }), "a.json", other).findings;
  const stale = { rule: "stale", source: expect.any(String), fixes: [] };
  expect(found(id)).toMatchObject([{ ...stale, level: "note" }]);
  expect(found(`${lab}/${id}`)).toMatchObject([{ rule: "stale", level: "error" }]);
  expect(rulesIn(toTable(ACTIVE.slice(1, 5), { [id]: current }), "a.json", other)).toEqual([]);
});

test("a price that the host has changed for this id and kept for another, or for a tier, is a note", () => {
  const { slug: model, lab: host, id, current, old } = active;
  const date = "2026-02-01";
  const kept = { model, host, model_id: `${id}-05-13`, name: `${id}-05-13`, ...old, date };
  const cards = statedRates(`input@priority=${old.input}; output@priority=${old.output}`);
  const tier = { model, host, model_id: id, ...current, cards, date };
  for (const facts of [{ idCards: [kept] }, { cards: [tier] }]) {
    const other = toAlmanac(MARKET, { offers: [], ...facts });
    const text = toTable(ACTIVE.slice(1, 5), { [id]: old });
    const { findings } = lintPriceTable(text, "a.json", other);
    expect(findings).toMatchObject([{ rule: "stale", level: "note", fixes: [] }]);
  }
});

describe("what is not judged", () => {
  const others = ACTIVE.slice(1, 6);
  const rulesOf = (rows: object, file?: string) => rulesIn(toTable(others, rows), file);
  const { id, slug, old, current } = active;
  const swapped = { input: current.output, output: current.input };
  const never = { input: current.input * 1.07, output: current.output * 1.3 };
  const begun = { start_date: "2026-01-01", audio_hours: 1, ...current };
  const announced = { start_date: "2027-01-01", ...swapped };

  test.each<[string, object]>([
    ["another host's price", { x: { provider: "somebody", model: id, ...swapped } }],
    ["a price that was never ours", { [id]: never }],
    ["counts of tokens", { [id]: { input_tokens: swapped.input, output_tokens: swapped.output } }],
    ["a price of long prompts", { [id]: { context_over_200k: swapped } }],
    ["a price with an end", { [id]: { ...old, to_date: "2025-12-31" } }],
    ["a price of 0", { [id]: { input: 0, output: 0 } }],
    ["a retired model without a price", { [retired.id]: { input: 0, output: 0 } }],
    ["an announced price", { [id]: { prices: [current, announced] } }],
    ["a past price before one with an hour of audio", { [id]: { prices: [old, begun] } }],
    ["a known model in another spelling", { [slug.replaceAll("-", ".")]: { input: 1, output: 2 } }],
  ])("%s", (_, rows) => expect(rulesOf(rows)).toEqual([]));

  test("rows without a host in a file that is named after another host", () => {
    const rules = [`src/${active.lab}.ts`, "src/deepseek.ts"].map((file) =>
      rulesOf({ [id]: swapped }, file),
    );
    expect(rules).toEqual([["swapped"], []]);
  });

  test("a name with a size and no version, which may mean a newer model", () => {
    const rules = ["tiny-3b-2410", "tiny-3b-latest"].map((name) => {
      const tiny: SoldModel = { ...retired, slug: "tiny-3b", id: name };
      return rulesIn(toTable([tiny], {}), "a.json", toAlmanac([...MARKET, tiny]));
    });
    expect(rules).toEqual([["retired"], []]);
  });

  test("a table of two units, each with rows of its own", () => {
    const perToken = ACTIVE.slice(8, 12).map((model) => {
      const { input, output } = model.current;
      return { ...model, current: { input: input / 1e6, output: output / 1e6 } };
    });
    const text = `const A = ${toTable(others, {})};\nconst B = ${toTable(perToken, {})};`;
    expect(lintPriceTable(text, "two.ts", almanac)).toMatchObject({ findings: [], compared: 9 });
  });

  test("a row alone, unless the names of its fields show the unit", () => {
    const result = lintPriceTable(toTable([], { [id]: swapped }), "a.json", almanac);
    expect(result).toMatchObject({ per: null, rows: 1, compared: 0, findings: [] });
    const named = { [id]: { inputPerMillion: current.output, outputPerMillion: current.input } };
    expect(rulesIn(JSON.stringify(named))).toEqual(["swapped"]);
  });

  test("an unknown name, which is a note with the nearest names for the first 100 names", () => {
    const text = toTable(others, { "model-0-pr-2026": { input: 1, output: 2 } });
    const message = expect.stringContaining("; similar: model-0-pro");
    const finding = { rule: "unknown", level: "note", source: null, message };
    expect(lintPriceTable(text, "a.json", almanac).findings).toMatchObject([finding]);
    const names = Array.from({ length: 20_000 }, (_, at) => [`x-${at}`, { input: 1, output: 2 }]);
    const many = lintPriceTable(JSON.stringify(Object.fromEntries(names)), "a.json", almanac);
    expect([99, 100, 19_999].map((at) => many.findings[at]?.message)).toEqual([
      'no model is called "x-99"',
      ...[100, 19_999].map((at) =>
        expect.stringContaining(`"x-${at}"; similar names are given for the first 100 unknown`),
      ),
    ]);
  });

  test("a text without a table", () => {
    const broken = ["", "{", "]]]", '{"a": {', "a = (((", '"\\', 'model\n"a', "[".repeat(500)];
    for (const text of broken)
      for (const file of ["a.json", "a.csv", "a.toml", "a.rs"])
        expect(rulesIn(text, file)).toEqual(["no-table"]);
  });
});

test("models.dev's TOML names host and model by its path; a finding has the line, our source and its day", () => {
  const { old, current, lab, id } = active;
  const limit = "[limit]\ncontext = 10\noutput = 5\n";
  const toText = ({ input, output }: typeof old) =>
    `name = "A"\n\n[cost]\ninput = ${input} # dollars\noutput = ${output}\n\n${limit}`;
  const text = toText(old);
  const { findings } = lintPriceTable(text, `providers/${lab}/models/${id}.toml`, almanac);
  const finding = { rule: "stale", line: 3, source: "pricewatch", day: "2026-01-01" };
  expect(findings).toMatchObject([finding]);
  expect(fixPriceTable(text, findings)).toBe(toText(current));
});

test("every row is a unit fault when all inputs are in another unit than the outputs", () => {
  const prices = ACTIVE.slice(0, 8).map(({ id, lab: vendor, current: { input, output } }) => {
    return { id, vendor, input: 1000 * input, output };
  });
  const { per, findings } = lintPriceTable(JSON.stringify({ prices }), "a.json", almanac);
  expect([per, findings.map(({ rule }) => rule)]).toEqual([1e6, prices.map(() => "unit")]);
});

test("a retired model with a price for each of its tiers is one finding", () => {
  const { id, current } = retired;
  const tiers = ["flex", "batch"].map((name) => ({ name, ...current }));
  expect(rulesIn(JSON.stringify({ [id]: { ...current, tiers } }))).toEqual(["retired"]);
});

test.each([
  [{ deprecated: false, expiration_date: null }, ["error"]],
  [{ from_date: "2025-01-01" }, ["note"]],
  [{ expiration_date: "2026-05-01" }, []],
])("a retired model in a row with %j has the findings %j", (fields, levels) => {
  const text = toTable(ACTIVE.slice(0, 3), { [retired.id]: { ...retired.current, ...fields } });
  const { findings } = lintPriceTable(text, "a.json", almanac);
  expect(findings.map(({ level }) => level)).toEqual(levels);
});

test("a retired model is a note where another host sells it under the id, unless the row names its maker", () => {
  const { slug: model, id, lab, current } = retired;
  const sale = { model, host: "bazaar", model_id: id, ...current };
  const resold = toAlmanac(MARKET, { offers: [sale], cards: [{ ...sale, date: "2026-02-01" }] });
  const findingsOf = (name: string) =>
    lintPriceTable(toTable(ACTIVE.slice(0, 3), { [name]: current }), "a.json", resold).findings;
  const levels = ["note", "error"].map((level) => ({ rule: "retired", level }));
  expect([id, `${lab}/${id}`].flatMap(findingsOf)).toMatchObject(levels);
});

test("swapped prices that our sources had for a time are reported as swapped, not as stale", () => {
  const { current, lab, id } = active;
  const swapped = { input: current.output, output: current.input };
  const text = toTable(MARKET.slice(0, 5), { [`${lab}/${id}`]: swapped });
  const market = [{ ...active, old: swapped }, ...MARKET.slice(1)];
  expect(rulesIn(text, "a.json", toAlmanac(market))).toEqual(["swapped"]);
});

test("the day of a price is that of its input and output, not that of a later cache price", () => {
  const { slug: model, lab: host, id, current } = active;
  const later = { model, host, model_id: id, ...current, cache_read: 0.1, date: "2026-03-01" };
  const facts = toAlmanac(MARKET, { offers: [], cards: [later] });
  const text = toTable(ACTIVE.slice(1, 5), {
    [id]: { input: current.output, output: current.input },
  });
  const [finding] = lintPriceTable(text, "a.json", facts).findings;
  expect(finding?.message).toContain("since 2026-01-01");
});

const PRICES = `const P = ${toTable(ACTIVE.slice(0, 3), {})};`;
test.each([
  ["50,000 texts in a line of 20 MB", `${'"",'.repeat(5e4)}${" ".repeat(2e7)}${PRICES}`],
  ["a text of 600 kB", `"${"a".repeat(6e5)}"\n${PRICES}`],
  ["a text of 200,000 escapes", `"${"\\n".repeat(2e5)}"\n${PRICES}`],
  ["a comment of 600 kB", `/* ${"*a".repeat(3e5)} */ ${PRICES}`],
  ["comments that nothing closes", `${PRICES}\n${"/* ".repeat(2e5)}`],
  ["texts that nothing closes", `${PRICES}\n${"`\\".repeat(2e5)}`],
  ["deep brackets", `${PRICES}\n${"[".repeat(1e5)}`],
])("%s: passed over, and the prices beside it are read", (_, text) => {
  expect(lintPriceTable(text, "table.ts", almanac).compared).toBe(3);
});
