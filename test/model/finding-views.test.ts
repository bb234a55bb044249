/**
 * Which facts the rules select as findings. All scenarios are loaded in one snapshot: the slugs of the labs, hosts,
 * sources and models of each have a prefix with its number, so scenarios do not affect one another.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { FindingFactRow } from "../../build/model/catalog/rows.ts";
import {
  sampleModel,
  sampleOffer,
  sampleProvider,
  sampleSource,
} from "../builders/fact-builders.ts";
import { readPriceStatements } from "../builders/price-statements.ts";
import { loadSampleCatalog } from "../builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../builders/sample-facts.ts";

/** Day on which the scenarios' sources were last read; all their facts are older. */
const LAST_READ = "2026-07-31";
/** So that upstream has followed every host before the scenario, whose last prices have held for a week. */
const FOLLOWED = ["2025-12-01 1 id=delta-old", "07-01 2 id=delta-old"];

type ModelFields = Partial<FactOfKind<"models">>;
const worlds: ReturnType<typeof toFacts>[] = [];
let found: readonly FindingFactRow[];

/**
 * Adds a scenario.
 * @param prices Host → statements in the words of `readPriceStatements`, of upstream where they name no source. A model's
 *   slug equals its id and begins with the slug of its lab.
 * @param models Slug → fields in which a model differs from the sample model.
 * @returns A function that gives the findings of a kind after all scenarios were loaded, without the prefixes.
 */
function inWorld(
  kind: FindingFactRow["kind"],
  prices: Record<string, string>,
  models: Record<string, ModelFields> = {},
): () => FindingFactRow[] {
  const prefix = `w${worlds.length}-`;
  worlds.push(toFacts(prefix, prices, models));
  return () =>
    found
      .filter((row) => row.kind === kind && row.model.startsWith(prefix))
      .map((row) => JSON.parse(JSON.stringify(row).replaceAll(`"${prefix}`, '"')));
}

type Words = Record<string, string>;
function toFacts(prefix: string, words: Words, models: Record<string, ModelFields>) {
  const own = (slug: string) => prefix + slug;
  const stated = Object.entries(words).map(([host, text]) => {
    const rows = readPriceStatements([...FOLLOWED, text || []].flat().join(", "), "upstream");
    return { host: own(host), rows, ids: [...new Set(rows.map(({ model_id }) => model_id))] };
  });
  const slugs = [...new Set(stated.flatMap(({ ids }) => ids))];
  return {
    sources: ["upstream", "other"].map((id) => {
      return { ...sampleSource(own(id)), recorded_on: LAST_READ };
    }),
    providers: [
      ...["acme", "delta"].map((slug) =>
        sampleProvider(own(slug), { is_lab: true, host_kind: "lab", own_hosts: [own(slug)] }),
      ),
      ...["bazaar", "cumulus"].map((slug) => sampleProvider(own(slug))),
      ...["router-a", "router-b", "router-c"].map((slug) =>
        sampleProvider(own(slug), { host_kind: "router" }),
      ),
    ],
    models: slugs.map((slug) => {
      const old = slug === "delta-old" && { release_date: "2023-01-01", as_of: "2026-01-01" };
      const more = { is_open_source: true, ...old, ...models[slug] };
      return sampleModel(own(slug), own(slug.split("-", 1)[0] ?? ""), more);
    }),
    prices: stated.map(({ host, rows }) => [
      host,
      rows.map(({ source, ...row }) => ({
        ...row,
        model_id: own(row.model_id),
        source: source === "operator" ? source : own(source),
      })),
    ]),
    offers: stated.map(({ host, ids }) => [host, ids.map((id) => sampleOffer(own(id), own(id)))]),
  };
}

beforeAll(async () => {
  const { catalog } = await loadSampleCatalog({
    json: {
      service: SAMPLE_FACTS.json.service,
      sources: [
        ...["upstream", "operator"].map(sampleSource),
        ...worlds.flatMap(({ sources }) => sources),
      ],
      providers: worlds.flatMap(({ providers }) => providers),
      models: worlds.flatMap(({ models }) => models),
    },
    csv: {
      prices: Object.fromEntries(worlds.flatMap(({ prices }) => prices)),
      offers: Object.fromEntries(worlds.flatMap(({ offers }) => offers)),
    },
  });
  found = catalog.finding_facts;
});

