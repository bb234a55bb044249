/** How to call a model at its cheapest confirmed host: base URL, model id and code, from the facts about the host. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { toProviderEntry } from "../../../endpoints/providers/providers.ts";
import { type Html, type HtmlContent, html, renderTextToCopy } from "../../components/html.ts";
import { renderDate } from "../../components/parts.ts";

interface Call {
  model: string;
  base: string | null;
  /** Environment variable for the API key; null if none is recorded. */
  key: string | null;
  npm: string | null;
  format: string | null;
}

const LANGUAGES = [
  { language: "curl", label: "curl", toCode: toCurl },
  { language: "python", label: "Python", toCode: toPython },
  { language: "typescript", label: "TypeScript", toCode: toTypeScript },
];

/** Instructions and code to call the model. Null if it has no confirmed host. */
export function renderHowToCallModel(detail: ModelDetail, catalog: Catalog): HtmlContent {
  const { cheapest_provider: cheapest } = detail;
  const host = cheapest && catalog.provider(cheapest.provider_slug);
  const offer = detail.providers.find(
    ({ provider_slug }) => provider_slug === cheapest?.provider_slug,
  );
  if (!cheapest || !host || !offer) return null;
  const { base_url, api_format, npm = null, env } = { ...toProviderEntry(host), ...host };
  const key = env?.find((name) => /KEY|TOKEN/.test(name)) ?? null;
  const call = { model: cheapest.model_id, base: base_url, key, npm, format: api_format };
  return html`<section id="use" aria-labelledby="use-title">
<h2 id="use-title">Use it at ${cheapest.provider}</h2>
<dl class="call">${base_url !== null && html`<dt>Base URL</dt><dd class="id">${renderTextToCopy(base_url)}</dd>`}<dt>Model id</dt><dd class="id">${renderTextToCopy(cheapest.model_id)}</dd></dl>
${isChatModel(detail) && renderCode(call)}<p class="note">This price was recorded on ${renderDate(offer.as_of)}${offer.last_confirmed !== null && html` and last confirmed on ${renderDate(offer.last_confirmed)}`}.</p>
</section>
`;
}

/** Model types that are not called at a chat endpoint, whatever their modalities. */
const NO_CHAT: readonly string[] = ["embedding", "rerank", "audio"];

const isChatModel = (model: ModelDetail) =>
  !NO_CHAT.includes(model.model_type) &&
  model.input_modalities.includes("text") &&
  model.output_modalities.includes("text") &&
  model.cheapest_provider?.output !== null;

function renderCode(call: Call): HtmlContent {
  const known = LANGUAGES.map(({ toCode, ...of }) => ({ ...of, code: toCode(call) })).filter(
    ({ code }) => code !== null,
  );
  if (known.length === 0) return null;
  return html`<details class="code"><summary>Show code: ${known.map(({ label }) => label).join(", ")}</summary>
<fieldset class="tabs"><legend class="sr-only">Language</legend>${known.map(({ language, label }, at) => html`<label><input type="radio" name="language" value="${language}"${at === 0 && html` checked`}>${label}</label>`)}</fieldset>
${known.map(({ language, label, code }): Html => html`<pre class="${language}" tabindex="0" role="region" aria-label="${label}">${renderTextToCopy(code)}</pre>\n`)}</details>
`;
}

function toCurl({ model, base, key, format }: Call): string | null {
  if (base === null || key === null) return null;
  const request = (path: string, headers: readonly string[], body: readonly string[]) =>
    [
      `curl ${base}${path}`,
      ...[...headers, "Content-Type: application/json"].map((header) => `-H "${header}"`),
      `-d '{\n    ${body.join(",\n    ")}\n  }'`,
    ].join(" \\\n  ");
  const name = `"model": "${model}"`;
  const messages = '"messages": [\n      {"role": "user", "content": "Hello"}\n    ]';
  if (format === "openai")
    return request("/chat/completions", [`Authorization: Bearer $${key}`], [name, messages]);
  if (format === "anthropic") {
    const headers = [`x-api-key: $${key}`, "anthropic-version: 2023-06-01"];
    return request("/messages", headers, [name, '"max_tokens": 1024', messages]);
  }
  if (format !== "google") return null;
  const contents = '"contents": [{"parts": [{"text": "Hello"}]}]';
  return request(`/models/${model}:generateContent`, [`x-goog-api-key: $${key}`], [contents]);
}

function toPython({ model, base, key, npm, format }: Call): string | null {
  if (base === null || key === null) return null;
  const client = (name: string) =>
    `client = ${name}(\n    base_url="${base.replace(name === "Anthropic" ? /\/v1\/?$/ : /\/$/, "")}",\n    api_key=os.environ["${key}"],\n)`;
  const messages = `messages=[{"role": "user", "content": "Hello"}],`;
  if (format === "openai")
    return `import os
from openai import OpenAI

${client("OpenAI")}
answer = client.chat.completions.create(
    model="${model}",
    ${messages}
)
print(answer.choices[0].message.content)`;
  if (format === "anthropic")
    return `import os
from anthropic import Anthropic

${client("Anthropic")}
answer = client.messages.create(
    model="${model}",
    max_tokens=1024,
    ${messages}
)
print(answer.content[0].text)`;
  // The lab's own client library knows the URL.
  if (npm === "@ai-sdk/google")
    return `import os
from google import genai

client = genai.Client(api_key=os.environ["${key}"])
answer = client.models.generate_content(model="${model}", contents="Hello")
print(answer.text)`;
  return null;
}

/** Name of an `@ai-sdk/…` package that needs no setting but a key → the function that creates its client. */
const CREATORS: Partial<Record<string, string>> = {
  anthropic: "createAnthropic",
  cerebras: "createCerebras",
  cohere: "createCohere",
  deepinfra: "createDeepInfra",
  google: "createGoogleGenerativeAI",
  groq: "createGroq",
  mistral: "createMistral",
  openai: "createOpenAI",
  perplexity: "createPerplexity",
  togetherai: "createTogetherAI",
  xai: "createXai",
};

function toTypeScript({ model, base, key, npm }: Call): string | null {
  if (npm === null || key === null) return null;
  const use = (name: string, rest: string) => `import { generateText } from "ai";
${rest}
const { text } = await generateText({
  model: ${name}("${model}"),
  prompt: "Hello",
});
console.log(text);`;
  const settings = `\n  baseURL: "${base}",\n  apiKey: process.env.${key},\n});\n`;
  if (npm === "@ai-sdk/openai-compatible")
    return base === null
      ? null
      : use(
          "host",
          `import { createOpenAICompatible } from "${npm}";

const host = createOpenAICompatible({
  name: "host",${settings}`,
        );
  const name = npm.replace("@ai-sdk/", "");
  const create = CREATORS[name];
  if (create === undefined) return null;
  if (base === null) return use(name, `import { ${name} } from "${npm}"; // reads ${key}\n`);
  const method = name === "openai" ? "host.chat" : "host";
  return use(method, `import { ${create} } from "${npm}";\n\nconst host = ${create}({${settings}`);
}
