/** Pages of labs and hosts, benchmarks, prices and retirements, on made-up facts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerAt } from "../../test/builders/answer-at.ts";
import { model, offer, provider, score } from "../../test/builders/fact-builders.ts";
import { getDefined } from "../../test/builders/get.ts";
import { pageFacts, valueAt } from "../../test/builders/page-facts.ts";
import { stated } from "../../test/builders/price-statements.ts";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../test/builders/sample-facts.ts";
import { escapeHtml } from "./components/html.ts";
import { benchmarkPages } from "./pages/benchmarks/benchmarks-page.ts";
import { pricePages } from "./pages/prices/prices-page.ts";
import { providerPages } from "./pages/providers/providers-page.ts";
import { retirementPages } from "./pages/retirements/retirements-page.ts";

const HOSTILE = `<img src=x onerror="alert(1)">]]></title>`;

const id = (of: string, at: string) => ({ model_id: `${of}-at-${at}` });

/** `good` fell at its maker, costs a tenth more in a cloud and is a subscription's; `unsold` has retired. */
const sample = {
  ...SAMPLE,
  json: {
    ...SAMPLE.json,
    providers: [
      ...SAMPLE.json.providers,
      provider("nimbus", {
        host_kind: "cloud",
        name: HOSTILE,
        api_url: "https://api.nimbus.example",
      }),
      provider("monthly", { host_kind: "plan" }),
    ],
    models: [
      ...SAMPLE.json.models,
      model("good", "acme", { name: HOSTILE }),
      model("unsold", "delta", { release_date: "2025-02-01", retirement_date: "2026-01-15" }),
    ],
  },
  csv: {
    ...SAMPLE.csv,
    offers: {
      ...SAMPLE.csv.offers,
      acme: [...SAMPLE.csv.offers.acme, offer("good", "good-at-acme")],
      nimbus: [offer("good", "good-at-nimbus", { retirement_date: "2031-05-01" })],
      monthly: [offer("good", "good-at-monthly", { billing: "plan", status: "deprecated" })],
    },
    prices: {
      ...SAMPLE.csv.prices,
      acme: [
        ...SAMPLE.csv.prices.acme,
        stated("2026-02-03", 10, 40, id("good", "acme")),
        stated("2026-03-03", 8, 40, id("good", "acme")),
      ],
      nimbus: [stated("2026-03-05", 8.8, 44, id("good", "nimbus"))],
      monthly: [stated("2026-03-05", 0, 0, id("good", "monthly"))],
    },
    scores: {
      ...SAMPLE.csv.scores,
      chess: [...SAMPLE.csv.scores.chess, score("good", 1400)],
      logic: [...SAMPLE.csv.scores.logic, score("good", 99, { self_reported: true })],
    },
  },
};

let loaded: Awaited<ReturnType<typeof loadSample>>;
/** Address → text. */
let files: Map<string, string>;
beforeAll(async () => {
  loaded = await loadSample(sample);
  const { catalog } = loaded;
  const all = [providerPages, benchmarkPages, pricePages, retirementPages].flatMap((of) =>
    of(catalog),
  );
  files = new Map(all.map(({ path, body }) => [path, String(body)]));
});
afterAll(() => loaded.dispose());

const pageAt = (path: string): string => getDefined(files.get(path), path);
const textOf = (markup: string): string =>
  markup
    .replace(/<small|<div|<d[td]|<t[dh]/g, " $&")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");