/** A behaviour, a function that gives the findings after all scenarios were loaded, and the findings. */
type Row = [behaviour: string, find: () => unknown[], expected: unknown[]];

describe("a new lowest price", () => {
  /** Findings where acme and cumulus charge $10 for acme-large, which bazaar begins to sell. */
  const cheapest = (bazaar: string, cumulus: string[] = [], router = "") => {
    const prices = { acme: "10", bazaar, cumulus: ["10", ...cumulus].join(", ") };
    const find = inWorld("new_cheapest", { ...prices, "router-a": router });
    return () =>
      find().map(({ date, host, pct_below, own_before }) =>
        [date, host, pct_below, own_before].join(" "),
      );
  };
  const ADDED = "03-01 5";
  const CHANGED = "02-01 12, 03-01 5";
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => `03-01 1 id=delta-m${index}`);
  const among = (count: number) => [ADDED, ...others(count)].join(", ");
  const AN_ADDITION = ["2026-03-01 bazaar 50 "];
  const A_CHANGE = ["2026-03-01 bazaar 50 12"];
  it.each<Row>([
    ["found for an added price", cheapest(ADDED), AN_ADDITION],
    ["found for a changed price", cheapest(CHANGED), A_CHANGE],
    ["not found on the first day on which a source lists the host", cheapest("other 03-01 5"), []],
    ["found among 23 prices of the host that day", cheapest(among(22)), AN_ADDITION],
    ["not found among 24 prices of the host that day", cheapest(among(23)), []],
    ["found for an added price among 47 of all hosts", cheapest(ADDED, others(46)), AN_ADDITION],
    ["not found for an added price among 48 of all hosts", cheapest(ADDED, others(47)), []],
    ["found for a changed price among 48 added ones", cheapest(CHANGED, others(48)), A_CHANGE],
    [
      "found only for the cheapest of several hosts that cut their prices",
      cheapest(CHANGED, ["03-01 4"]),
      ["2026-03-01 cumulus 60 10"],
    ],
    // Cumulus has only one rival that day, so it gets no finding; but it still undercuts bazaar.
    ["not found for a host that another one undercuts", cheapest(ADDED, ["03-01 4"]), []],
    ["not found when two hosts set the same price that day", cheapest(CHANGED, ["03-01 5"]), []],
    ["not found when a router already charged the same price", cheapest(ADDED, [], "02-01 5"), []],
    ["found when a router charged more before", cheapest(ADDED, [], "02-01 6"), AN_ADDITION],
    ["found when a router passes it on that day", cheapest(ADDED, [], "03-01 5"), AN_ADDITION],
    ["not found when the price lasts 13 days", cheapest(`${CHANGED}, 03-14 11`), []],
    ["found when the price lasts 14 days", cheapest(`${CHANGED}, 03-15 11`), A_CHANGE],
    ["not found when another host follows within 5 %", cheapest(CHANGED, ["03-10 5.2"]), []],
    ["not found for a change that is reverted", cheapest(`${CHANGED}, 03-20 12`), []],
  ])("is %s", (_, find, expected) => expect(find()).toEqual(expected));
});

