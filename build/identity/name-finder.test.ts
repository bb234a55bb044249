import { expect, test } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import { createModelByNameFinder } from "./name-finder.ts";
import { createRowFinderByName } from "./terms.ts";

const SLUGS = `acme-1 acme-2 zed-4o-mini o4-mini zed-1-5-flash zed-velvet zed-velvet-2 zed-3-5-velvet lama-3-3-70b-it
  lama-3-3-70b-euryale command-r command-r-plus opt-1-3b opt-13b opt-13b-chat`;
const ALIASES = new Map([
  ["acme-chat", "acme-2"],
  ["acme-chat-7", "acme-2"],
  ["acme-chat7", "acme-1"],
]);
const PAST_IDS: Record<string, string[]> = {
  "acme-1": ["bazaar/Old/acme-One", "bazaar/acme-twin", "acme/zed-velvet"],
  "acme-2": ["cumulus/acme-twin"],
  "zed-velvet": ["bazaar/command-r", "bazaar/acme/command-r-plus"],
};
const MODELS = SLUGS.split(/\s+/).map((slug) => ({
  slug,
  name: slug,
  lab: slug === "lama-3-3-70b-euryale" ? "cumulus" : "acme",
  aliases: [...ALIASES].flatMap(([alias, model]) => (model === slug ? alias : [])),
  past_ids: PAST_IDS[slug] ?? null,
  status: "active",
  release_date: null,
  retirement_date: slug === "zed-1-5-flash" ? "2026-01-01" : null,
  offers: 2,
  is_sold_by_lab: false,
}));
const find = (slug: string) => MODELS.find((one) => one.slug === slug);
const offer = (host: string, model: string, model_id: string) => ({
  host,
  model,
  model_id,
  variants: [],
});

/** What a name resolves to when hosts sell `acme-chat` as the old model while the new model has it as an alias. */
const meaningOf = (name: string, offers: ReturnType<typeof offer>[] = []) =>
  createModelByNameFinder({
    models: MODELS,
    offers,
    other_names: [],
    aliases: ALIASES,
    providers: ["acme", "bazaar", "cumulus"].map((slug) => ({ slug, name: slug })),
    model: find,
    getModel: (slug) => getDefined(find(slug), slug),
    provider: () => undefined,
    offersOf: (slug) => offers.filter(({ model }) => model === slug),
  }).slugsMeantBy(name);

test("a name means the row that has it, before a slug that is spelled alike", () => {
  const rows = [
    { slug: "llmgateway", name: "DevPass" },
    { slug: "llmgateway-providers", name: "LLM Gateway" },
  ];
  const { find } = createRowFinderByName(() => ({ rows, otherNames: [] }));
  expect(["LLM Gateway", "llm-gateway"].map((name) => find(name)?.slug)).toEqual([
    "llmgateway-providers",
    "llmgateway",
  ]);
});

const ELSEWHERE = [offer("bazaar", "acme-1", "acme-chat"), offer("cumulus", "acme-1", "acme-chat")];

test("an alias means the model that lists it, even if other hosts than the lab's own sell another under it", () => {
  expect(meaningOf("acme-chat", ELSEWHERE)).toEqual(["acme-2"]);
  expect(meaningOf("acme/acme-chat", ELSEWHERE)).toEqual(["acme-2"]);
  // An alias of the other model differs only in a dash.
  expect(meaningOf("acme/acme-chat-7")).toEqual(["acme-2"]);
  expect(meaningOf("bazaar/acme-chat", ELSEWHERE)).toEqual(["acme-1"]);
  const atLab = offer("acme", "acme-1", "acme-chat");
  expect(meaningOf("acme-chat", [...ELSEWHERE, atLab])).toEqual(["acme-1"]);
});

test("an id that another host sells may follow a reseller that does not sell it", () => {
  const atCumulus = [offer("cumulus", "acme-1", "someone/acme-x")];
  expect(meaningOf("bazaar/someone/acme-x", atCumulus)).toEqual(["acme-1"]);
  expect(meaningOf("nobody/someone/acme-x", atCumulus)).toEqual([]);
});

