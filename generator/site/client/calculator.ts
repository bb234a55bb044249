/** What a usage costs at every host. A log that is pasted or dropped is read here and goes nowhere. */
import { PRICES_TABLE } from "../components/addresses.ts";
import { type Content, html, thousands, usd } from "../components/html.ts";
import { BILLING_WORDS, KIND_WORDS, TRUST_WORDS, tierWords } from "../components/offers.ts";
import { commaList, counted, mark, modelLink, providerLink } from "../components/parts.ts";
import { type Column, column, figure, table } from "../components/table.ts";
import {
  monthlyUsage,
  type PriceRecord,
  type PriceTables,
  type RankedOffer,
  rank,
  readQuestion,
  toPriceRecords,
  totalTokens,
  type Usage,
  writeQuestion,
} from "../pages/calculator/ranking.ts";
import { type LogReading, MAX_LOG_CHARACTERS, readLog } from "../pages/calculator/usage-log.ts";
import { getElement, loadJson, messageOf, showAddress, toNodes } from "./dom.ts";
import { LongTable } from "./long-table.ts";

const form = getElement("#question", HTMLFormElement);
const status = getElement("#count", HTMLElement);

let records: PriceRecord[] = [];
let question = readQuestion(new URLSearchParams(location.search));
let log: LogReading | null = null;
/** Replaces the example once the form changes. */
let ranking: LongTable<RankedOffer> | undefined;

async function start(): Promise<void> {
  try {
    records = toPriceRecords(await loadJson<PriceTables>(PRICES_TABLE));
  } catch (error) {
    status.textContent = `The prices could not be loaded: ${messageOf(error)}. The example below is part of the page.`;
    return;
  }
  showForm();
  if (writeQuestion(question).size > 0) update();
  listen();
}

function update(): void {
  const usage = log === null ? monthlyUsage(question) : log.usage;
  if (usage === null) show([], "More tokens are cached than there are input tokens.");
  else if (totalTokens(usage) === 0) show([], "There are no tokens to price.");
  else showRanking(usage);
}

function showRanking(usage: Usage): void {
  const { offers, unpriced } = rank(records, usage, question);
  const period = log === null ? "per month" : "in the log";
  const found =
    offers.length === 0
      ? "No offer passes all of these filters. Clear one of them."
      : `${thousands(offers.length)} offers for ${inWords(usage)} ${period}, the cheapest first.`;
  const left = ` ${thousands(unpriced)} more have no output price and are left out.`;
  show(offers, `${found}${unpriced > 0 ? left : ""}`);
}

function inWords({ input, cache_read, cache_write, output }: Usage): string {
  const count = (tokens: number): string => thousands(Math.round(tokens));
  const cached = cache_read > 0 ? `, ${count(cache_read)} cached` : "";
  const written = cache_write > 0 ? `, ${count(cache_write)} written to the cache` : "";
  return `${count(input)} input tokens${cached}${written} and ${count(output)} output tokens`;
}

function show(offers: readonly RankedOffer[], sentence: string): void {
  status.textContent = sentence;
  if (!ranking) {
    const caption = "Cost in USD, prices in USD per 1M tokens";
    const empty = table({ caption, columns: COLUMNS, rows: [] });
    getElement("#ranking", HTMLElement).replaceChildren(toNodes(empty));
    ranking = new LongTable<RankedOffer>("#ranking");
  }
  ranking.show(offers, COLUMNS);
}

const COLUMNS: readonly Column<RankedOffer>[] = [
  column(
    "Model",
    ({ record: { model } }) =>
      html`${modelLink(model.slug, model.name)}<small>${model.lab}</small>`,
  ),
  column(
    "Host",
    (offer) =>
      html`${providerLink(offer.record.host.slug, offer.record.host.name)}${mark(commaList(remarks(offer)))}`,
  ),
  figure("Cost", ({ cost }) => html`<strong>${usd(cost.usd)}</strong>`),
  figure("Input", ({ record }) => usd(record.input)),
  figure("Cached", ({ record: { cache_read } }) => (cache_read === null ? null : usd(cache_read))),
  figure("Output", ({ record: { output } }) => (output === null ? null : usd(output))),
];

const remarks = ({ record, cost }: RankedOffer): Content[] =>
  [
    record.host.kind && KIND_WORDS[record.host.kind],
    record.trust !== "verified" && TRUST_WORDS[record.trust],
    record.billing !== "tokens" && BILLING_WORDS[record.billing],
    tierWords(record.service_tier),
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
  question = readQuestion(query);
  update();
  showAddress(String(writeQuestion(question)));
}

function showForm(): void {
  for (const [name, value] of writeQuestion(question)) {
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
  const text = getElement("#log-text", HTMLTextAreaElement);
  const file = getElement("#log-file", HTMLInputElement);
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
  getElement("#forget", HTMLButtonElement).addEventListener("click", () => {
    text.value = "";
    file.value = "";
    takeLog("");
  });
}

async function openFile(file: File | undefined, text: HTMLTextAreaElement): Promise<void> {
  if (!file) return;
  text.value = "";
  const most = 2 * MAX_LOG_CHARACTERS;
  const tooLarge = `${file.name} is larger than ${thousands(most)} bytes. Choose a part of it, or its daily totals.`;
  if (file.size === 0) useLog(null, "The file is empty.");
  else if (file.size > most) useLog(null, tooLarge);
  else takeLog(await file.text());
}

function takeLog(text: string): void {
  const reading = readLog(text);
  const unread = html`<ul>${reading.unread.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  const read = html`<p>${logInWords(reading)}</p>${unread}<p class="note">The log’s own model is ignored: the same tokens are priced everywhere. Not included: tools, images and audio, batch discounts, prices above a prompt size, minimum charges.</p>`;
  if (reading.entries > 0) useLog(reading, read);
  else useLog(null, text.trim() !== "" && unread);
}

function logInWords({ entries, requests, usage, spend }: LogReading): string {
  const read = `Read ${counted(entries, "entry", "entries")}`;
  const of = requests === null ? "" : ` with ${thousands(requests)} requests`;
  const cached = `${thousands(usage.cache_read)} read from a cache, ${thousands(usage.cache_write)} written to it`;
  const cost = spend === null ? "" : ` Its stated cost is ${usd(spend)}.`;
  return `${read}${of}: ${thousands(usage.input)} input tokens, ${cached}, ${thousands(usage.output)} output tokens.${cost}`;
}

/** @param message What was read, for the reader. */
function useLog(reading: LogReading | null, message: Content): void {
  getElement("#reading", HTMLElement).replaceChildren(toNodes(message));
  getElement("#numbers", HTMLFieldSetElement, form).disabled = reading !== null;
  log = reading;
  update();
}

void start();
