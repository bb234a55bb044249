import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { createPricedCatalog } from "../../../../test/builders/priced-catalog.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { findSimilarlyPricedModels, hasAllCapabilitiesOf } from "./alternatives.ts";
import { describeStablePrice } from "./prices.ts";
import { renderHowToCallModel } from "./use-box.ts";

const able = {
  model_type: "text",
  input_modalities: ["text", "image"],
  output_modalities: ["text"],
  supports: { tools: true },
  context_window: 200_000,
} as unknown as ModelRow;

test.each<[string, Partial<ModelRow>]>([
  ["is of another type", { model_type: "embedding" }],
  ["accepts less", { input_modalities: ["text"] }],
  ["returns something else", { output_modalities: ["image"] }],
  ["cannot call tools", { supports: { ...able.supports, tools: false } }],
  ["has a smaller context", { context_window: 199_999 }],
  ["has an unknown context", { context_window: null }],
])("a model that %s is no alternative", (_, lack) => {
  expect(hasAllCapabilitiesOf({ ...able, slug: "b" }, { ...able, slug: "a" })).toBe(true);
  expect(hasAllCapabilitiesOf({ ...able, slug: "b", ...lack }, { ...able, slug: "a" })).toBe(false);
});

test("a model is compared with the newest current model of each other lab at a similar price", () => {
  const models: (Partial<ModelRow> & { slug: string; input?: number; output?: number })[] = [
    { slug: "own" },
    { slug: "near", release_date: "2026-08-01", input: 4 },
    { slug: "older", lab: "near" },
    { slug: "newest", release_date: "2026-09-01" },
    { slug: "sister", lab: "own" },
    { slug: "deprecated", status: "deprecated" },
    { slug: "superseded", replacement: { slug: "newest", name: "Newest", source_url: "" } },
    { slug: "cheap", input: 0.3, output: 1.5 },
    { slug: "expensive", input: 30, output: 150 },
    { slug: "tested-elsewhere" },
  ];
  const current = { list_host: "shop", replacement: null, status: "active" as const };
  const priced = createPricedCatalog({
    models: models.map((one) => ({ lab: one.slug, ...current, ...one })),
    offers: models.map(({ slug, input, output }) => ({
      model: slug,
      model_id: slug,
      host: "shop",
      ...(input !== undefined && { input }),
      ...(output !== undefined && { output }),
    })),
  });
  const scoresOf = (slug: string) =>
    ["maths", slug === "tested-elsewhere" ? "chess" : "logic"].map((benchmark) => ({
      benchmark,
      is_default: true,
    }));
  const catalog: Catalog = Object.create(priced, {
    serviceScore: { value: () => undefined },
    scoresOf: { value: scoresOf },
  });
  const peers = findSimilarlyPricedModels(catalog.getModel("own"), catalog);
  expect(peers.map(({ slug }) => slug)).toEqual(["newest", "near"]);
});

const CHARGED = "charged $2.00 input / $6.00 output per 1M tokens";
const SAME = "; no price change is recorded";

test.each([
  ["added", `has ${CHARGED} since 14 Jan 2025${SAME}`],
  [
    "added unknown removed",
    `${CHARGED} from 14 Jan 2025 to 1 Jul 2026 and then removed the model${SAME}`,
  ],
  ["added removed", `${CHARGED} from 14 Jan 2025 to 31 May 2026 and then removed the model${SAME}`],
  [
    "added removed added",
    `has ${CHARGED} since 14 Jan 2025 (with a gap in which the model was not listed)${SAME}`,
  ],
  [
    "added changed",
    `has ${CHARGED} since 14 Jan 2025; only rates other than input and output have changed`,
  ],
  ["free changed", `has ${CHARGED} since 31 May 2026; before that, its price was recorded as 0`],
])("a price that never changed is described in one sentence: %s", (changes, sentence) => {
  const days = ["2025-01-14", "2026-05-31", "2026-07-01"];
  const rows = changes.split(" ").map((change, at) => {
    const price = change === "free" ? 0 : change === "added" || change === "changed" ? 2 : null;
    return { date: days[at], change, input: price, output: price && 6 };
  });
  const made = describeStablePrice(rows as unknown as PriceRow[], "Acme");
  expect(String(made).replace(/<[^>]*>/g, "")).toBe(`Acme ${sentence}.`);
});

test.each([
  ["openai", "/v1/chat/completions", "from openai import OpenAI", "createOpenAI"],
  ["anthropic", "/v1/messages", "from anthropic import Anthropic", "createAnthropic"],
  ["google", "/v1/models/m-1:generateContent", "genai.Client", "createGoogleGenerativeAI"],
  ["groq", "/v1/chat/completions", "from openai import OpenAI", "createGroq"],
])("@ai-sdk/%s is called in curl, Python and TypeScript", (npm, curl, python, typescript) => {
  const shown = renderUseBox(npm, "text");
  expect(shown).toContain("Show code: curl, Python, TypeScript");
  for (const part of [`https://h.example${curl}`, python, typescript])
    expect(shown).toContain(part);
});

test.each(["embedding", "rerank", "audio"])(
  "a model of the type %s has no code example for chats",
  (type) => {
    const shown = renderUseBox("openai", type);
    expect(shown).toContain("https://h.example/v1");
    expect(shown).not.toContain("Show code");
  },
);

function renderUseBox(npm: string, model_type: string): string {
  const host = { slug: "h", name: "H", env: ["H_KEY"], api_url: "https://h.example/v1" };
  const detail = {
    model_type,
    input_modalities: ["text"],
    output_modalities: ["text"],
    providers: [{ provider_slug: "h", as_of: "2026-01-01", last_confirmed: "2026-01-02" }],
    cheapest_provider: { provider: "H", provider_slug: "h", model_id: "m-1", output: 1 },
  } as unknown as ModelDetail;
  const of = { ...host, npm: `@ai-sdk/${npm}`, documentation_url: null };
  return String(renderHowToCallModel(detail, { provider: () => of } as unknown as Catalog));
}
