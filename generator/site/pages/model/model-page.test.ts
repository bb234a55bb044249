import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  benchmark,
  model,
  offer,
  provider,
  score,
} from "../../../../test/builders/fact-builders.ts";
import { getDefined } from "../../../../test/builders/get.ts";
import { stated, withdrawn } from "../../../../test/builders/price-statements.ts";
import { loadSample } from "../../../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../../../test/builders/sample-facts.ts";
import { toModelDetail } from "../../../endpoints/models/get-model.ts";
import { escapeHtml } from "../../components/html.ts";
import { renderPage } from "../../layout/page.ts";
import { modelPage } from "./model-page.ts";

const HOSTILE = `<img src=x onerror="alert(1)">]]></title>`;

const id = (of: string, at: string) => ({ model_id: `${of}-at-${at}` });

/** `good` is sold by its maker, by a reseller for less and by a host that withdrew; nobody sells `unsold`. */
const sample = {
  ...SAMPLE,
  json: {
    ...SAMPLE.json,
    providers: [
      ...SAMPLE.json.providers,
      provider("relay", { host_kind: "router" }),
      provider("gone"),
    ],
    models: [
      ...SAMPLE.json.models,
      model("good-1", "acme", { name: HOSTILE }),
      model("good-2", "acme", { release_date: "2026-05-01" }),
      model("unsold", "delta", { retirement_date: "2026-04-01" }),
    ],
    benchmarks: [...SAMPLE.json.benchmarks, benchmark("part", { part_of: "logic" })],
  },
  csv: {
    ...SAMPLE.csv,
    offers: {
      ...SAMPLE.csv.offers,
      acme: [
        ...SAMPLE.csv.offers.acme,
        offer("good-1", "good-1-at-acme"),
        offer("good-2", "good-2-at-acme"),
      ],
      relay: [offer("good-1", "good-1-at-relay")],
      gone: [offer("good-1", "good-1-at-gone")],
    },
    prices: {
      ...SAMPLE.csv.prices,
      acme: [
        ...SAMPLE.csv.prices.acme,
        stated("2026-02-03", 10, 40, id("good-1", "acme")),
        stated("2026-03-03", 8, 40, id("good-1", "acme")),
        stated("2026-03-03", 2, 8, id("good-2", "acme")),
      ],
      relay: [stated("2026-02-10", 6, 30, id("good-1", "relay"))],
      gone: [
        stated("2026-02-10", 9, 45, id("good-1", "gone")),
        withdrawn("2026-03-10", id("good-1", "gone")),
      ],
    },
    scores: {
      ...SAMPLE.csv.scores,
      logic: [
        ...SAMPLE.csv.scores.logic,
        score("good-1", 75, { self_reported: true }),
        score("good-1", 71, { configuration: "low" }),
      ],
      sums: [...SAMPLE.csv.scores.sums, score("good-1", 95)],
      part: [score("good-1", 33)],
    },
  },
};

let loaded: Awaited<ReturnType<typeof loadSample>>;
beforeAll(async () => {
  loaded = await loadSample(sample);
});
afterAll(() => loaded.dispose());

const pageOf = (slug: string): string => {
  const { catalog } = loaded;
  const model = catalog.getModel(slug);
  const page = modelPage(model, toModelDetail(model, catalog), catalog);
  return String(renderPage(page, catalog.service));
};

const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

describe("the page of a model", () => {
  test("shows a hostile name as text", () => {
    const page = pageOf("good-1");
    expect(page).toContain(`<h1>${escapeHtml(HOSTILE)}</h1>`);
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain(HOSTILE);
  });

  test("begins with the list price and a cheaper reseller", () => {
    const page = pageOf("good-1");
    const price = "ACME: $8.00 input / $40.00 output per 1M tokens";
    expect(textOf(page)).toContain(price);
    expect(page).toContain(`name="description" content="${escapeHtml(HOSTILE)} by ACME. ${price}`);
  });

  test("marks the cheapest host, and says why others are passed over", () => {
    const page = pageOf("good-1");
    expect(page).toContain("<b>Cheapest</b>");
    expect(textOf(page)).toContain("only where no host runs the model itself");
    expect(page).toContain("Reseller");
    expect(page).toContain(`<code data-copy>good-1-at-relay</code>`);
  });

  test("draws prices that changed, with the prices behind the drawing", () => {
    expect(pageOf("good-1")).toMatch(/<path class="line" d="M0 [^"]+H1000"\/>/);
    expect(pageOf("good-1")).toContain("All 2 recorded prices");
    expect(pageOf("good-1")).toContain("/assets/price-steps.js");
    expect(pageOf("good-2")).not.toContain('class="line"');
    expect(pageOf("good-2")).not.toContain("/assets/price-steps.js");
  });

  test("of a model that nobody sells says so, and when its maker retires it", () => {
    expect(textOf(pageOf("unsold"))).toContain(
      "No host in the catalogue sells it. Retirement at DELTA: 1 Apr 2026.",
    );
  });

  test("is described for search engines as a data set about a product", () => {
    const [, text = ""] =
      /<script type="application\/ld\+json">(.*)<\/script>/.exec(pageOf("good-1")) ?? [];
    const { "@type": type, about, distribution } = JSON.parse(text);
    expect([type, about["@type"], about.name]).toEqual(["Dataset", "Product", HOSTILE]);
    expect(getDefined(distribution[0], "distribution").contentUrl).toBe(
      "https://almanac.example/api/v1/models/good-1",
    );
  });
});
