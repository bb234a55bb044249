import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toOperatorTable } from "../../test/builders/collect.ts";
import { findDifferingPaths } from "../../test/builders/files.ts";
import { getDefined } from "../../test/builders/get.ts";
import { toUpstreamTexts } from "../../test/builders/market.ts";
import {
  createSimulatedMarket,
  FIRST_MARKET_DAY,
  SECOND_MARKET_DAY,
  type SimulatedMarket,
  THIRD_MARKET_DAY,
} from "../../test/builders/market-world.ts";
import { createSavedSourceReader } from "./read-sources.ts";
import { formatIngestSummary, type IngestSummary } from "./reports.ts";

const PRICES = ["models-dev", "genai-prices", "litellm", "openrouter"];

let normalized: SimulatedMarket;
let before: Map<string, string>;
let world: SimulatedMarket;
beforeAll(async () => {
  normalized = await createSimulatedMarket();
  await normalized.night(FIRST_MARKET_DAY);
  before = normalized.files();
});
beforeEach(async () => {
  world = await normalized.copy();
});

/** A run that reads the sources of prices. */
const night = (day = SECOND_MARKET_DAY, more = {}): Promise<IngestSummary> =>
  world.night(day, { only: PRICES, ...more });
/** A run that reads only models.dev. */
const devNight = (day = SECOND_MARKET_DAY, more = {}) =>
  night(day, { only: ["models-dev"], ...more });
/** A run that reads models.dev and LiteLLM, which lists the same hosts. */
const tablesNight = (day = SECOND_MARKET_DAY) => night(day, { only: ["models-dev", "litellm"] });
/** Changed files that match, without the readings. */
const changes = (pattern = /./) =>
  findDifferingPaths(before, world.files()).filter(
    (path) => path !== "readings.csv" && pattern.test(path),
  );
const added = (path: string) => {
  const known = new Set(before.get(path)?.split("\n"));
  return (world.files().get(path) ?? "").split("\n").filter((line) => !known.has(line));
};
const outcomeOf = ({ outcomes }: IngestSummary, id: string) =>
  outcomes.find(({ source }) => source === id);
const entryAt = (host: string, id: string) =>
  getDefined(world.market.api[host]?.models[id], `${host} ${id}`);

/** Adds `id` to the list of `host`: a copy of acme's quark-1 with the fields of `more`. */
const list = (host: string, id: string, more: object = {}) => {
  const like = structuredClone(entryAt("acme", "quark-1"));
  const listed = { ...like, id, name: id, ...more };
  Object.assign(world.market.api[host]?.models ?? {}, { [id]: listed });
  return listed;
};
const heldKeys = ({ held }: IngestSummary) => held.map(({ rule, key }) => `${rule} ${key}`);