describe("a new model", () => {
  const HOSTS = "acme bazaar cumulus";
  const ROUTERS = "router-a router-b";
  const RELEASED = { release_date: "2026-02-01" };
  const sold = (hosts: string, words = "02-03 8 id=acme-next") =>
    Object.fromEntries(hosts.split(" ").map((host) => [host, words]));
  const news = (...world: [Record<string, string>, Record<string, ModelFields>?]) => {
    const find = inWorld("new_model", ...world);
    return () => find().map(({ model }) => model);
  };
  const released = (release_date: string | null) =>
    news(sold(HOSTS), { "acme-next": { release_date } });
  const withFlagship = (slug: string, release_date = "2026-02-01") => {
    const others = sold("bazaar cumulus router-a", `02-03 8 id=acme-next-4, 02-03 8 id=${slug}`);
    const models = { "acme-next-4": RELEASED, [slug]: { release_date } };
    return news({ acme: "02-03 8 id=acme-next-4", ...others }, models);
  };
  /** A new source lists it first, and upstream on this day. */
  const firstByNewcomer = (day: string) => {
    const listed = sold(HOSTS, `${day} 8 id=acme-next`);
    const bazaar = `${listed.bazaar}, other 02-03 8 id=acme-next`;
    return news({ ...listed, bazaar }, { "acme-next": RELEASED });
  };
  const resold = (hosts: string, note = " note=reseller: taken from a router") =>
    news({ ...sold(hosts), acme: `02-03 8 id=acme-next${note}` });
  const NEXT = ["acme-next"];
  it.each<Row>([
    ["is news when three hosts sell it", news(sold(HOSTS)), NEXT],
    ["is none when only its lab sells it, and few hosts the lab's models", news(sold("acme")), []],
    ["is none without a release date", released(null), []],
    ["is none when it was released long before", released("2025-02-01"), []],
    ["is none when its release is more than a month away", released("2026-03-11"), []],
    ["is none when its name moves", news(sold(HOSTS, "02-03 8 id=acme-latest")), []],
    [
      "is none when it is a mode of another new model that its lab does not sell",
      withFlagship("acme-next-4-pro"),
      ["acme-next-4"],
    ],
    [
      "is news beside a version of its name",
      withFlagship("acme-next"),
      ["acme-next", "acme-next-4"],
    ],
    [
      "is news when it is a mode of a model of another month",
      withFlagship("acme-next-4-pro", "2026-01-10"),
      ["acme-next-4", "acme-next-4-pro"],
    ],
    ["is news when a source lists it within two weeks", firstByNewcomer("02-17"), NEXT],
    ["is none when only a new source lists it by then", firstByNewcomer("02-18"), []],
    ["is none when only a few routers list it", news(sold(`${ROUTERS} router-c`)), []],
    ["is none when routers list it and a reseller states its lab's price", resold(ROUTERS), []],
    ["is news when routers and its lab sell it", resold(ROUTERS, ""), NEXT],
    ["is news when another host sells it too", resold(`bazaar ${ROUTERS}`), NEXT],
  ])("%s", (_, find, expected) => expect(find().sort()).toEqual(expected));

  const dated = inWorld("new_model", sold(HOSTS), { "acme-next": { release_date: "2026-01-20" } });
  it("is dated on its release, and names the statement that listed it first", () => {
    const first = { host: "acme", model_id: "acme-next", date: "2026-02-03", input: 8 };
    const statements = [{ ...first, sources: ["upstream"], source_url: null }];
    const news = { date: "2026-01-20", first_seen: "2026-02-03", statements };
    expect(dated()).toMatchObject([news]);
  });

  const page = "https://acme.example/prices";
  const byPerson = `operator 1 id=delta-old note=${page}, 02-02 8 id=acme-next note=${page}`;
  const readByPerson = inWorld("new_model", { ...sold(HOSTS), acme: byPerson });
  it("names the page on which a person read the price", () => {
    const statements = [{ source: "operator", source_url: page }];
    expect(readByPerson()).toMatchObject([{ statements }]);
  });

  const cut = inWorld("new_model", { ...sold(HOSTS, "02-10 4"), acme: "02-03 8, 03-01 4" });
  it("has the price it was first recorded at, not the one of today", () => {
    const first = { model: "acme-large", host: "acme", input: 8, output: 8 };
    expect(cut()).toMatchObject([first]);
  });
});

describe("a spread", () => {
  const spreads = (cumulus: string, acme = "6", bazaar = "4", delta = "") => {
    const find = inWorld("spread", { acme, bazaar, cumulus, delta });
    return () => find().map(({ date, ratio }) => [date, ratio]);
  };
  const openAgain = (day: string) => spreads(`2.5, 02-01 2, 02-20 2.6, ${day} 1.9`);
  const FIRST = ["2026-02-01", 3];
  it.each<Row>([
    ["a finding of the day on which it reached 3", spreads("4, 02-01 2, 02-15 1.9"), [FIRST]],
    ["not reported again within three months", openAgain("04-01"), [FIRST]],
    ["reported again when it opens later", openAgain("06-01"), [["2026-06-01", 3.16], FIRST]],
    ["no finding when it lasts less than two weeks", spreads("4, 02-01 2, 02-14 2.5"), []],
    ["no finding while others charge the price of before", spreads("6", "6, 02-01 2", "6"), []],
    ["no finding when the third host's first price opens it", spreads("02-01 2"), []],
    ["no finding of a doubtful price", spreads("4", "6", "4", "02-01 0.5"), []],
    ["no finding of a price that is corrected", spreads("02-01 40, 03-01 4", "6", "4", "4"), []],
  ])("is %s", (_, find, expected) => expect(find()).toEqual(expected));
});
