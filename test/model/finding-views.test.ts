/** Which facts are worth a headline, by rule. */
import { beforeAll, describe, expect, it } from "vitest";
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { FindingCandidateRow } from "../../build/model/catalog/rows.ts";
import { type FindingScenario, findFindingsPerScenario } from "../builders/finding-worlds.ts";
import { samplePrice } from "../builders/price-statements.ts";

type Statement = FactOfKind<"prices">;

const worlds: FindingScenario[] = [];
let found: FindingCandidateRow[][];
beforeAll(async () => {
  found = await findFindingsPerScenario(worlds);
});

/** @returns What is found in a world of these prices, once all worlds are loaded together. */
function inWorld(
  prices: FindingScenario["prices"],
  models: FindingScenario["models"] = {},
): () => FindingCandidateRow[] {
  const index = worlds.push({ prices, models }) - 1;
  return () => found[index] ?? [];
}

const at = (date: string, slug: string, input: number, more: Partial<Statement> = {}) =>
  samplePrice(date, input, input, { model_id: slug, ...more });

describe("a new lowest price", () => {
  const others = (date: string, count: number) =>
    Array.from({ length: count }, (_, index) => at(date, `delta-m${index}`, 1));

  /** What is reported for bazaar, whose rivals for acme-small ask $10 each; it is on record since January. */
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
        .map(({ date, model, host, pct_below, own_before }) => [
          ...[date, model, host, pct_below, own_before],
        ]);
  };
  const added = at("2026-03-01", "acme-small", 5);
  const changed = [at("2026-02-01", "acme-small", 12), added];

  const ofAddition = reported([added]);
  const ofChange = reported(changed);
  it("is reported for a price that changed or was added", () => {
    expect(ofAddition()).toEqual([["2026-03-01", "acme-small", "bazaar", 50, null]]);
    expect(ofChange()).toEqual([["2026-03-01", "acme-small", "bazaar", 50, 12]]);
  });

  const ofAnotherSource = reported([{ ...added, source: "other" }]);
  it("is not reported on the first day that a source names the host", () => {
    expect(ofAnotherSource()).toEqual([]);
  });

  const amongTwentyThree = reported([added, ...others("2026-03-01", 22)]);
  const amongTwentyFour = reported([added, ...others("2026-03-01", 23)]);
  it("is not reported where the source writes two dozen prices of the host at once", () => {
    expect(amongTwentyThree()).toHaveLength(1);
    expect(amongTwentyFour()).toEqual([]);
  });

  const busy = others("2026-03-01", 47);
  const ofAdditionBefore = reported([added], busy.slice(1));
  const ofAdditionOnBusyDay = reported([added], busy);
  const ofChangeOnBusyDay = reported(changed, busy);
  it("is reported for a change, not of an addition, on a day when the source adds four dozen anywhere", () => {
    expect(ofAdditionBefore()).toHaveLength(1);
    expect(ofAdditionOnBusyDay()).toEqual([]);
    expect(ofChangeOnBusyDay()).toHaveLength(1);
  });

  const lower = [at("2026-03-01", "acme-small", 4)];
  const ofTwo = reported(changed, lower);
  const ofTwoWithFewerRivals = reported([added], lower);
  it("is that of the cheapest host where several undercut the others on one day", () => {
    expect(ofTwo()).toEqual([["2026-03-01", "acme-small", "cumulus", 60, 10]]);
    // Cumulus had but one rival that day, so nothing is reported for it; bazaar is not the cheapest all the same.
    expect(ofTwoWithFewerRivals()).toEqual([]);
  });

  const ofTie = reported(changed, [at("2026-03-01", "acme-small", 5)]);
  it("is nobody's where two hosts came to the same price that day", () => {
    expect(ofTie()).toEqual([]);
  });

  const router = (date: string, input: number) => [at(date, "acme-small", input)];
  const routed = reported([added], [], router("2026-02-01", 5));
  const routedDearer = reported([added], [], router("2026-02-01", 6));
  const passedOn = reported([added], [], router("2026-03-01", 5));
  it("is none where a router asked no more before; that one passes the new price on does not matter", () => {
    expect(routed()).toEqual([]);
    expect(routedDearer()).toHaveLength(1);
    expect(passedOn()).toHaveLength(1);
  });

  const ofAWeek = reported([...changed, at("2026-03-14", "acme-small", 11)]);
  const ofAFortnight = reported([...changed, at("2026-03-15", "acme-small", 11)]);
  const followed = reported(changed, [at("2026-03-10", "acme-small", 5.2)]);
  it("is none that does not last two weeks, or to which another host comes within 5 %", () => {
    expect(ofAWeek()).toEqual([]);
    expect(ofAFortnight()).toHaveLength(1);
    expect(followed()).toEqual([]);
  });

  const ofThereAndBack = reported([...changed, at("2026-03-10", "acme-small", 12)]);
  it("is none of a change that is no price move", () => {
    expect(ofThereAndBack()).toEqual([]);
  });
});

