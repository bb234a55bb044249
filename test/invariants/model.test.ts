import { describe, expect } from "vitest";
import type { PublishedOffer } from "../../generator/endpoints/models/get-model.ts";
import { findEligiblePrices } from "../../generator/endpoints/models/model-parts.ts";
import { findModelByName } from "../../generator/http/names.ts";
import { expectEqual, getDefined, requireNonEmpty } from "../builders/get.ts";
import { verifies } from "../contract/harness.ts";
import {
  compareNullsLast,
  compareText,
  readEveryModelDetail,
  toExpectedBlendedPrice,
} from "../contract/walk.ts";

const hostOf = (offer: { provider_slug: string }): string => offer.provider_slug;
const isPaid = ({ input, output }: PublishedOffer): boolean => Number(input) + Number(output) > 0;

describe("one model", () => {
  verifies("E2", "is found by its slug and by each of its aliases", async (site) => {
    const aliased = (await readEveryModelDetail(site)).filter(({ aliases }) => aliases.length > 0);
    for (const { slug, aliases } of requireNonEmpty(aliased, "models with an alias"))
      for (const alias of aliases)
        expectEqual(findModelByName(alias, site.context.catalog)?.slug, slug, alias);
    for (const { slug, aliases } of aliased.filter((_, index) => index % 25 === 0)) {
      const plain = await site.get(`/api/v1/models/${slug}`);
      expect(plain.headers.get("Link")).toBeNull();
      const other = await site.get(`/api/v1/models/${aliases[0]}`);
      expect(other.text, aliases[0]).toBe(plain.text);
      const address = `${site.base}/api/v1/models/${slug}`;
      expect(other.headers.get("Link")).toBe(`<${address}>; rel="canonical"`);
    }
  });

  verifies("4.2-status", "is retired or unknown where nobody sells it", async (site) => {
    const details = await readEveryModelDetail(site);
    const bySlug = new Map(details.map((detail) => [detail.slug, detail]));
    for (const { slug, status, providers, replacement } of details) {
      const isSold = providers.some((one) => one.status !== "retired");
      if (isSold) expect(status, slug).not.toBeNull();
      else expect([null, "retired"], slug).toContain(status);
      if (!replacement?.slug) continue;
      expect(replacement.slug).not.toBe(slug);
      const next = getDefined(bySlug.get(replacement.slug), replacement.slug);
      if (next.status === "retired") expect(next.replacement, next.slug).toBeNull();
    }
  });

  verifies("4.2-list-price", "is one of the model's own offers, or null", async (site) => {
    for (const { slug, list_price, providers } of await readEveryModelDetail(site)) {
      const listed = providers.filter(({ is_list_price }) => is_list_price);
      expectEqual(listed.length, list_price === null ? 0 : 1, slug);
      if (list_price === null) continue;
      expectEqual([list_price.currency, list_price.unit], ["USD", "1M tokens"]);
      const shared = ["input", "output", "cache_read", "cache_write", "provider_slug", "status"];
      for (const field of [...shared, "trust", "as_of", "last_confirmed", "source", "source_url"])
        expectEqual(list_price[field], listed[0]?.[field], `${slug} ${field}`);
      expect(list_price.input ?? list_price.rates, slug).toBeDefined();
    }
  });

  verifies("4.2-providers", "has one row per host, the cheapest paid one first", async (site) => {
    for (const model of await readEveryModelDetail(site)) {
      const { slug, providers } = model;
      expectEqual(new Set(providers.map(hostOf)).size, providers.length, slug);
      for (const { model_id, variants } of providers) {
        const ids = new Set([model_id, ...variants.map((one) => one.model_id)]);
        expectEqual(ids.size, variants.length + 1, slug);
      }
      const expected = providers.toSorted(
        (a, b) =>
          Number(isPaid(b)) - Number(isPaid(a)) ||
          compareNullsLast(toExpectedBlendedPrice(a, model), toExpectedBlendedPrice(b, model)) ||
          compareText(a.provider_slug, b.provider_slug),
      );
      expectEqual(providers.map(hostOf), expected.map(hostOf), slug);
    }
  });

  verifies("4.2-cheapest", "is one of the offers, at a confirmed price per token", async (site) => {
    for (const model of await readEveryModelDetail(site)) {
      const { slug, providers, cheapest_provider } = model;
      if (!cheapest_provider) continue;
      const { blended, rate: _, saving_vs_list: __, ...shown } = cheapest_provider;
      expectEqual(blended, toExpectedBlendedPrice(shown, model), slug);
      const offer = providers.find((one) => one.provider_slug === shown.provider_slug);
      expect(offer, slug).toMatchObject({ ...shown, billing: "tokens", service_tier: "standard" });
      expect(["verified", "one_source"], slug).toContain(shown.trust);
    }
  });

  verifies("4.2-cheapest", "has the same rules today and on past days", async ({ context }) => {
    const { models, offersOf } = context.catalog;
    // These reasons are known only for today.
    const ofToday = /withdr|the price is (doubtful|stale|disputed)|context window/;
    for (const model of requireNonEmpty(models, "models")) {
      const offers = offersOf(model.slug);
      const cards = offers
        .filter(({ passed_over }) => !ofToday.test(passed_over ?? ""))
        .map((offer) => ({ ...offer, date: offer.as_of, is_doubted: false }));
      const eligible = offers.filter(({ is_eligible }) => is_eligible);
      const prices = eligible.map(({ host, unit_price }) => [host, unit_price]);
      const found = findEligiblePrices(cards, model, context.catalog);
      expect(Object.fromEntries(found), model.slug).toEqual(Object.fromEntries(prices));
    }
  });

  verifies("4.8a", "a rate card has every price of its offer, each once", async (site) => {
    let cards = 0;
    for (const { slug, providers } of await readEveryModelDetail(site))
      for (const { rates, model_id, ...offer } of providers) {
        if (rates === undefined) continue;
        cards++;
        const names = rates.map(({ price: _, valid_from: __, source: ___, trust: ____, ...name }) =>
          Object.values(name).join(),
        );
        expectEqual(new Set(names).size, names.length, `${slug} ${model_id}`);
        const plain = `input,1M tokens,${offer.service_tier},,,,,,`;
        const price = rates[names.indexOf(plain)]?.price ?? null;
        expectEqual(price, offer.input, `${slug} ${model_id}`);
        for (const { above_input_tokens: size, tier_mode, price: usd } of rates)
          expectEqual([size === null, usd >= 0], [tier_mode === null, true], model_id);
      }
    expect(cards).toBeGreaterThan(0);
  });

  verifies("4.2-source-url", "is never a home page", async (site) => {
    const offers = (await readEveryModelDetail(site)).flatMap(({ providers }) => providers);
    expect(offers.filter((one) => new URL(one.source_url).pathname === "/")).toEqual([]);
  });

  verifies("4.2-trust", "a price of 0 is free or a subscription", async (site) => {
    for (const { slug, providers } of await readEveryModelDetail(site))
      for (const { billing, is_free, input, output, host_kind, provider_slug } of providers) {
        const isZero = input === 0 && output === 0;
        expectEqual(is_free, isZero && billing !== "plan", `${slug} ${provider_slug}`);
        if (host_kind === "plan" && isZero)
          expectEqual(billing, "plan", `${slug} ${provider_slug}`);
      }
  });

  verifies("4.2-scores", "are sorted by category and slug, each with its source", async (site) => {
    for (const { slug, scores } of await readEveryModelDetail(site)) {
      const order = scores.map(({ category, benchmark_slug }) => `${category} ${benchmark_slug}`);
      expectEqual(order, [...order].sort(compareText), slug);
      for (const score of scores) {
        expectEqual(/^https?:\/\//.test(score.source_url), true, `${slug}: ${score.source_url}`);
        expectEqual(score.source_license === "", false, slug);
      }
    }
  });

  verifies("4.2-links", "are absolute, and those to this service work", async (site) => {
    const names = "json price_history page lab announcement weights documentation".split(" ");
    for (const { slug, links } of await readEveryModelDetail(site)) {
      expectEqual(Object.keys(links), names, slug);
      for (const link of Object.values(links))
        expectEqual(link === null || /^https?:\/\/\S+$/.test(`${link}`), true, `${slug}: ${link}`);
      expectEqual(links.page, `${site.base}/models/${slug}`);
      expectEqual(links.json, `${site.base}/api/v1/models/${slug}`);
      expectEqual(links.price_history, `${site.base}/api/v1/price-history/${slug}`);
      for (const link of [links.page, links.json])
        expect(site.manifest, slug).toHaveProperty([`${link}`.slice(site.base.length)]);
      const { status } = await site.ask(`/api/v1/price-history/${slug}`);
      expectEqual(status, 200, slug);
    }
  });
});

verifies("E-cheapest", "has the cheapest, the list and the other prices", async (site) => {
  for (const detail of (await readEveryModelDetail(site)).filter((_, at) => at % 20 === 0)) {
    const { slug, name, cheapest_provider, list_price, sold_by_lab, providers } = detail;
    const { others, ...rest } = (await site.get(`/api/v1/models/${slug}/cheapest`)).body;
    expect(rest).toMatchObject({ slug, name, cheapest_provider, list_price, sold_by_lab });
    const left = providers.map(hostOf).filter((host) => host !== cheapest_provider?.provider_slug);
    expect(others.map(hostOf)).toEqual(left);
    for (const { reason, trust } of others) {
      expect(reason, slug).not.toBe("");
      if (reason.startsWith("the price is doubtful (")) expect(trust, slug).toBe("unverified");
    }
  }
  const [misspelt] = (await readEveryModelDetail(site)).map(({ slug }) => `${slug}q`);
  const missing = await site.get(`/api/v1/models/${misspelt}/cheapest`);
  expect(missing.status).toBe(404);
  requireNonEmpty(missing.body.suggestions ?? [], "suggestions");
});
