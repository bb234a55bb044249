/** Figures of attention, rents and companies. */
import { dayAfter, filings, type Lie, of, rents, scale, set, shift, text } from "../lie.ts";

export const FIGURES: readonly Lie[] = [
  {
    ...{ name: "hacker-news: counts × 1,000", source: "hacker-news" },
    tell: ({ stories }) => scale(stories, 1000),
  },
  {
    ...{ name: "hacker-news: everything 0", source: "hacker-news" },
    tell: ({ stories }) => scale(stories, 0),
  },
  {
    ...{ name: "wikimedia: views × 100", source: "wikimedia" },
    tell: ({ views }) => scale(views, 100),
  },
  {
    ...{ name: "wikimedia: one article's views × 1,000", source: "wikimedia" },
    tell: ({ views }) => {
      views.pilot = (views.pilot ?? 0) * 1000;
    },
  },
  {
    ...{ name: "github-stars: stars ÷ 10", source: "github-stars" },
    tell: ({ stars }) => {
      for (const [slug, count] of Object.entries(stars)) stars[slug] = Math.round(count / 10);
    },
  },
  {
    ...{ name: "github-stars: one repository's stars × 10", source: "github-stars" },
    tell: ({ stars }) => {
      stars.scribe = (stars.scribe ?? 0) * 10;
    },
  },
  {
    ...{ name: "github-stars: stars below 0", source: "github-stars" },
    tell: ({ stars }) => scale(stars, -1),
  },
  {
    ...{ name: "vast-ai: rents × 1,000", source: "vast-ai" },
    tell: (market) => rents(market, 1000),
  },
  {
    ...{ name: "vast-ai: rents per second", source: "vast-ai" },
    tell: (market) => rents(market, 1 / 3600),
  },
  {
    ...{ name: "vast-ai: one chip's rents × 8", source: "vast-ai" },
    tell: ({ rentals }) => {
      for (const offer of rentals.h100?.offers ?? []) offer.dph_total *= 8;
    },
  },
  {
    ...{ name: "sec-edgar: figures in thousands", source: "sec-edgar" },
    tell: (market) =>
      filings(market, (figure) => {
        figure.val /= 1000;
      }),
  },
  {
    ...{ name: "sec-edgar: one company's figures are another's", source: "sec-edgar" },
    tell: ({ companies }) => {
      const apple = structuredClone(companies.apple);
      if (apple && companies.ibm) companies.ibm = apple;
    },
  },
  {
    ...{ name: "sec-edgar: filed in the future", source: "sec-edgar" },
    tell: (market) =>
      filings(market, (figure) => {
        figure.val *= 1.01;
        figure.filed = "2027-02-01";
      }),
  },
  of("hacker-news", "counts as texts", ({ stories }) => {
    for (const slug of Object.keys(stories)) Object.assign(stories, { [slug]: "many" });
  }),
  of("wikimedia", "views below 0", ({ views }) => {
    for (const slug of Object.keys(views)) views[slug] = -1;
  }),
  of("sec-edgar", "years that end a day later", ({ companies }) => {
    for (const { facts } of Object.values(companies))
      for (const { units } of Object.values(facts["us-gaap"]))
        for (const row of units.USD) row.end = dayAfter(row.end);
  }),
  of("sec-edgar", "filed a day later", (market) =>
    filings(market, (figure) => {
      figure.filed = dayAfter(figure.filed);
    }),
  ),
  text("wikimedia", "views of next year", (files) => {
    for (const [path, body] of files.get("wikimedia") ?? [])
      set(files, "wikimedia", path, body.replace(/"2026(\d{6})"/g, '"2027$1"'));
  }),
  of("github-stars", "one repository without stars", ({ stars }) => {
    stars.scribe = 0;
  }),
  of("github-stars", "counts with a fraction", ({ stars }) => {
    for (const slug of Object.keys(stars)) stars[slug] = (stars[slug] ?? 0) + 0.5;
  }),
  of("vast-ai", "answers about another chip", ({ rentals }) => {
    for (const { offers } of Object.values(rentals))
      for (const offer of offers) offer.gpu_name = "RTX 3060";
  }),
  of("vast-ai", "rents of eight chips for one", ({ rentals }) => {
    for (const { offers } of Object.values(rentals))
      for (const offer of offers)
        Object.assign(offer, { num_gpus: 1, dph_total: 8 * offer.dph_total });
  }),
  of("vast-ai", "one rent of almost nothing", ({ rentals }) => {
    const [first] = rentals.h100?.offers ?? [];
    if (first) first.dph_total = 0.02;
  }),
  of("vast-ai", "rents below 0", ({ rentals }) => {
    for (const { offers } of Object.values(rentals))
      for (const offer of offers) offer.dph_total *= -1;
  }),
  of("sec-edgar", "figures in another currency", (market) =>
    filings(market, (figure) => {
      figure.val *= 0.92;
    }),
  ),
  of("sec-edgar", "one company's figures of a quarter for a year", ({ companies }) => {
    for (const { units } of Object.values(companies.nvidia?.facts["us-gaap"] ?? {}))
      for (const row of units.USD) row.val = Math.round(row.val / 4);
  }),
  of("sec-edgar", "one company's newest figure × 8", ({ companies }) => {
    const figure = companies.intel?.facts["us-gaap"].Revenues.units.USD.at(-1);
    if (figure) figure.val *= 8;
  }),
  of("sec-edgar", "figures below 0", (market) =>
    filings(market, (figure) => {
      figure.val *= -1;
    }),
  ),
  of("sec-edgar", "years shifted by one", ({ companies }) => {
    for (const { facts } of Object.values(companies))
      for (const { units } of Object.values(facts["us-gaap"]))
        shift(
          units.USD,
          ({ val }) => val,
          (row, val) => {
            row.val = val;
          },
        );
  }),
];
