/** Rows of models.dev: shifted, exchanged, missing, doubled, some of them off by a little. */
import type { DevEntry } from "../../builders/market.ts";
import { entries, entry, type Lie, of, shift, times } from "../lie.ts";

const costOf = ({ cost }: DevEntry) => cost;
const setCost = (row: DevEntry, cost: DevEntry["cost"]) => {
  row.cost = cost;
};

/** A factor of its own for each row, far from any that tells a unit. */
const FACTORS = [1.13, 0.86, 1.31, 0.91, 1.07, 0.78, 1.22, 0.83];
const nth = (index: number): number => FACTORS[index % FACTORS.length] ?? 1;

export const ROWS: readonly Lie[] = [
  of("models-dev", "an id reused for another model", ({ api }) => {
    const models = api.bazaar?.models ?? {};
    const other = structuredClone(models["quark-9"]);
    if (other) models["quark-7"] = { ...other, id: "quark-7" };
  }),
  of("models-dev", "an id reused for another model at the old price", ({ api }) => {
    const models = api.bazaar?.models ?? {};
    const [old, other] = [models["quark-7"], structuredClone(models["quark-9"])];
    if (old && other) models["quark-7"] = { ...other, id: "quark-7", cost: old.cost };
  }),
  of("models-dev", "one host's prices shifted by a row", (market) =>
    shift(entries(market, "bazaar"), costOf, setCost),
  ),
  of("models-dev", "all prices shifted by a row", (market) =>
    shift(entries(market), costOf, setCost),
  ),
  of("models-dev", "the prices of two models exchanged at one host", (market) => {
    const [a, b] = [entry(market, "cirrus", "quark-7"), entry(market, "cirrus", "quark-9")];
    [a.cost, b.cost] = [b.cost, a.cost];
  }),
  of("models-dev", "every tenth price off by a little", (market) => {
    for (const [index, { cost }] of entries(market).entries())
      if (index % 10 === 4) times(cost, nth((index - 4) / 10));
  }),
  of("models-dev", "every price of one host off by a little", (market) => {
    for (const [index, { cost }] of entries(market, "deepinfra").entries()) times(cost, nth(index));
  }),
  of("models-dev", "every sixth id missing", ({ api }) => {
    let count = 0;
    for (const { models } of Object.values(api))
      for (const id of Object.keys(models)) if (count++ % 6 === 3) delete models[id];
  }),
  of("models-dev", "a third of one host's list missing", ({ api }) => {
    const models = api.cirrus?.models ?? {};
    for (const id of Object.keys(models).slice(16)) delete models[id];
  }),
  of("models-dev", "a host under a new name", ({ api }) => {
    const { alps } = api;
    if (alps) Object.assign(api, { "alps-cloud": { ...alps, id: "alps-cloud" } });
    delete api.alps;
  }),
  of("models-dev", "a known host's list under a new host's name too", ({ api }) => {
    if (api.alps) Object.assign(api, { zenith: { ...structuredClone(api.alps), id: "zenith" } });
  }),
  of("models-dev", "keys and ids of a host shifted by a row", ({ api }) => {
    shift(
      Object.values(api.bazaar?.models ?? {}),
      ({ id }) => id,
      (row, id) => {
        row.id = id;
      },
    );
  }),
  of("models-dev", "one id twice at a host, the second at another price", ({ api }) => {
    const models = api.bazaar?.models ?? {};
    const row = structuredClone(models["quark-7"]);
    if (row) models["quark-7-copy"] = { ...row, cost: { ...row.cost, input: 9, output: 36 } };
  }),
];
