/** What a usage costs at every host. A log that is pasted or dropped is read here and goes nowhere. */
import { PRICES_TABLE } from "../components/addresses.ts";
import { thousands } from "../components/format.ts";
import {
  type PriceRecord,
  type PricesFile,
  toPriceRecords,
} from "../pages/calculator/price-record.ts";
import {
  monthOf,
  type Question,
  readQuestion,
  writeQuestion,
} from "../pages/calculator/question.ts";
import { type RankedOffer, rank } from "../pages/calculator/rank.ts";
import { totalTokens, type Usage } from "../pages/calculator/usage.ts";
import type { LogReading } from "../pages/calculator/usage-log/read-log.ts";
import { readForm, showForm } from "./calculator/form.ts";
import { openLogBox } from "./calculator/log-box.ts";
import { offerRow, rankingTable } from "./calculator/ranking.ts";
import { getElement } from "./dom.ts";
import { drawRows } from "./draw-rows.ts";
import { loadJson } from "./load-json.ts";

const STEP = 50;

const form = getElement("#question", HTMLFormElement);
const status = getElement("#count", HTMLElement);
const place = getElement("#ranking", HTMLElement);
const more = getElement("#more", HTMLButtonElement);

let records: PriceRecord[] = [];
let question: Question = readQuestion(new URLSearchParams(location.search));
let log: LogReading | null = null;
let offers: RankedOffer[] = [];
let drawn = 0;

async function start(): Promise<void> {
  try {
    records = toPriceRecords(await loadJson<PricesFile>(PRICES_TABLE));
  } catch (error) {
    status.textContent = `The prices could not be loaded: ${String(error instanceof Error ? error.message : error)}. The example below stands in the page itself.`;
    return;
  }
  showForm(form, question);
  if (writeQuestion(question).size > 0) update();
  listen();
}

function update(): void {
  const usage = log === null ? monthOf(question) : log.usage;
  if (usage === null || totalTokens(usage) === 0) {
    show(
      [],
      usage === null
        ? "More tokens are cached than there are input tokens."
        : "There are no tokens to price.",
    );
    return;
  }
  const ranking = rank(records, usage, question.choice);
  const all = `${thousands(ranking.offers.length)} offers for ${inWords(usage)} ${log === null ? "in a month" : "of the log"}`;
  const none = "No offer passes all of these filters. Loosen one of them.";
  const left =
    ranking.unpriced > 0
      ? ` ${thousands(ranking.unpriced)} more name no price for output and are left out.`
      : "";
  show(ranking.offers, (ranking.offers.length === 0 ? none : `${all}, the cheapest first.`) + left);
}

const inWords = ({ input, cache_read, cache_write, output }: Usage): string =>
  [
    `${count(input)} tokens in`,
    ...(cache_read > 0 ? [`${count(cache_read)} from the cache`] : []),
    ...(cache_write > 0 ? [`${count(cache_write)} written to it`] : []),
    `${count(output)} out`,
  ].join(", ");

const count = (tokens: number): string => thousands(Math.round(tokens));

function show(found: RankedOffer[], sentence: string): void {
  offers = found;
  drawn = 0;
  status.textContent = sentence;
  place.replaceChildren(rankingTable());
  draw();
}

function draw(): void {
  const start = drawn;
  const next = offers.slice(start, start + STEP);
  drawn += next.length;
  more.hidden = drawn >= offers.length;
  const body = getElement("tbody", HTMLTableSectionElement, place);
  drawRows(body, next, (offer, index) => offerRow(offer, start + index + 1));
}

let later: number | undefined;

function change(next: Question): void {
  question = next;
  update();
  window.clearTimeout(later);
  later = window.setTimeout(() => {
    const query = String(writeQuestion(question));
    history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
  }, 150);
}

function listen(): void {
  form.addEventListener("input", () => change(readForm(form)));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => window.setTimeout(() => change(readForm(form))));
  more.addEventListener("click", () => {
    if (place.querySelector("[aria-busy]")) return;
    const first = drawn;
    draw();
    place.querySelectorAll<HTMLElement>("tbody tr a")[2 * first]?.focus();
  });
  openLogBox((reading) => {
    log = reading;
    getElement("#numbers", HTMLFieldSetElement, form).disabled = log !== null;
    update();
  });
}

void start();
