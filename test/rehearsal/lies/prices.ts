/** Prices of models.dev: all, those of a host, or one, in another unit, by a factor, swapped. */
import { costs, entries, entry, type Lie, one, swap, times } from "../lie.ts";

export const PRICES: readonly Lie[] = [
  {
    ...{ name: "models.dev: one family × 10 at one host", source: "models-dev" },
    tell: (market) => {
      for (const one of entries(market, "bazaar"))
        if (one.id.startsWith("lepton")) times(one.cost, 10);
    },
  },
  {
    ...{ name: "models.dev: one model × 10 at every host", source: "models-dev" },
    tell: (market) => {
      for (const one of entries(market)) if (one.id.endsWith("quark-3")) times(one.cost, 10);
    },
  },
  costs("all prices × 10", (cost) => times(cost, 10)),
  costs("all prices ÷ 10", (cost) => times(cost, 0.1)),
  costs("all prices × 1.19", (cost) => times(cost, 1.19)),
  costs("all prices × 1.5", (cost) => times(cost, 1.5)),
  costs("all prices 0", (cost) => times(cost, 0)),
  costs("all prices per token", (cost) => times(cost, 1e-6)),
  costs("all prices per thousand tokens", (cost) => times(cost, 1e-3)),
  costs("all prices in cents", (cost) => times(cost, 100)),
  costs("input and output swapped everywhere", swap),
  costs("output as high as input everywhere", (cost) => {
    cost.output = cost.input;
  }),
  costs("one host × 1.19", (cost) => times(cost, 1.19), "alps"),
  costs("one host × 2", (cost) => times(cost, 2), "cirrus"),
  costs("one host in yuan", (cost) => times(cost, 7.12), "deepinfra"),
  costs("one host per thousand tokens", (cost) => times(cost, 1e-3), "alps"),
  costs("one host free", (cost) => times(cost, 0), "bazaar"),
  costs("a lab's own host swapped", swap, "delta"),
  {
    ...{ name: "models.dev: three models of a host in yuan", source: "models-dev" },
    tell: (market) => {
      for (const id of ["quark-2", "quark-8", "lepton-4"])
        times(entry(market, "deepinfra", id).cost, 7.05);
    },
  },
  one("one price × 1,000", ({ cost }) => times(cost, 1000)),
  one("one price ÷ 1,000,000", ({ cost }) => times(cost, 1e-6)),
  one("one price × 10", ({ cost }) => times(cost, 10)),
  one("one price ÷ 20", ({ cost }) => times(cost, 0.05)),
  one("one price 0", ({ cost }) => times(cost, 0)),
  one("one price swapped", ({ cost }) => swap(cost)),
  one("one price × 3 at its lab", ({ cost }) => times(cost, 3), "acme"),
  one("one price − 60 %", ({ cost }) => times(cost, 0.4)),
  one("one output price lost", ({ cost }) => delete (cost as Partial<typeof cost>).output),
  one("one price a text", ({ cost }) => Object.assign(cost, { input: "free" })),
  one("one price negative", ({ cost }) => Object.assign(cost, { input: -1 })),
  one("one price null", ({ cost }) => Object.assign(cost, { input: null, output: null })),
];
