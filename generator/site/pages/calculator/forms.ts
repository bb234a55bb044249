/** The forms of the calculator; they are hidden where scripts do not run. */
import { type Html, html } from "../../components/html.ts";
import { DEFAULTS } from "./question.ts";

const number = (name: "in" | "cached" | "out" | "requests", label: string): Html =>
  html`<label>${label}<input name="${name}" type="number" min="0" step="1" inputmode="numeric" value="${DEFAULTS[name]}"></label>
`;

const select = (
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Html =>
  html`<label>${label}<select name="${name}">${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>
`;

const box = (name: string, label: string, isChecked: boolean): Html =>
  html`<label><input type="checkbox" name="${name}"${isChecked && html` checked`}> ${label}</label>
`;

export const questionForm =
  (): Html => html`<form id="question" class="controls needs-script" aria-label="What to price">
<fieldset id="numbers"><legend>Tokens and requests</legend>
${number("in", "Input tokens a request")}${number("cached", "of these, from the cache")}${number("out", "Output tokens a request")}${number("requests", "Requests")}${select(
  "per",
  "in a",
  [
    ["month", "month"],
    ["day", "day, for 30 days"],
  ],
)}</fieldset>
<fieldset><legend>Offers</legend>
<label>Model or host<input name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"></label>
${select("kind", "Sold by", [
  ["", "anybody"],
  ["lab", "labs"],
  ["cloud", "clouds"],
  ["inference", "inference hosts"],
  ["router", "resellers"],
])}${select("context", "Context at least", [
  ["0", "any size"],
  ["32000", "32k tokens"],
  ["128000", "128k tokens"],
  ["200000", "200k tokens"],
  ["400000", "400k tokens"],
  ["1000000", "1M tokens"],
])}${select("score", "Service score at least", [
  ["0", "any or none"],
  ...["40", "50", "60", "70", "80", "90"].map((score) => [score, score] as const),
])}</fieldset>
<p class="boxes">${box("open", "Open weights only", DEFAULTS.choice.open)}${box("text", "Models that read and write text", DEFAULTS.choice.text)}${box("verified", "Verified prices only", DEFAULTS.choice.verified)}${box("tokens", "Paid by the token, standard tier only", DEFAULTS.choice.tokens)}${box("each", "Only the cheapest host of each model", DEFAULTS.choice.each)}<button type="reset">Start again</button></p>
</form>`;

/** In no form, so that no browser sends or keeps it. */
export const logBox =
  (): Html => html`<details id="log" class="needs-script"><summary>Price a usage log instead</summary>
<p>Paste it, drop a file on the box, or choose one. It is read on this page and sent nowhere. Understood are the usage that OpenAI and Anthropic return (one answer, a list, or a line each), spend logs of LiteLLM, and reports of ccusage, as JSON or CSV.</p>
<label for="log-text">Usage log</label>
<textarea id="log-text" rows="6" spellcheck="false" autocomplete="off" placeholder='{"usage": {"prompt_tokens": 1200, "completion_tokens": 300}}'></textarea>
<p><label>File <input id="log-file" type="file" accept=".json,.jsonl,.ndjson,.csv,.txt"></label> <button type="button" id="forget">Forget this log</button></p>
<div id="reading" role="status"></div>
</details>`;
