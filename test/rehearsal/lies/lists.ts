/** Lists of hosts and ids: cut off, exchanged, under other names, in another form. */
import type { Market } from "../../builders/market.ts";
import { entry, type Lie, replace, set } from "../lie.ts";

/** Ids of a host under new names; `keep` leaves the old ones beside them. */
const rename = (name: string, toId: (id: string) => string, keep: boolean): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: ({ api }) => {
    const host = api.bazaar;
    if (host === undefined) return;
    const renamed = Object.values(host.models).map((one) => ({ ...one, id: toId(one.id) }));
    const fresh = Object.fromEntries(renamed.map((one) => [one.id, one]));
    host.models = keep ? { ...host.models, ...fresh } : fresh;
  },
});

/** One more row of models.dev that is no row. */
const oddRow = (
  name: string,
  id: string,
  change: (entry: Record<string, unknown>) => void,
): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: ({ api }) => {
    const models = api.alps?.models as Record<string, unknown> | undefined;
    const row: Record<string, unknown> = { ...entry({ api } as Market, "alps", "quark-7"), id };
    change(row);
    if (models !== undefined) models[id] = row;
  },
});

export const LISTS: readonly Lie[] = [
  {
    ...{ name: "models.dev: three quarters of the list", source: "models-dev" },
    tell: ({ api }) => {
      for (const host of ["bazaar", "cirrus"]) delete api[host];
    },
  },
  {
    ...{ name: "models.dev: one host missing", source: "models-dev" },
    tell: ({ api }) => {
      delete api.alps;
    },
  },
  {
    ...{ name: "models.dev: half of one host's list", source: "models-dev" },
    tell: ({ api }) => {
      const models = api.bazaar?.models ?? {};
      for (const id of Object.keys(models).slice(11)) delete models[id];
    },
  },
  {
    ...{ name: "models.dev: one host's list under another's name", source: "models-dev" },
    tell: ({ api }) => {
      if (api.alps && api.bazaar) api.alps.models = structuredClone(api.bazaar.models);
    },
  },
  {
    ...{ name: "models.dev: a router's list under a host's name", source: "models-dev" },
    tell: ({ api }) => {
      if (api.alps && api.openrouter) api.alps.models = structuredClone(api.openrouter.models);
    },
  },
  {
    ...{ name: "models.dev: the lists of two hosts exchanged", source: "models-dev" },
    tell: ({ api }) => {
      const [alps, bazaar] = [api.alps, api.bazaar];
      if (alps && bazaar) [alps.models, bazaar.models] = [bazaar.models, alps.models];
    },
  },
  rename("second spellings in place of the ids", (id) => `${id}-latest`, false),
  rename("second spellings beside the ids", (id) => `${id}:latest`, true),
  rename("dated spellings beside the ids", (id) => `${id}-2026-05-01`, true),
  rename("ids in capitals", (id) => id.toUpperCase(), false),
  rename("ids with a path", (id) => `models/${id}`, false),
  {
    ...{ name: "models.dev: a plan's list added to a host's", source: "models-dev" },
    tell: ({ api }) => {
      const host = api.bazaar;
      if (host === undefined) return;
      for (let number = 30; number < 60; number++) {
        const id = `zeta-${number}`;
        host.models[id] = { ...structuredClone(entry({ api } as Market, "perch", "quark-1")), id };
      }
    },
  },
  {
    ...{ name: "models.dev: no list", source: "models-dev" },
    tell: (market) => {
      market.api = {};
    },
  },
  {
    ...{ name: "models.dev: lists under another key", source: "models-dev" },
    distort: (files) => replace(files, "models-dev", "api.json", /"models"/g, '"entries"'),
  },
  {
    ...{ name: "models.dev: a page for people", source: "models-dev" },
    distort: (files) => set(files, "models-dev", "api.json", "<!doctype html><html></html>"),
  },
  {
    ...{ name: "models.dev: cut off in the middle", source: "models-dev" },
    distort: (files) => {
      const text = files.get("models-dev")?.get("api.json") ?? "";
      set(files, "models-dev", "api.json", text.slice(0, text.length / 2));
    },
  },
  {
    ...{ name: "models.dev: one host without models", source: "models-dev" },
    tell: ({ api }) => {
      Object.assign(api.alps ?? {}, { models: null });
    },
  },
  {
    ...{ name: "models.dev: one host is a text", source: "models-dev" },
    tell: ({ api }) => {
      Object.assign(api, { alps: "moved" });
    },
  },
  oddRow("an id of 300 characters", "q".repeat(300), () => {}),
  oddRow("an id with a newline", "quark\n7", () => {}),
  oddRow("an id without a letter of ours", "夸克七", () => {}),
  oddRow("an id with half a character", "quark-\ud800", () => {}),
  oddRow("an id that is a number", "41", (row) => {
    row.id = 41;
  }),
  oddRow("a name with a line break in half a character", "quark-99", (row) => {
    row.name = "Quark\n\udc00 99";
    row.cost = { input: "?", output: [] };
  }),
  {
    ...{ name: "genai-prices: half of the list", source: "genai-prices" },
    tell: ({ genai }) => void genai.pop(),
  },
  {
    ...{ name: "litellm: every id retired last year", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm))
        Object.assign(row, { deprecation_date: "2025-05-01" });
    },
  },
  {
    ...{ name: "openrouter: half of the list", source: "openrouter" },
    tell: ({ router }) => void router.splice(12),
  },
];