describe("a new model", () => {
  const HOSTS = ["acme", "bazaar", "cumulus"];
  const known = at("2026-01-01", "delta-old", 1);
  /** A source that followed the hosts before reported of the model on the day after its release. */
  const isNews = (
    slug: string,
    hosts: readonly string[],
    more: Partial<FactOfKind<"models">> = {},
  ) => {
    const prices = hosts.map((host) => [host, [known, at("2026-02-03", slug, 8)]]);
    const findings = inWorld(Object.fromEntries(prices), { [slug]: more });
    return () => findings().some(({ kind, model }) => kind === "new_model" && model === slug);
  };

  const atThreeHosts = isNews("acme-next", HOSTS);
  const atItsLab = isNews("acme-next", ["acme"]);
  it("is news when three hosts sell it, not when only a lab does of which few sell anything", () => {
    expect(atThreeHosts()).toBe(true);
    expect(atItsLab()).toBe(false);
  });

  const undated = isNews("acme-next", HOSTS, { release_date: null });
  const yearOld = isNews("acme-next", HOSTS, { release_date: "2025-02-01" });
  const toCome = isNews("acme-next", HOSTS, { release_date: "2026-03-11" });
  it("is no news without a release date, nor with one long before", () => {
    expect(undated()).toBe(false);
    expect(yearOld()).toBe(false);
    expect(toCome()).toBe(false);
  });

  const movingName = isNews("acme-latest", HOSTS);
  it("is no name that moves from model to model", () => {
    expect(movingName()).toBe(false);
  });

  const withFlagship = (slug: string, release_date = "2026-02-01") => {
    const sold = (host: string, ...slugs: string[]) => [
      host,
      [known, ...slugs.map((one) => at("2026-02-03", one, 8))],
    ];
    const prices = [
      sold("acme", "acme-next-4"),
      ...["bazaar", "cumulus", "router-a"].map((host) => sold(host, "acme-next-4", slug)),
    ];
    const flagship = { release_date: "2026-02-01" };
    const findings = inWorld(Object.fromEntries(prices), {
      "acme-next-4": flagship,
      [slug]: { release_date },
    });
    return () => findings().flatMap(({ kind, model }) => (kind === "new_model" ? [model] : []));
  };
  const mode = withFlagship("acme-next-4-pro");
  const pointer = withFlagship("acme-next");
  const ofAnotherMonth = withFlagship("acme-next-4-pro", "2026-01-10");
  it("is no mode that others sell of a lab's new model, and no name without its version", () => {
    expect(mode()).toEqual(["acme-next-4"]);
    expect(pointer()).toEqual(["acme-next-4"]);
    expect(ofAnotherMonth()).toHaveLength(2);
  });

  const dated = inWorld(
    Object.fromEntries(HOSTS.map((host) => [host, [known, at("2026-02-03", "acme-next", 8)]])),
    {
      "acme-next": { release_date: "2026-01-20" },
    },
  );
  it("is of its day of release, and names the statement that listed it first", () => {
    const news = dated().find(({ kind, model }) => kind === "new_model" && model === "acme-next");
    expect(news).toMatchObject({ date: "2026-01-20", first_seen: "2026-02-03" });
    expect(news?.statements).toMatchObject([
      { host: "acme", model_id: "acme-next", date: "2026-02-03", input: 8, sources: ["upstream"] },
    ]);
  });

  const firstByNewcomer = (day: string) => {
    const listed = [known, at(day, "acme-next", 8)];
    const findings = inWorld(
      {
        acme: listed,
        bazaar: [...listed, at("2026-02-03", "acme-next", 8, { source: "other" })],
        cumulus: listed,
      },
      { "acme-next": { release_date: "2026-02-01" } },
    );
    return () => findings().filter(({ model }) => model === "acme-next");
  };
  const listedSoon = firstByNewcomer("2026-02-17");
  const listedLate = firstByNewcomer("2026-02-18");
  it("may be listed first by a source that has just begun, if another lists it in two weeks", () => {
    expect(listedSoon()).toMatchObject([{ kind: "new_model", first_seen: "2026-02-03" }]);
    expect(listedLate()).toEqual([]);
  });

  const ROUTERS = ["router-a", "router-b"];
  const byRouters = isNews("acme-next", [...ROUTERS, "router-c"]);
  it("is nothing that only a few routers list", () => {
    expect(byRouters()).toBe(false);
  });
  const resold = (hosts: readonly string[], note: string | null) => {
    const prices = hosts.map((host) => [host, [known, at("2026-02-03", "acme-next", 8)]]);
    const acme = [known, at("2026-02-03", "acme-next", 8, { note })];
    const findings = inWorld({ acme, ...Object.fromEntries(prices) }, { "acme-next": {} });
    return () =>
      findings().some(({ kind, model }) => kind === "new_model" && model === "acme-next");
  };
  const RESELLER = "reseller: taken from a router";
  const composite = resold(ROUTERS, RESELLER);
  const ofLab = resold(ROUTERS, null);
  const ofHost = resold(["bazaar", ...ROUTERS], RESELLER);
  it("is nothing that routers alone sell, and only a reseller states at its lab", () => {
    expect(composite()).toBe(false);
    expect(ofLab()).toBe(true);
    expect(ofHost()).toBe(true);
  });

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
    // So that the last step has held for a week.
    at("2026-07-01", "delta-old", 2),
  ];
  /** Of cumulus, beside acme at $6 and bazaar at $4. */
  const spreadsOf = (...cumulus: Steps) => {
    const findings = inWorld({
      acme: prices(["2026-01-01", 6]),
      bazaar: prices(["2026-01-01", 4]),
      cumulus: prices(...cumulus),
    });
    return () =>
      findings()
        .filter(({ kind }) => kind === "spread")
        .map(({ date, ratio }) => [date, ratio]);
  };

  const opened = spreadsOf(["2026-01-01", 4], ["2026-02-01", 2], ["2026-02-15", 1.9]);
  it("is an event of the day on which the most expensive host came to charge three times the cheapest", () => {
    expect(opened()).toEqual([["2026-02-01", 3]]);
  });

  const openAgain = (day: string) =>
    spreadsOf(["2026-01-01", 2.5], ["2026-02-01", 2], ["2026-02-20", 2.6], [day, 1.9]);
  const soon = openAgain("2026-04-01");
  const late = openAgain("2026-06-01");
  it("is reported again when it opens again after three months, not sooner", () => {
    expect(soon()).toEqual([["2026-02-01", 3]]);
    expect(late()).toEqual([
      ["2026-06-01", 3.16],
      ["2026-02-01", 3],
    ]);
  });

  const short = spreadsOf(["2026-01-01", 4], ["2026-02-01", 2], ["2026-02-14", 2.5]);
  const unfollowed = inWorld({
    acme: prices(["2026-01-01", 6], ["2026-02-01", 2]),
    bazaar: prices(["2026-01-01", 6]),
    cumulus: prices(["2026-01-01", 6]),
  });
  it("is none that lasts less than two weeks, nor where a host charges the price from before a cut", () => {
    expect(short()).toEqual([]);
    expect(unfollowed().filter(({ kind }) => kind === "spread")).toEqual([]);
  });

  const standing = spreadsOf(["2026-01-01", 2]);
  const doubted = spreadsOf(["2026-01-01", 4], ["2026-02-01", 0.1]);
  it("is none that stood when the third host came, and none of a price that is doubted", () => {
    expect(standing()).toEqual([]);
    expect(doubted()).toEqual([]);
  });
});
