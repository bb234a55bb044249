/** What a usage costs at every host. A log that is pasted or dropped is read here and goes nowhere. */
import { PRICES_TABLE_PATH } from "../components/addresses.ts";
import { formatThousands, formatUsdOrFree, type HtmlContent, html } from "../components/html.ts";
import {
  BILLING_LABELS,
  HOST_KIND_LABELS,
  serviceTierLabel,
  TRUST_LABELS,
} from "../components/offers.ts";
import {
  formatCount,
  joinHtmlContents,
  modelLink,
  providerLink,
  renderSmallRemark,
} from "../components/parts.ts";
import {
  type HtmlTableColumn,
  numberColumn,
  renderTable,
  textColumn,
} from "../components/table.ts";
import {
  type CalculatorPrice,
  type CalculatorPriceTables,
  monthlyTokenUsage,
  type OfferRankedByCost,
  parseCalculatorQuery,
  rankOffersByCost,
  type TokenUsage,
  toCalculatorPrices,
  toCalculatorQuery,
  totalTokens,
} from "../pages/calculator/ranking.ts";
import {
  MAX_USAGE_LOG_CHARACTERS,
  type ParsedUsageLog,
  parseUsageLog,
} from "../pages/calculator/usage-log.ts";
import { errorMessage, fetchJson, getRequiredElement, htmlToDom, replaceUrlQuery } from "./dom.ts";
import { ShowMoreTable } from "./long-table.ts";

const form = getRequiredElement("#question", HTMLFormElement);
const status = getRequiredElement("#count", HTMLElement);

let records: CalculatorPrice[] = [];
let question = parseCalculatorQuery(new URLSearchParams(location.search));
let log: ParsedUsageLog | null = null;
/** Replaces the example once the form changes. */
let ranking: ShowMoreTable<OfferRankedByCost> | undefined;

async function start(): Promise<void> {
  try {
    records = toCalculatorPrices(await fetchJson<CalculatorPriceTables>(PRICES_TABLE_PATH));
  } catch (error) {
    status.textContent = `The prices could not be loaded: ${errorMessage(error)}. The example below is part of the page.`;
    return;
  }
  showForm();
  if (toCalculatorQuery(question).size > 0) update();
  listen();
}

function update(): void {
  const usage = log === null ? monthlyTokenUsage(question) : log.usage;
  if (usage === null) show([], "More tokens are cached than there are input tokens.");
  else if (totalTokens(usage) === 0) show([], "There are no tokens to price.");
  else showRanking(usage);
}

function showRanking(usage: TokenUsage): void {
  const { offers, unpriced } = rankOffersByCost(records, usage, question);
  const period = log === null ? "per month" : "in the log";
  const found =
    offers.length === 0
      ? "No offer passes all of these filters. Clear one of them."
      : `${formatThousands(offers.length)} offers for ${inWords(usage)} ${period}, the cheapest first.`;
  const left = ` ${formatThousands(unpriced)} more have no output price and are left out.`;
  show(offers, `${found}${unpriced > 0 ? left : ""}`);
}

function inWords({ input, cache_read, cache_write, output }: TokenUsage): string {
  const count = (tokens: number): string => formatThousands(Math.round(tokens));
  const cached = cache_read > 0 ? `, ${count(cache_read)} cached` : "";
  const written = cache_write > 0 ? `, ${count(cache_write)} written to the cache` : "";
  return `${count(input)} input tokens${cached}${written} and ${count(output)} output tokens`;
}

function show(offers: readonly OfferRankedByCost[], sentence: string): void {
  status.textContent = sentence;
  if (!ranking) {
    const caption = "Cost in USD, prices in USD per 1M tokens";
    const empty = renderTable({ caption, columns: COLUMNS, rows: [] });
    getRequiredElement("#ranking", HTMLElement).replaceChildren(htmlToDom(empty));
    ranking = new ShowMoreTable<OfferRankedByCost>("#ranking");
  }
  ranking.show(offers, COLUMNS);
}

const COLUMNS: readonly HtmlTableColumn<OfferRankedByCost>[] = [
  textColumn(
    "Model",
    ({ record: { model } }) =>
      html`${modelLink(model.slug, model.name)}<small>${model.lab}</small>`,
  ),
  textColumn(
    "Host",
    (offer) =>
      html`${providerLink(offer.record.host.slug, offer.record.host.name)}${renderSmallRemark(joinHtmlContents(remarks(offer)))}`,
  ),
  numberColumn("Cost", ({ cost }) => html`<strong>${formatUsdOrFree(cost.usd)}</strong>`),
  numberColumn("Input", ({ record }) => formatUsdOrFree(record.input)),
  numberColumn("Cached", ({ record: { cache_read } }) =>
    cache_read === null ? null : formatUsdOrFree(cache_read),
  ),
  numberColumn("Output", ({ record: { output } }) =>
    output === null ? null : formatUsdOrFree(output),
  ),
];

