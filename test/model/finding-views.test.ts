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
import { samplePrice } from "../builders/price-statements.ts";
import { loadSampleCatalog } from "../builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../builders/sample-facts.ts";

type Statement = FactOfKind<"prices">;

/** Day on which the scenarios' sources were last read; all their facts are older. */
const LAST_READ = "2026-07-31";

interface FindingScenario {
  /** Host → price statements there. A model's slug equals its id and begins with the slug of its lab. */
  prices: Record<string, Statement[]>;
  /** Slug → fields in which a model differs from the sample model. */
  models: Record<string, Partial<FactOfKind<"models">>>;
}

const SOURCES = ["upstream", "other"];
const KNOWN: FindingScenario["models"] = {
  "acme-small": { release_date: null },
  "delta-old": { release_date: "2023-01-01", as_of: "2026-01-01" },
};

const prefixOf = (world: number) => `w${world}-`;

/**
 * Loads all scenarios in one snapshot.
 * @returns Finding candidates of each scenario, with the prefixes removed from the slugs.
 */
async function findFindingsPerScenario(
  worlds: readonly FindingScenario[],
): Promise<FindingFactRow[][]> {
  const facts = worlds.map((world, index) => toFacts(world, prefixOf(index)));
  const { catalog } = await loadSampleCatalog({
    json: {
      service: SAMPLE_FACTS.json.service,
      sources: [
        sampleSource("upstream"),
        sampleSource("operator"),
        ...facts.flatMap(({ sources }) => sources),
      ],
      providers: facts.flatMap(({ providers }) => providers),
      models: facts.flatMap(({ models }) => models),
    },
    csv: {
      prices: Object.fromEntries(facts.flatMap(({ prices }) => prices)),
      offers: Object.fromEntries(facts.flatMap(({ offers }) => offers)),
    },
  });
  return worlds.map((_, index) => findingsIn(catalog.finding_facts, prefixOf(index)));
}

function findingsIn(findings: readonly FindingFactRow[], prefix: string): FindingFactRow[] {
  const plain = (row: FindingFactRow) => JSON.stringify(row).replaceAll(`"${prefix}`, '"');
  return findings
    .filter((row) => row.model.startsWith(prefix))
    .map((row) => JSON.parse(plain(row)) as FindingFactRow);
}

function toFacts({ prices, models }: FindingScenario, prefix: string) {
  const own = (slug: string) => prefix + slug;
  const labs = ["acme", "delta"].map((slug) =>
    sampleProvider(own(slug), { is_lab: true, host_kind: "lab", own_hosts: [own(slug)] }),
  );
  const idsOf = (rows: FindingScenario["prices"][string]) => [
    ...new Set(rows.map((row) => row.model_id)),
  ];
  const slugs = idsOf(Object.values(prices).flat());
  return {
    sources: SOURCES.map((id) => ({ ...sampleSource(own(id)), recorded_on: LAST_READ })),
    providers: [
      ...labs,
      ...["bazaar", "cumulus"].map((slug) => sampleProvider(own(slug))),
      ...["router-a", "router-b", "router-c"].map((slug) =>
        sampleProvider(own(slug), { host_kind: "router" }),
      ),
    ],
    models: slugs.map((slug) =>
      sampleModel(own(slug), own(slug.split("-", 1)[0] ?? ""), {
        is_open_source: true,
        ...KNOWN[slug],
        ...models[slug],
      }),
    ),
    prices: Object.entries(prices).map(([host, rows]) => [
      own(host),
      rows.map((row) => ({
        ...row,
        model_id: own(row.model_id),
        source: row.source === "operator" ? row.source : own(row.source),
      })),
    ]),
    offers: Object.entries(prices).map(([host, rows]) => [
      own(host),
      idsOf(rows).map((id) => sampleOffer(own(id), own(id))),
    ]),
  };
}

const worlds: FindingScenario[] = [];
let found: FindingFactRow[][];
beforeAll(async () => {
  found = await findFindingsPerScenario(worlds);
});

/** Adds a scenario. @returns A function that gives its findings after all scenarios were loaded together. */
function inWorld(
  prices: FindingScenario["prices"],
  models: FindingScenario["models"] = {},
): () => FindingFactRow[] {
  const index = worlds.push({ prices, models }) - 1;
  return () => found[index] ?? [];
}