test("every number is that of the answer which it names", () => {
  let compared = 0;
  for (const [path, page] of files) {
    if (path.endsWith(".ics")) continue;
    for (const { of, at, value } of pageFacts(page)) {
      expect(String(valueAt(answerAt(of, loaded), at)), `${path}: ${of}#${at}`).toBe(value);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(80);
});

test("a hostile name is text on every page", () => {
  const naming = [...files].filter(([, page]) => page.includes(escapeHtml(HOSTILE)));
  expect(naming.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      "/providers/acme",
      "/providers/nimbus",
      "/benchmarks/logic",
      "/prices/index.html",
      "/retirements/index.html",
    ]),
  );
  for (const [path, page] of files) {
    if (path.endsWith(".ics")) continue;
    expect(page, path).not.toContain("<img");
    expect(page, path).not.toMatch(/ style="|<style|undefined|NaN|\[object/);
  }
});

describe("a provider", () => {
  test("is described by its kind, with its prices beside the list prices", () => {
    const page = textOf(pageAt("/providers/nimbus"));
    expect(page).toContain("Sells 1 model in its cloud.");
    expect(page).toContain("https://api.nimbus.example");
    expect(page).toContain("0 are lower, 0 the same and 1 higher");
    expect(page).toMatch(/\$8\.80 \$44\.00 \+10 %/);
    expect(page).toContain("sold until 1 May 2031");
  });

  test("that sells subscriptions names no token price as free", () => {
    const page = textOf(pageAt("/providers/monthly"));
    expect(page).toContain("Sells a subscription with 1 model.");
    expect(page).toContain("subscription; deprecated");
    expect(page).toContain("in the plan in the plan");
    expect(page).not.toContain("$0");
  });

  test("that makes models lists them, their recent changes and its feed", () => {
    const page = pageAt("/providers/acme");
    expect(textOf(page)).toContain("Makes 3 models and sells 3 models through its own API.");
    expect(textOf(page)).toContain("input from $10.00 to $8.00, output unchanged at $40.00");
    expect(page).toContain('href="/feeds/acme.xml"');
    expect(pageAt("/providers/bazaar")).not.toContain("/feeds/bazaar");
  });

  test("is listed under its kind", () => {
    const clouds = pageAt("/providers/index.html")
      .split('<section id="')
      .find((part) => part.startsWith("cloud"));
    expect(clouds).toContain('href="/providers/nimbus"');
    expect(clouds).not.toContain('href="/providers/acme"');
  });
});

describe("a benchmark", () => {
  test("is led by an independent result, and marks self-reported ones", () => {
    const page = textOf(pageAt("/benchmarks/logic"));
    expect(page).toContain("leads with 80 %, ahead of 2 others");
    expect(page).toContain("self-reported 99 %");
  });

  test("in Elo has points on a scale instead of bars from zero", () => {
    expect(pageAt("/benchmarks/logic")).toContain('<path class="bar" d="M0 0H800"');
    expect(pageAt("/benchmarks/chess")).toContain('<path class="point"');
    expect(pageAt("/benchmarks/chess")).not.toContain('<path class="bar"');
  });
});

describe("prices", () => {
  test("show a move with what a filter needs, on the page of its month too", () => {
    for (const path of ["/prices/index.html", "/prices/2026-03"]) {
      expect(pageAt(path)).toMatch(
        /data-lab="acme" data-host="acme" data-kind="price_drop" data-date="2026-03-03"/,
      );
      expect(textOf(pageAt(path))).toContain("$10.00 →to $8.00");
    }
  });

  test("are counted by month", () => {
    expect(textOf(pageAt("/prices/2026-03"))).toContain("2 prices fell, 0 rose; 1 new model.");
  });
});

describe("retirements", () => {
  test("are announced or past by the day of the newest fact", () => {
    const [, upcoming = "", past = ""] = pageAt("/retirements/index.html").split("<section ");
    expect(upcoming).toContain('href="/models/good"');
    expect(upcoming).toContain('datetime="2031-05-01"');
    expect(past).toContain('href="/models/unsold"');
    expect(past).not.toContain('href="/models/good"');
  });

  test("list who is deprecated without a date", () => {
    const deprecated = pageAt("/retirements/index.html").split('id="deprecated"')[1];
    expect(deprecated).toContain('href="/providers/monthly"');
  });
});