const remarks = ({ record, cost }: OfferRankedByCost): HtmlContent[] =>
  [
    record.host.kind && HOST_KIND_LABELS[record.host.kind],
    record.trust !== "verified" && TRUST_LABELS[record.trust],
    record.billing !== "tokens" && BILLING_LABELS[record.billing],
    serviceTierLabel(record.service_tier),
    cost.atInputPrice.includes("cache_read") && "cached tokens at the input price",
    cost.atInputPrice.includes("cache_write") && "cache writes at the input price",
  ].filter(Boolean);

/** The fields have the names of the address; an unticked box is 0. */
const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select");

function readForm(): void {
  const query = new URLSearchParams();
  for (const field of fields) {
    const isTicked = field instanceof HTMLInputElement && field.checked;
    const empty = field.type === "number" ? "0" : "";
    const value = field.type === "checkbox" ? String(Number(isTicked)) : field.value;
    query.set(field.name, value || empty);
  }
  question = parseCalculatorQuery(query);
  update();
  replaceUrlQuery(String(toCalculatorQuery(question)));
}

function showForm(): void {
  for (const [name, value] of toCalculatorQuery(question)) {
    const field = [...fields].find((one) => one.name === name);
    if (field instanceof HTMLInputElement) {
      field.checked = value === "1";
      if (field.type !== "checkbox") field.value = value;
    } else if (field) {
      field.value = value;
      // A value of the address may be none of the choices.
      if (field.value !== value) field.add(new Option(value, value, true, true));
    }
  }
}

function listen(): void {
  form.addEventListener("input", readForm);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => window.setTimeout(readForm));
  const text = getRequiredElement("#log-text", HTMLTextAreaElement);
  const file = getRequiredElement("#log-file", HTMLInputElement);
  const isOver = (over: boolean) => text.classList.toggle("over", over);
  text.addEventListener("input", () => takeLog(text.value));
  file.addEventListener("change", () => void openFile(file.files?.[0], text));
  text.addEventListener("dragover", (event) => {
    event.preventDefault();
    isOver(true);
  });
  text.addEventListener("dragleave", () => isOver(false));
  text.addEventListener("drop", (event) => {
    isOver(false);
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void openFile(dropped, text);
  });
  getRequiredElement("#forget", HTMLButtonElement).addEventListener("click", () => {
    text.value = "";
    file.value = "";
    takeLog("");
  });
}

async function openFile(file: File | undefined, text: HTMLTextAreaElement): Promise<void> {
  if (!file) return;
  text.value = "";
  const most = 2 * MAX_USAGE_LOG_CHARACTERS;
  const tooLarge = `${file.name} is larger than ${formatThousands(most)} bytes. Choose a part of it, or its daily totals.`;
  if (file.size === 0) useLog(null, "The file is empty.");
  else if (file.size > most) useLog(null, tooLarge);
  else takeLog(await file.text());
}

function takeLog(text: string): void {
  const reading = parseUsageLog(text);
  const unread = html`<ul>${reading.unread.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  const read = html`<p>${logInWords(reading)}</p>${unread}<p class="note">The log’s own model is ignored: the same tokens are priced everywhere. Not included: tools, images and audio, batch discounts, prices above a prompt size, minimum charges.</p>`;
  if (reading.entries > 0) useLog(reading, read);
  else useLog(null, text.trim() !== "" && unread);
}

function logInWords({ entries, requests, usage, spend }: ParsedUsageLog): string {
  const read = `Read ${formatCount(entries, "entry", "entries")}`;
  const of = requests === null ? "" : ` with ${formatThousands(requests)} requests`;
  const cached = `${formatThousands(usage.cache_read)} read from a cache, ${formatThousands(usage.cache_write)} written to it`;
  const cost = spend === null ? "" : ` Its stated cost is ${formatUsdOrFree(spend)}.`;
  return `${read}${of}: ${formatThousands(usage.input)} input tokens, ${cached}, ${formatThousands(usage.output)} output tokens.${cost}`;
}

/** @param message What was read, for the reader. */
function useLog(reading: ParsedUsageLog | null, message: HtmlContent): void {
  getRequiredElement("#reading", HTMLElement).replaceChildren(htmlToDom(message));
  getRequiredElement("#numbers", HTMLFieldSetElement, form).disabled = reading !== null;
  log = reading;
  update();
}

void start();
