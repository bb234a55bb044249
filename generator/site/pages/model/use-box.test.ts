import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { renderHowToCallModel } from "./use-box.ts";

test.each([
  ["@ai-sdk/openai", "/v1/chat/completions", "from openai import OpenAI", "createOpenAI"],
  ["@ai-sdk/anthropic", "/v1/messages", "from anthropic import Anthropic", "createAnthropic"],
  ["@ai-sdk/google", "/v1/models/m-1:generateContent", "genai.Client", "createGoogleGenerativeAI"],
  ["@ai-sdk/groq", "/v1/chat/completions", "from openai import OpenAI", "createGroq"],
  ["@ai-sdk/mistral", "/v1/chat/completions", "from openai import OpenAI", "createMistral"],
  ["@ai-sdk/xai", "/v1/chat/completions", "from openai import OpenAI", "createXai"],
])("a host of %s is called in curl, Python and TypeScript", (npm, curl, python, typescript) => {
  const shown = render(npm, "text");
  expect(shown).toContain("Show code: curl, Python, TypeScript");
  for (const part of [`https://h.example${curl}`, python, typescript])
    expect(shown).toContain(part);
});

test.each(["embedding", "rerank", "audio"])(
  "a model of the type %s has no code example for chats",
  (type) => {
    const shown = render("@ai-sdk/openai", type);
    expect(shown).toContain("https://h.example/v1");
    expect(shown).not.toContain("Show code");
  },
);

function render(npm: string, model_type: string): string {
  const host = { slug: "h", name: "H", npm, env: ["H_KEY"], api_url: "https://h.example/v1" };
  const offer = { provider_slug: "h", as_of: "2026-01-01", last_confirmed: "2026-01-02" };
  const detail = {
    model_type,
    input_modalities: ["text"],
    output_modalities: ["text"],
    providers: [offer],
    cheapest_provider: { provider: "H", provider_slug: "h", model_id: "m-1", output: 1 },
  };
  const catalog = { provider: () => ({ ...host, documentation_url: null }) };
  return String(
    renderHowToCallModel(detail as unknown as ModelDetail, catalog as unknown as Catalog),
  );
}