const at = (date: string, slug: string, input: number, more: Partial<Statement> = {}) =>
  samplePrice(date, input, input, { model_id: slug, ...more });

/** @param find Gives the findings; called after all scenarios were loaded. */
const gives = (behaviour: string, find: () => unknown[], expected: readonly unknown[]) =>
  it(behaviour, () => expect(find()).toEqual(expected));

describe("a new lowest price", () => {
  const others = (date: string, count: number) =>
    Array.from({ length: count }, (_, index) => at(date, `delta-m${index}`, 1));

  /** Findings where acme and cumulus charge $10 for acme-small, and bazaar has been recorded since January. */
  const reported = (bazaar: Statement[], cumulus: Statement[] = [], router: Statement[] = []) => {
    const findings = inWorld({
      acme: [at("2026-01-01", "acme-small", 10)],
      bazaar: [at("2026-01-01", "delta-old", 1), ...bazaar],
      cumulus: [at("2026-01-01", "acme-small", 10), ...cumulus],
      "router-a": router,
    });
    return () =>
      findings()
        .filter(({ kind }) => kind === "new_cheapest")
        .map(({ date, model, host, pct_below, own_before }) =>
          [date, model, host, pct_below, own_before].join(" "),
        );
  };
  const added = at("2026-03-01", "acme-small", 5);
  const changed = [at("2026-02-01", "acme-small", 12), added];
  const busy = others("2026-03-01", 47);
  const cumulus = (date: string, input: number) => [at(date, "acme-small", input)];
  const router = cumulus;
  const AN_ADDITION = ["2026-03-01 acme-small bazaar 50 "];
  const A_CHANGE = ["2026-03-01 acme-small bazaar 50 12"];
  const ofChange = (more: Statement[], rival: Statement[] = []) =>
    reported([...changed, ...more], rival);

  gives("is found for an added price", reported([added]), AN_ADDITION);
  gives("is found for a changed price", reported(changed), A_CHANGE);
  const ofAnother = reported([{ ...added, source: "other" }]);
  gives("is not found on the first day on which a source lists the host", ofAnother, []);
  const amongTwentyThree = reported([added, ...others("2026-03-01", 22)]);
  gives(
    "is found when its source records 23 prices of the host that day",
    amongTwentyThree,
    AN_ADDITION,
  );
  const amongTwentyFour = reported([added, ...others("2026-03-01", 23)]);
  gives("is not found when its source records 24 prices of the host that day", amongTwentyFour, []);
  const quieter = reported([added], busy.slice(1));
  gives(
    "is found for an added price when its source adds 47 prices that day",
    quieter,
    AN_ADDITION,
  );
  gives(
    "is not found for an added price when its source adds 48 prices that day",
    reported([added], busy),
    [],
  );
  gives(
    "is found for a changed price even when its source adds 48 prices that day",
    reported(changed, others("2026-03-01", 48)),
    A_CHANGE,
  );
  const undercut = reported(changed, cumulus("2026-03-01", 4));
  gives("is found only for the cheapest of several hosts that cut their prices", undercut, [
    "2026-03-01 acme-small cumulus 60 10",
  ]);
  // Cumulus has only one rival that day, so it gets no finding; but it still undercuts bazaar, which is not the
  // cheapest.
  const fewRivals = reported([added], cumulus("2026-03-01", 4));
  gives("is not found for a host that another one undercuts", fewRivals, []);
  const ofTie = reported(changed, cumulus("2026-03-01", 5));
  gives("is not found when two hosts set the same price that day", ofTie, []);
  const routed = reported([added], [], router("2026-02-01", 5));
  gives("is not found when a router already charged the same price", routed, []);
  const routedAbove = reported([added], [], router("2026-02-01", 6));
  gives("is found when a router charged more before", routedAbove, AN_ADDITION);
  const passedOn = reported([added], [], router("2026-03-01", 5));
  gives("is found when a router passes the price on the same day", passedOn, AN_ADDITION);
  const aWeek = ofChange(cumulus("2026-03-14", 11));
  gives("is not found when the price lasts 13 days", aWeek, []);
  const aFortnight = ofChange(cumulus("2026-03-15", 11));
  gives("is found when the price lasts 14 days", aFortnight, A_CHANGE);
  const followed = ofChange([], cumulus("2026-03-10", 5.2));
  gives("is not found when another host comes within 5 % of it in two weeks", followed, []);
  const thereAndBack = ofChange(cumulus("2026-03-20", 12));
  gives("is not found for a change that is reverted and so is no price move", thereAndBack, []);
});