const writeFact = (path: string, text: string) => {
  const file = world.at(`data/${path}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const declareMoving = (...rows: string[]) => {
  const head = "host,model_id,since,model,keeps_price,reason,source_url";
  writeFact("aliases/moving.csv", `${[head, ...rows].join("\n")}\n`);
};

test("the first reading of all upstreams adds the models, their offers, prices and scores", () => {
  expect(before.get("prices/acme.csv")?.split("\n")).toContain(
    `${FIRST_MARKET_DAY},,quark-7,genai-prices,stated,2.11,8.44,0.211,,,`,
  );
  expect(before.get("offers/bazaar.csv")?.split("\n")).toContain(
    `quark-7,quark-7,standard,tokens,107000,8000,,active,,models-dev,${FIRST_MARKET_DAY}`,
  );
  expect(before.get("offers/perch.csv")).toContain(",plan,");
  const model = { name: "Lepton 3", lab: "delta", is_open_source: true, context_window: 103_000 };
  expect(JSON.parse(before.get("models/delta/lepton-3.json") ?? "")).toMatchObject(model);
  expect(before.get("scores/aider-polyglot.csv")).toContain("quark-7,diff,29,false,aider,");
});

test("the same answers again change no file on the same day, and on the next day add only a reading of each source", async () => {
  const nothing = { statements: 0, held: [] };
  expect(await night(FIRST_MARKET_DAY)).toMatchObject({ ...nothing, changedFiles: [] });
  const again = { ...nothing, changedFiles: ["readings.csv"] };
  expect(await night(SECOND_MARKET_DAY)).toMatchObject(again);
  expect(added("readings.csv").map((row) => row.split(",", 2).join(" "))).toEqual(
    [...PRICES].sort().map((source) => `${source} ${SECOND_MARKET_DAY}`),
  );
});

const rejected = () => readFileSync(world.at("reports/rejected.csv"), "utf8");
const modelOf = (slug: string) => JSON.parse(world.files().get(`models/acme/${slug}.json`) ?? "{}");

describe("what sources state of models", () => {
  test("change nothing if a source no longer states which model a recorded id belongs to", async () => {
    list("alps", "boson-2", { tool_call: false });
    list("cirrus", "boson-2-free");
    list("bazaar", "boson-2-ultra", { canonical_model_id: "acme/boson-2" });
    expect((await devNight()).newModels).toEqual(["boson-2"]);
    list("bazaar", "boson-2-ultra");
    expect((await devNight(THIRD_MARKET_DAY)).changedFiles).toEqual(["readings.csv"]);
  });

  test("a run that reads one source changes only the model about which this source states something new", async () => {
    for (const { models } of Object.values(world.market.api))
      Object.assign(models["quark-1"] ?? {}, { knowledge: "2025-07" });
    await devNight();
    expect(modelOf("quark-1")).toMatchObject({
      knowledge_cutoff: "2025-07",
      sources: { knowledge_cutoff: "models-dev", "supports.structured_output": "openrouter" },
    });
    expect(changes(/^models/)).toEqual(["models/acme/quark-1.json"]);
  });

  test("new ids get their model in the run in which they first appear, and a second run changes nothing", async () => {
    for (const id of ["quark-90", "quark-90-2026-05-01", "quark-90-high"]) list("acme", id);
    // The knowledge cutoff stated for the moving id (`-latest`) does not outweigh the one stated for the model's own id.
    const released = { name: "Quark 80", release_date: "2026-05-01" };
    list("bazaar", "quark-80", { ...released, knowledge: "2026-02" });
    list("bazaar", "quark-80-latest", { ...released, knowledge: "2025-06" });
    // An id for which only a price is stated is an offer too.
    const priced = { input_cost_per_token: 0.000002, output_cost_per_token: 0.000008 };
    Object.assign(world.market.litellm, {
      "acme/quark-90-preview": structuredClone(Object.values(world.market.litellm)[0]),
      "acme/quark-1-2026-05-01": { litellm_provider: "acme", mode: "chat", ...priced },
    });
    expect((await tablesNight()).newModels).toEqual(["quark-80", "quark-90"]);
    expect(modelOf("quark-80").knowledge_cutoff).toBe("2026-02");
    expect(added("offers/acme.csv").join()).toContain("quark-1-2026-05-01,quark-1,");
    expect(await tablesNight()).toMatchObject({ changedFiles: [], statements: 0 });
  });

  test("an id that is now shown as another model is held, unless an alias says which model it is", async () => {
    list("bazaar", "quark-7", { ...entryAt("bazaar", "quark-9"), id: "quark-7" });
    expect(heldKeys(await devNight())).toContain("id_reused bazaar quark-7");
    const alias = "bazaar/quark-7,quark-7,a person has looked";
    writeFact("aliases/models.csv", `alias,model,reason\n${alias}\n`);
    expect(heldKeys(await devNight(THIRD_MARKET_DAY))).not.toContain("id_reused bazaar quark-7");
  });

  test("what was stated about a moving name before it moved does not count for its new model", async () => {
    const sold = structuredClone(entryAt("alps", "quark-9"));
    const more = { name: "Quark Latest", reasoning_options: [{ type: "toggle" }] };
    const pointer = list("alps", "quark-latest", { ...sold, ...more, id: "quark-latest" });
    const moved = `alps,quark-latest,${THIRD_MARKET_DAY},quark-9,true,a newer release,`;
    const first = "alps,quark-latest,,quark-7,true,the release of the day,";
    declareMoving(first);
    await devNight();
    expect(modelOf("quark-7").reasoning_options?.toggle).toBe(true);
    declareMoving(first, moved);
    await devNight(THIRD_MARKET_DAY);
    expect(added("offers/alps.csv").join()).toContain("quark-latest,quark-9,");
    expect(modelOf("quark-9").reasoning_options?.toggle).toBeUndefined();
    pointer.limit.output -= 1;
    await devNight("2026-06-04");
    expect(modelOf("quark-9").reasoning_options?.toggle).toBe(true);
  });
});

describe("pages that a person has read", () => {
  const PAGE = "https://acme.example/pages";
  const readPages = (day: string, files: Record<string, string>) => {
    world.distort = (upstreams) => void upstreams.set("operator", new Map(Object.entries(files)));
    return night(day, { only: ["operator"] });
  };

  test("add their prices and scores, withdraw nothing that they leave out, and reject a second price of one day", async () => {
    await readPages(SECOND_MARKET_DAY, {
      ...toOperatorTable("prices.csv", `acme,quark-95,,3,9,,,,200000,,${PAGE}`),
      ...toOperatorTable(
        "scores.csv",
        `aider-polyglot,quark-95,41,,true,${SECOND_MARKET_DAY},${PAGE}`,
      ),
    });
    const first = world.files();
    expect(first.get("prices/acme.csv")).toContain(
      `${SECOND_MARKET_DAY},,quark-95,operator,stated,3,9,,,,${PAGE}`,
    );
    const next = toOperatorTable("prices.csv", `acme,quark-1,,3,9,,,,,,${PAGE}`);
    const { held } = await readPages(THIRD_MARKET_DAY, next);
    expect(held).toEqual([]);
    const other = toOperatorTable("prices.csv", `acme,quark-1,,4,9,,,,,,${PAGE}`);
    const again = await readPages(THIRD_MARKET_DAY, other);
    expect(formatIngestSummary(again)).toContain("rejected rows: 1 (rejected.csv)");
    expect(rejected()).toContain(
      `quark-1,${THIRD_MARKET_DAY} already has a price of this source; `,
    );
    const later = world.files();
    expect(later.get("prices/acme.csv")).not.toMatch(/quark-95,operator,withdrawn/);
    expect(later.get("scores/aider-polyglot.csv")).toBe(first.get("scores/aider-polyglot.csv"));
    expect(later.get("traits/operator.csv")).toContain("offer,acme,quark-95,");
  });

  test("their host stays a host in a later run on copies of an earlier day", async () => {
    const row = `shop,quark-1,,3,9,,,,200000,,${PAGE}`;
    await readPages(THIRD_MARKET_DAY, toOperatorTable("prices.csv", row));
    const first = world.files().get("providers/shop.json");
    expect(first).toContain('"is_host": true');
    await devNight(SECOND_MARKET_DAY);
    expect(world.files().get("providers/shop.json")).toBe(first);
  });

  test("a later page about a model overrides an earlier one and keeps its other values, even if it is the same page; a page about a moving name is rejected", async () => {
    declareMoving("acme,quark-newest,,quark-1,true,points at the newest,");
    const first = `quark-1,,,2024-05,,,100000,,,,,,,,,,,${PAGE}/first`;
    const moving = `quark-newest,,,2024-05,,,,,,,,,,,,,,${PAGE}`;
    await readPages(SECOND_MARKET_DAY, toOperatorTable("models.csv", first, moving));
    expect(rejected()).toContain("operator,models.csv,quark-newest,");
    const second = `quark-1,,,,,,120000,,,,,,,,,,,${PAGE}/second`;
    await readPages(THIRD_MARKET_DAY, toOperatorTable("models.csv", second));
    const again = `quark-1,,,2024-04,,,,,,,,,,,,,,${PAGE}/second`;
    await readPages(THIRD_MARKET_DAY, toOperatorTable("models.csv", again));
    const decided = { knowledge_cutoff: "2024-04", context_window: 120_000 };
    expect(modelOf("quark-1")).toMatchObject(decided);
  });
});

describe("new prices and ids", () => {
  test("of two rows of one id, the one with the recorded price counts and the other is rejected", async () => {
    const entry = entryAt("bazaar", "quark-7");
    list("bazaar", "again", { ...entry, cost: { ...entry.cost, input: 9 } });
    expect((await devNight()).statements).toBe(0);
    expect(rejected()).toContain(
      "models-dev,offers of bazaar,quark-7,the source lists this id at two prices; 2.321/9.284 is used and 9/9.284 is not\n",
    );
    entry.cost.input = 3;
    expect((await devNight(THIRD_MARKET_DAY)).statements).toBe(1);
    expect(added("prices/bazaar.csv")).toEqual([expect.stringContaining(",stated,9,9.284,")]);
  });

  test("change only their own files: a new price, a new model and an id that is no longer listed", async () => {
    entryAt("bazaar", "quark-7").cost.input = 2.5;
    list("acme", "quark-90", { name: "Quark 90" });
    delete world.market.api.alps?.models["quark-9"];
    const { oneSource, ...summary } = await devNight();
    expect(summary).toMatchObject({ statements: 3, held: [], newModels: ["quark-90"] });
    const known = oneSource.filter(({ model_id }) => model_id !== "quark-90");
    expect(known.map(({ host, before, after }) => `${host} ${before} ${after}`).sort()).toEqual([
      "alps 2.313/9.252 withdrawn",
      "bazaar 2.321/9.284 2.5/9.284",
    ]);
    expect(changes()).toEqual([
      "models/acme/quark-90.json",
      "offers/acme.csv",
      "prices/acme.csv",
      "prices/alps.csv",
      "prices/bazaar.csv",
      "sources/models-dev.json",
      "traits/models-dev.csv",
    ]);
    expect(added("prices/bazaar.csv")).toEqual([
      `${SECOND_MARKET_DAY},,quark-7,models-dev,stated,2.5,9.284,0.2321,2.90125,,`,
    ]);
    expect(added("prices/alps.csv")).toEqual([
      `${SECOND_MARKET_DAY},,quark-9,models-dev,withdrawn,,,,,,`,
    ]);
    expect((await devNight(THIRD_MARKET_DAY)).changedFiles).toEqual(["readings.csv"]);
  });

  test("an id that means the newest of a family becomes no offer, but a recorded one gets a price from each source", async () => {
    const sold = getDefined(world.market.router[0], "offer of the router");
    const pricing = { prompt: "0.0000001", completion: "0.0000005" };
    for (const id of ["~acme/quark-latest", "~acme/new-latest"])
      world.market.router.push({ ...structuredClone(sold), pricing, id });
    declareMoving("openrouter,~acme/quark-latest,,quark-7,true,the newest,");
    const add = (path: string, row: string) => writeFact(path, `${before.get(path)}${row}\n`);
    const offer = "~acme/quark-latest,quark-7,standard,tokens,,,,active,,litellm";
    add("offers/openrouter.csv", `${offer},${FIRST_MARKET_DAY}`);
    add("prices/openrouter.csv", `${FIRST_MARKET_DAY},,~acme/quark-latest,litellm,stated,1,5,,,,`);
    await night(SECOND_MARKET_DAY, { only: ["openrouter"] });
    expect(added("prices/openrouter.csv").filter((row) => row.includes("~"))).toEqual([
      expect.stringContaining("~acme/quark-latest,litellm,stated,1,5"),
      `${SECOND_MARKET_DAY},,~acme/quark-latest,openrouter,stated,0.1,0.5,,,,`,
    ]);
  });

  test("a limit changes with the source of its offer; other sources only fill in missing limits", async () => {
    entryAt("cirrus", "quark-7").limit.context = 120_000;
    for (const row of Object.values(world.market.litellm)) row.max_input_tokens = 99_000;
    await night();
    expect(added("offers/cirrus.csv")).toEqual([
      `quark-7,quark-7,standard,tokens,120000,8000,,active,,models-dev,${SECOND_MARKET_DAY}`,
    ]);
    expect(changes()).not.toContain("offers/acme.csv");
  });
});

describe("a source that fails or loses a field", () => {
  test("keeps its last facts, and no other source's values replace them", async () => {
    world.distort = (files) => void files.get("models-dev")?.set("api.json", "<html></html>");
    // If values of the other sources were used instead, they would show in every model and in the offers of models.dev.
    for (const { models } of world.market.genai)
      for (const model of models) model.context_window += 1;
    const other = { deprecation_date: "2027-01-01", max_input_tokens: 99_000 };
    for (const entry of Object.values(world.market.litellm)) Object.assign(entry, other);
    const summary = await night();
    expect(outcomeOf(summary, "models-dev")).toMatchObject({ state: "failed", kind: "unreadable" });
    expect(changes(/^prices/)).toEqual([]);
    const valuesOf = (text = "") => ({ ...JSON.parse(text), source: "", sources: {}, as_of: "" });
    for (const path of changes(/^models/))
      expect(valuesOf(world.files().get(path))).toEqual(valuesOf(before.get(path)));
    const offers = changes(/^offers/).flatMap(added);
    expect(offers.filter((row) => !row.includes(",genai-prices,"))).toEqual([]);
    const missed = () =>
      /"missed_runs": (\d)/.exec(world.files().get("sources/models-dev.json") ?? "")?.[1];
    await devNight();
    expect(missed()).toBe("1");
    const fail = world.distort;
    world.distort = () => {};
    await devNight(THIRD_MARKET_DAY);
    world.distort = fail;
    // The source was already read on this day, so the failure does not count as a missed run.
    await devNight(THIRD_MARKET_DAY);
    expect(missed()).toBe("0");
  });

  test("keeps its limits, dates and prices if their field has another name, and the loss is held", async () => {
    for (const { models } of Object.values(world.market.api))
      for (const model of Object.values(models)) {
        Reflect.deleteProperty(model, "limit");
        Reflect.deleteProperty(model, "release_date");
        Reflect.deleteProperty(model.cost, "cache_write");
      }
    const { held, statements } = await devNight();
    expect(held.map(({ rule, field }) => `${rule} ${field}`).sort()).toEqual([
      "field_lost cache_write",
      "field_lost context_window",
      "field_lost max_output_tokens",
      "field_lost release_date",
    ]);
    expect(statements).toBe(0);
    expect(changes(/^(models|offers|traits)/)).toEqual([]);
  });

  test("keeps every price of a host whose prices have another name, until a person accepts the loss", async () => {
    for (const host of ["bazaar", "perch"])
      for (const model of Object.values(world.market.api[host]?.models ?? {}))
        Object.assign(model, { price: model.cost, cost: undefined });
    const lost = ["cache_read", "cache_write", "input", "output"].flatMap((field) =>
      ["bazaar", "perch"].map((host) => `field_lost models-dev ${host} ${field}`),
    );
    for (const day of [SECOND_MARKET_DAY, THIRD_MARKET_DAY, "2026-06-04"]) {
      const { held } = await devNight(day);
      expect(held.map(({ rule, key, field }) => `${rule} ${key} ${field}`).sort()).toEqual(
        lost.sort(),
      );
      expect(changes(/^prices/)).toEqual([]);
    }
    const one = { rule: "field_lost", source: "models-dev", host: "bazaar", reason: "a plan now" };
    await devNight("2026-06-05", { accept: [one] });
    expect(changes(/^prices/)).toEqual(["prices/bazaar.csv"]);
  });

  test("keeps what it stated of a model whose record cannot be read", async () => {
    Object.assign(world.market.records["acme/quark-1"] ?? {}, { limit: "unlimited" });
    const { malformed } = await devNight();
    expect(malformed).toMatchObject([{ place: "models.json, row 1" }]);
    expect(changes()).toEqual([]);
  });

  test("is not read before data/sources describes it", async () => {
    world.distort = (files) => void files.set("bfcl", new Map([["data_overall.csv", "Model\n"]]));
    const summary = await night(SECOND_MARKET_DAY, { only: ["bfcl"] });
    expect(outcomeOf(summary, "bfcl")).toMatchObject({ state: "failed", kind: "undescribed" });
    expect(changes()).toEqual([]);
  });

  test("an unexpected id or a broken file of one source does not stop the others", async () => {
    world.distort = (files) => {
      const broken = files.get("models-dev");
      // An id that could break the merge of all answers rather than the reading of one.
      broken?.set("api.json", (broken.get("api.json") ?? "").replace('"quark-1"', '"constructor"'));
      files.get("genai-prices")?.set("data.json", "[[[[");
    };
    const summary = await night();
    expect(outcomeOf(summary, "genai-prices")?.state).toBe("failed");
    expect(outcomeOf(summary, "litellm")?.state).toBe("unchanged");
    expect(summary.faults).toEqual([]);
  });
});

test("the summary lists hosts that lost half of their ids", async () => {
  const { alps, bazaar } = world.market.api;
  const ids = Object.keys(alps?.models ?? {});
  for (const id of ids.slice(0, ids.length / 2)) delete alps?.models[id];
  delete bazaar?.models["quark-7"];
  const lost = `models-dev at alps: ${Math.floor(ids.length / 2)} of ${ids.length} model ids are no longer listed`;
  expect(formatIngestSummary(await devNight())).toContain(
    `lists that lost half of their ids or more (1): ${lost}\n`,
  );
});

test("the summary lists a source that lacks a part, and a requested source that could not be read", async () => {
  world.distort = (files) => {
    files.get("models-dev")?.delete("models.json");
    files.delete("litellm");
  };
  const text = formatIngestSummary(await tablesNight());
  expect(text).toMatch(
    /incomplete: models-dev: the answer cannot be read \(the file "models.json" is missing\); .*; the other facts of this source were read\n/,
  );
  expect(text).toContain("litellm: not read: nobody serves it\n");
});

test("scores that are new, removed or at a new address are in the report", async () => {
  const first = getDefined(world.market.aider[0], "run of Aider");
  world.market.aider.push({ ...first, model: "quark-1 (thinking)" });
  world.market.aider.splice(1, 1);
  for (const { benchmarks } of Object.values(world.market.records))
    for (const row of benchmarks) row.source = row.source.replace("https://", "https://new.");
  const { oneSource, held } = await night(SECOND_MARKET_DAY, { only: ["models-dev", "aider"] });
  const scores = oneSource.filter(({ host }) => host === "scores");
  expect([scores.filter(({ source }) => source === "models-dev").length, held]).toEqual([12, []]);
  expect(scores.filter(({ source }) => source === "aider")).toMatchObject([
    { before: "", after: "20" },
    { before: "23", after: "withdrawn" },
  ]);
  const path = "scores/sample-test.csv";
  const now = before.get(path)?.replaceAll("https://sample", "https://new.sample");
  expect(now).not.toBe(before.get(path));
  expect(world.files().get(path)).toBe(now);
});

test("an id with the name of another host is held until that host sells a model of this name", async () => {
  list("alps", "perch");
  expect(heldKeys(await devNight())).toEqual(["name_taken alps perch"]);
  list("perch", "perch");
  expect(heldKeys(await devNight(THIRD_MARKET_DAY))).toEqual([]);
  expect(added("offers/alps.csv").join()).toContain("perch,perch,standard,");
});

describe("a change that a rule holds back", () => {
  const exchange = (host = "cirrus") => {
    const { limit } = entryAt(host, "quark-7");
    Object.assign(limit, { context: limit.output });
  };

  test("waits and counts its readings, and passes at the third if no other source states the old value", async () => {
    const { limit } = entryAt("cirrus", "quark-7");
    const old = { ...limit };
    exchange();
    exchange("alps");
    const { held } = await tablesNight();
    const since = SECOND_MARKET_DAY;
    const heldFor = (readings: number) =>
      ["alps", "cirrus"].map((host) => ({ rule: "limits_exchanged", host, since, readings }));
    expect(held).toMatchObject(heldFor(1));
    expect(changes()).toEqual(["held.csv", "sources/models-dev.json", "traits/models-dev.csv"]);
    expect(await tablesNight()).toMatchObject({ changedFiles: [] });
    expect((await tablesNight(THIRD_MARKET_DAY)).held).toMatchObject(heldFor(2));
    const third = await tablesNight("2026-06-04");
    expect(third.held).toMatchObject([{ host: "cirrus", readings: 3 }]);
    expect(third.passed).toMatchObject([{ host: "alps", why: "time" }]);
    expect(added("offers/alps.csv")[0]).toContain("quark-7,quark-7,standard,tokens,8000,8000");
    // The source states its old limit again.
    Object.assign(limit, old);
    expect((await tablesNight("2026-06-05")).held).toEqual([]);
    expect(changes()).not.toContain("offers/cirrus.csv");
  });

  test("of a model is dropped when its statement is removed, whichever source is read", async () => {
    for (const entry of Object.values(world.market.litellm))
      Object.assign(entry, { deprecation_date: "2027-01-01" });
    const { held } = await night(SECOND_MARKET_DAY, { only: ["litellm"] });
    expect(held.map(({ kind }) => kind)).toContain("model");
    // A person removes the statements by hand.
    writeFileSync(world.at("data/traits/litellm.csv"), before.get("traits/litellm.csv") ?? "");
    await devNight(THIRD_MARKET_DAY);
    expect(world.files().get("held.csv")).not.toContain("\nmodel,");
  });

  test("passes if a person accepts it, and the reason is recorded", async () => {
    exchange();
    const reason = "announced, and true";
    const accept = [{ rule: "limits_exchanged", source: "models-dev", host: "cirrus", reason }];
    const { held, passed } = await devNight(SECOND_MARKET_DAY, { accept });
    expect([held, passed.map(({ why }) => why)]).toEqual([[], ["accepted"]]);
    expect(world.files().get("corrections/accepted.csv")).toContain(
      `${SECOND_MARKET_DAY},limits_exchanged,models-dev,cirrus,"${reason}"`,
    );
  });
});

describe("an ingest run", () => {
  test("reads gzipped copies, and rejects one that is not JSON and a missing one of a source that --only names", async () => {
    const save = (path: string, content: string | Buffer) => {
      mkdirSync(dirname(world.at(path)), { recursive: true });
      writeFileSync(world.at(path), content);
    };
    save("up/litellm/model_prices_and_context_window.json", "<html>");
    const texts = toUpstreamTexts(world.market, SECOND_MARKET_DAY).get("models-dev") ?? [];
    for (const [path, text] of texts) save(`up/models-dev/${path}.gz`, gzipSync(text));
    const reader = createSavedSourceReader(world.at("up"));
    const summary = await world.night(SECOND_MARKET_DAY, {}, { reader });
    expect(outcomeOf(summary, "models-dev")).toMatchObject({ state: "unchanged", message: null });
    expect(outcomeOf(summary, "litellm")?.message).toMatch(
      /^litellm: the saved copy \S+\.json is not JSON.*Save the source's answer again$/,
    );
    for (const wrong of ["up/litellm", "no"])
      expect(() => createSavedSourceReader(world.at(wrong))).toThrow("has no copies; name a");
    mkdirSync(world.at("empty"));
    expect(createSavedSourceReader(world.at("empty"))).toBeDefined();
    const named = createSavedSourceReader(world.at("up"), ["openrouter"]);
    await expect(world.night(SECOND_MARKET_DAY, {}, { reader: named })).rejects.toThrow(
      /^--only: there is no folder ".*openrouter", so openrouter cannot be read\. Nothing was read$/,
    );
  });

  test("refuses the names of a source, rule or host that do not exist, and names the nearest", async () => {
    await expect(night(SECOND_MARKET_DAY, { only: ["models.dev"] })).rejects.toThrow(
      '--only: unknown source "models.dev"; the nearest are "models-dev", ',
    );
    const accepting = (more: object) => {
      const one = { rule: "limit_moved", source: "models-dev", host: null, reason: "seen" };
      return night(SECOND_MARKET_DAY, { accept: [{ ...one, ...more }] });
    };
    await expect(accepting({ host: "bazar" })).rejects.toThrow('nearest are "bazaar"');
    await expect(accepting({ source: "modelsdev" })).rejects.toThrow('nearest are "models-dev"');
    await expect(accepting({ rule: "limits_moved" })).rejects.toThrow('nearest are "limit_moved"');
    expect(changes()).toEqual([]);
  });

  test("writes to data/ only if the check of all facts finds no fault", async () => {
    entryAt("bazaar", "quark-7").cost.input = 2.5;
    const check = async (folder: string) => [`${folder.endsWith("data.next")}: no`];
    const summary = await world.night(SECOND_MARKET_DAY, { only: ["models-dev"] }, { check });
    expect(summary.faults).toEqual(["true: no"]);
    expect(changes()).toEqual([]);
    expect((await devNight()).statements).toBe(1);
  });
});

describe("the day of a reading", () => {
  test("may be before the readings of other sources, but not before the last one of its own source", async () => {
    await night("2026-10-01", { only: ["litellm"] });
    const summary = await tablesNight();
    expect(outcomeOf(summary, "models-dev")?.state).toBe("unchanged");
    expect(summary.outcomes.filter(({ kind }) => kind === "older")).toMatchObject([
      { source: "litellm" },
    ]);
  });

  test("does not exist for a retired source, and requesting one is refused", async () => {
    const path = world.at("data/sources/litellm.json");
    const text = readFileSync(path, "utf8");
    const retired = '"retired_on": "2026-06-01",\n  "recorded_on"';
    writeFileSync(path, text.replace('"recorded_on"', retired));
    const others = { only: ["openrouter"] };
    expect(outcomeOf(await night(SECOND_MARKET_DAY, others), "litellm")?.state).toBe("retired");
    await expect(night()).rejects.toThrow('"litellm" was retired on 2026-06-01; to read it');
  });
});