test("a lab that also sells a model of another lab is no reseller", () => {
  const atCumulus = [
    offer("cumulus", "lama-3-3-70b-euryale", "e"),
    offer("cumulus", "acme-1", "acme"),
  ];
  expect(meaningOf("cumulus/acme-1", atCumulus)).toEqual(["acme-1"]);
  expect(meaningOf("cumulus/zed-velvet", atCumulus)).toEqual([]);
});

test("a slug in capitals means its model, even if the lab now serves another under it", () => {
  const elsewhere = [offer("bazaar", "acme-1", "acme/acme-1"), offer("a", "acme-1", "acme/acme-1")];
  const follower = offer("b", "acme-2", "acme/acme-1");
  const moved = [offer("acme", "acme-2", "acme-1"), ...elsewhere, follower];
  expect(meaningOf("ACME-1", moved)).toEqual(["acme-1"]);
  expect(meaningOf("acme/ACME-1", moved)).toEqual(["acme-1"]);
  expect(meaningOf("acme/acme-1", moved.slice(0, 1))).toEqual(["acme-2"]);
});

test.each([
  // The words of a name may be swapped, but not the letters and digits within a word.
  ["mini zed 4o", ["zed-4o-mini"]],
  ["mini o4", ["o4-mini"]],
  ["Zed Flash 1.5", ["zed-1-5-flash"]],
  ["4o mini", []],
  // A word may replace the family only before a version: alone it is any word.
  ["velvet 2", ["zed-velvet-2"]],
  ["velvet", []],
  ["velvet-3.5", ["zed-3-5-velvet"]],
  // How a model is run.
  ["Zed Velvet 2 (high)", ["zed-velvet-2"]],
  ["Zed Velvet 2 (mini)", []],
  ["zed-2-velvet-high", ["zed-velvet-2"]],
  ["zed-velvet-mini", []],
  ["acme/opt-13b-FP8", ["opt-13b"]],
  ["lama 3.3 70b", ["lama-3-3-70b-it"]],
  ["acme-ai/Lama-3.3-70B-it", ["lama-3-3-70b-it"]],
  ["command r+", ["command-r-plus"]],
  ["command r", ["command-r"]],
  ["opt 13b", ["opt-13b"]],
  ["opt 1.3b", ["opt-1-3b"]],
  ["opt 13b\0", []],
  // Folders of LiteLLM, and a reseller that does not sell the model now.
  ["bazaar/eu/opt-13b", ["opt-13b"]],
  ["bazaar/us-east-1/acme/opt-13b", ["opt-13b"]],
  ["bazaar_chat/opt-13b", ["opt-13b"]],
  ["nobody/opt-13b", []],
  ["bazaar opt-13b", []],
  // An alias is the slug of an id.
  ["acme.chat_7", ["acme-2"]],
  // Tags of Ollama.
  ["ollama/opt:13b", ["opt-13b-chat"]],
  ["OPT:13b", ["opt-13b-chat"]],
  ["opt:1.3b", ["opt-1-3b"]],
  // Ids that a host has withdrawn. Those of two models mean neither.
  ["old/ACME-one", ["acme-1"]],
  ["Bazaar/old/acme-one", ["acme-1"]],
  ["nobody/old/acme-one", []],
  ["acme-twin", ["acme-1", "acme-2"]],
  ["cumulus/acme-twin", ["acme-2"]],
  ["bazaar/command-r", ["zed-velvet"]],
  // A lab's name without a version is no withdrawn id.
  ["acme/zed-velvet", ["zed-velvet"]],
  ["acme/command-r-plus", ["command-r-plus"]],
  // Its lab has retired the only model of the family.
  ["zed-flash", []],
  // Addresses, and copies of weights.
  ["https://hub.example.co/acme/OPT-13b", ["opt-13b"]],
  ["ollama.com/library/opt:13b-chat-q4_K_M", ["opt-13b-chat"]],
  ["hf.co/nobody/opt-13b-GGUF:Q4_K_M", ["opt-13b"]],
  // Resource names of clouds.
  ["publishers/acme/models/acme-1", ["acme-1"]],
  ["arn:aws:bedrock:us-east-1::foundation-model/acme-1-v1:0", ["acme-1"]],
  ["arn:aws:bedrock:us-east-1:123:inference-profile/us.acme.acme-1-v1:0", ["acme-1"]],
])("%s means %j", (name, slugs) => {
  expect(meaningOf(name)).toEqual(slugs);
});
