/** Days left; and which models of a pasted list or file are retired, renamed or cheaper elsewhere: asks the API for each id. */
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  modelPagePath,
  PERSONAL_CALENDAR_PATH,
  PERSONAL_FEED_PATH,
  toFeedQuery,
} from "../components/addresses.ts";
import { type Html, html } from "../components/html.ts";
import { countWithNoun, modelLink, renderDate } from "../components/parts.ts";
import { htmlTextColumn, renderTable } from "../components/table.ts";
import { daysUntil, getRequiredElement, htmlToDom, NO_ANSWER_TEXT, showDaysLeft } from "./dom.ts";

showDaysLeft();

const form = getRequiredElement("#check", HTMLFormElement);
const list = getRequiredElement("textarea", HTMLTextAreaElement, form);
const status = getRequiredElement('[role="status"]', HTMLElement, form);
const results = getRequiredElement("div", HTMLDivElement, form);

const MAX_NAMES = 60;
/** Cheaper by less than this many percent is not worth a word. */
const WORTH_PERCENT = 5;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check(findNames(list.value));
});

/** Words that may be ids: with a letter and a digit, no version of a package, no address. */
function findNames(text: string): string[] {
  const words = text.match(/[\w@][\w.:/@-]*\w/g) ?? [];
  const names = words.filter(
    (word) =>
      /[a-z]/i.test(word) && /\d/.test(word) && !/^v?\d+\.\d+\.\d|^https?:|^www\./i.test(word),
  );
  return [...new Set(names.filter(({ length }) => length < 100))];
}

/** What is read of `/api/v1/models/{slug}`. */
interface ModelAnswer {
  slug: string;
  name: string;
  status: string | null;
  retirement_date: string | null;
  replacement: { slug: string | null; name: string } | null;
  cheapest_provider: { provider: string; saving_vs_list: number | null } | null;
}

interface Found {
  name: string;
  model: ModelAnswer;
}

async function check(names: readonly string[]): Promise<void> {
  results.replaceChildren();
  if (names.length === 0) {
    status.textContent = "No id was found: paste ids such as gpt-4o or claude-3-opus-20240229.";
    return;
  }
  status.textContent = "Checking …";
  // Room at once, so that what is below does not move when the answers come.
  results.className = "asked";
  const asked = names.slice(0, MAX_NAMES);
  try {
    const answers = await Promise.all(asked.map(ask));
    const found = answers.filter((answer) => answer !== undefined);
    const rest = names.length - asked.length;
    status.textContent = `${countWithNoun(found.length, "model")} among ${countWithNoun(asked.length, "name")}${rest > 0 ? `; ${rest} more names were not checked` : ""}.`;
    const query = toFeedQuery([...new Set(found.map(({ model }) => model.slug))]);
    const subscribe = html`<p>Subscribe to these models: <a href="${PERSONAL_CALENDAR_PATH}${query}">calendar</a> (iCal), <a href="${PERSONAL_FEED_PATH}.xml${query}">feed</a> (Atom).</p>`;
    if (found.length > 0)
      results.replaceChildren(htmlToDom([table(found.sort(byUrgency)), subscribe]));
  } catch {
    status.textContent = NO_ANSWER_TEXT;
  }
}

async function ask(name: string): Promise<Found | undefined> {
  const response = await fetch(`/api/v1/models/${encodeURIComponent(name)}`);
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return response.ok ? { name, model: await response.json() } : undefined;
}

const rankOf = ({ model: { status, retirement_date } }: Found): string =>
  status === "retired" ? "0" : retirement_date === null ? "2" : `1${retirement_date}`;

const byUrgency = (a: Found, b: Found): number => compareByCodePoint(rankOf(a), rankOf(b));

const table = (rows: readonly Found[]) =>
  renderTable<Found>({
    caption: "Retired models first, then by retirement date",
    columns: [
      htmlTextColumn(
        "Model",
        ({ name, model }) =>
          html`${modelLink(model.slug, model.name)}${name !== model.slug && html`<small>${name}</small>`}`,
      ),
      htmlTextColumn("Status", ({ model }) => describeStatus(model)),
      htmlTextColumn("What then", ({ model }) => describeNext(model)),
    ],
    rows,
  });

function describeStatus({ status, retirement_date: day }: ModelAnswer): Html | string {
  const days = day === null ? undefined : daysUntil(day);
  // The answer may be older than the day on which it is read.
  if (status === "retired" || (days !== undefined && days <= 0))
    return html`<b class="bad">Retired</b>${day && html` ${renderDate(day)}`}`;
  if (days !== undefined) return html`Retires ${renderDate(day)}, in ${countWithNoun(days, "day")}`;
  return status === "deprecated" ? "Deprecated, no date announced" : "On sale";
}

function describeNext({ replacement, cheapest_provider: cheapest }: ModelAnswer): Html | string {
  const by =
    replacement &&
    html`Replacement: ${replacement.slug === null ? replacement.name : html`<a href="${modelPagePath(replacement.slug)}">${replacement.name}</a>`}. `;
  const saving = cheapest?.saving_vs_list ?? 0;
  const cheaper =
    cheapest && saving >= WORTH_PERCENT && html`${saving} % cheaper at ${cheapest.provider}.`;
  return by || cheaper ? html`${by}${cheaper}` : "";
}