describe("a new model", () => {
  const HOSTS = ["acme", "bazaar", "cumulus"];
  const ROUTERS = ["router-a", "router-b"];
  const RESELLER = "reseller: taken from a router";
  const known = at("2026-01-01", "delta-old", 1);
  /**
   * `new_model` findings when a source that already followed the hosts lists models two days after their release.
   * @param sold Slug → hosts.
   */
  const newsOf = (
    sold: Readonly<Record<string, readonly string[]>>,
    models: FindingScenario["models"] = {},
    more: FindingScenario["prices"] = {},
  ) => {
    const hosts = new Set(Object.values(sold).flat());
    const prices = [...hosts].map((host) => {
      const slugs = Object.keys(sold).filter((slug) => sold[slug]?.includes(host));
      return [host, [known, ...slugs.map((slug) => at("2026-02-03", slug, 8))]];
    });
    const released = Object.keys(sold).map((slug) => [slug, models[slug] ?? {}]);
    const findings = inWorld(
      { ...Object.fromEntries(prices), ...more },
      Object.fromEntries(released),
    );
    return () => findings().filter(({ kind }) => kind === "new_model");
  };
  const slugsOf = (...world: Parameters<typeof newsOf>) => {
    const news = newsOf(...world);
    return () => news().map(({ model }) => model);
  };
  const NEXT = "acme-next";
  const released = (release_date: string | null) =>
    slugsOf({ [NEXT]: HOSTS }, { [NEXT]: { release_date } });

  gives("is news when three hosts sell it", slugsOf({ [NEXT]: HOSTS }), [NEXT]);
  gives(
    "is no news when only its lab sells it, and few hosts sell the lab's models",
    slugsOf({ [NEXT]: ["acme"] }),
    [],
  );
  gives("is no news without a release date", released(null), []);
  gives("is no news when it was released long before", released("2025-02-01"), []);
  gives("is no news when its release is more than a month away", released("2026-03-11"), []);
  gives(
    "is no news when its name moves from model to model",
    slugsOf({ "acme-latest": HOSTS }),
    [],
  );

  const withFlagship = (slug: string, release_date = "2026-02-01") =>
    slugsOf(
      {
        "acme-next-4": ["acme", "bazaar", "cumulus", "router-a"],
        [slug]: [...HOSTS.slice(1), "router-a"],
      },
      { "acme-next-4": { release_date: "2026-02-01" }, [slug]: { release_date } },
    );
  gives(
    "is no news when it is a mode of another new model that its lab does not sell",
    withFlagship("acme-next-4-pro"),
    ["acme-next-4"],
  );
  gives("is no news when its name is that of a new model without the version", withFlagship(NEXT), [
    "acme-next-4",
  ]);
  const ofAnotherMonth = withFlagship("acme-next-4-pro", "2026-01-10");
  it("is news when it is a mode of a model of another month", () =>
    expect(ofAnotherMonth()).toHaveLength(2));

  const dated = newsOf({ [NEXT]: HOSTS }, { [NEXT]: { release_date: "2026-01-20" } });
  it("is dated on its release, and names the statement that listed it first", () => {
    const [news] = dated();
    expect(news).toMatchObject({ date: "2026-01-20", first_seen: "2026-02-03" });
    expect(news?.statements).toMatchObject([
      { host: "acme", model_id: NEXT, date: "2026-02-03", input: 8, sources: ["upstream"] },
    ]);
    expect(news?.statements[0]?.source_url).toBeNull();
  });

  const page = "https://acme.example/prices";
  const byPerson = { source: "operator", note: page };
  const readByPerson = newsOf(
    { [NEXT]: HOSTS },
    {},
    { acme: [{ ...known, ...byPerson }, at("2026-02-02", NEXT, 8, byPerson)] },
  );
  it("names the page on which a person read the price", () => {
    const [news] = readByPerson();
    expect(news?.statements).toMatchObject([{ source: "operator", source_url: page }]);
  });

  const firstByNewcomer = (day: string) => {
    const listed = [known, at(day, NEXT, 8)];
    const first = at("2026-02-03", NEXT, 8, { source: "other" });
    const models = { [NEXT]: { release_date: "2026-02-01" } };
    const sold = { acme: listed, bazaar: [...listed, first], cumulus: listed };
    const news = newsOf({ [NEXT]: [] }, models, sold);
    return () => news().map(({ first_seen }) => first_seen);
  };
  const soon = firstByNewcomer("2026-02-17");
  gives("is news when a new source lists it first and another one within two weeks", soon, [
    "2026-02-03",
  ]);
  const late = firstByNewcomer("2026-02-18");
  gives("is no news when only a new source lists it within two weeks", late, []);

  const threeRouters = slugsOf({ [NEXT]: [...ROUTERS, "router-c"] });
  gives("is no news when only a few routers list it", threeRouters, []);
  const resold = (hosts: readonly string[], note: string | null) => {
    const acme = [known, at("2026-02-03", NEXT, 8, { note })];
    return slugsOf({ [NEXT]: hosts }, {}, { acme });
  };
  const composite = resold(ROUTERS, RESELLER);
  gives(
    "is no news when only routers list it and only a reseller states its lab's price",
    composite,
    [],
  );
  gives("is news when routers and its lab sell it", resold(ROUTERS, null), [NEXT]);
  const ofHost = resold(["bazaar", ...ROUTERS], RESELLER);
  gives("is news when another host sells it too", ofHost, [NEXT]);

  const cutSince = inWorld({
    acme: [known, at("2026-02-03", "acme-large", 8), at("2026-03-01", "acme-large", 4)],
    bazaar: [known, at("2026-02-10", "acme-large", 4)],
    cumulus: [known, at("2026-02-10", "acme-large", 4)],
  });
  it("has the price it was first recorded at, not the one of today", () => {
    const news = cutSince().find(({ kind }) => kind === "new_model");
    expect(news).toMatchObject({ model: "acme-large", host: "acme", input: 8, output: 8 });
  });
});

describe("a spread", () => {
  type Steps = [date: string, price: number][];
  const prices = (...steps: Steps) => [
    at("2025-12-01", "delta-old", 1),
    ...steps.map(([date, price]) => at(date, "acme-large", price)),
    // Moves the newest day on, so that the last step has held for a week.
    at("2026-07-01", "delta-old", 2),
  ];
  const spreadsIn = (acme: Steps, bazaar: Steps, cumulus: Steps, delta: Steps = []) => {
    const findings = inWorld({
      acme: prices(...acme),
      bazaar: prices(...bazaar),
      cumulus: prices(...cumulus),
      delta: prices(...delta),
    });
    return () =>
      findings()
        .filter(({ kind }) => kind === "spread")
        .map(({ date, ratio }) => [date, ratio]);
  };
  /** Findings for the given price steps of cumulus, while acme charges $6 and bazaar $4. */
  const spreadsOf = (...cumulus: Steps) =>
    spreadsIn([["2026-01-01", 6]], [["2026-01-01", 4]], cumulus);
  const FIRST = ["2026-02-01", 3];

  const opened = spreadsOf(["2026-01-01", 4], ["2026-02-01", 2], ["2026-02-15", 1.9]);
  gives("is dated on the day on which the highest price became three times the lowest", opened, [
    FIRST,
  ]);
  const openAgain = (day: string) =>
    spreadsOf(["2026-01-01", 2.5], ["2026-02-01", 2], ["2026-02-20", 2.6], [day, 1.9]);
  gives("is not reported again within three months", openAgain("2026-04-01"), [FIRST]);
  gives("is reported again when it opens again later", openAgain("2026-06-01"), [
    ["2026-06-01", 3.16],
    FIRST,
  ]);
  const short = spreadsOf(["2026-01-01", 4], ["2026-02-01", 2], ["2026-02-14", 2.5]);
  gives("is no finding when it lasts less than two weeks", short, []);
  const unfollowed = spreadsIn(
    [
      ["2026-01-01", 6],
      ["2026-02-01", 2],
    ],
    ...([[["2026-01-01", 6]], [["2026-01-01", 6]]] as [Steps, Steps]),
  );
  gives(
    "is no finding while the other hosts still charge the price from before a cut",
    unfollowed,
    [],
  );
  gives(
    "is no finding when the third host's first price already opens it",
    spreadsOf(["2026-02-01", 2]),
    [],
  );
  const doubted = spreadsIn(
    [["2026-01-01", 6]],
    [["2026-01-01", 4]],
    [["2026-01-01", 4]],
    [["2026-02-01", 0.5]],
  );
  gives("does not count a doubtful price", doubted, []);
});
