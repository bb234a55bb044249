/** Days left; and which models of a pasted list or file are retired, renamed or cheaper elsewhere: asks the API for each model. */
import { findListedNames, type ModelNameRow } from "../../../build/identity/listed-names.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  MODEL_NAMES_TABLE_DATA_PATH,
  modelPagePath,
  PERSONAL_CALENDAR_PATH,
  PERSONAL_FEED_PATH,
  toFeedQuery,
} from "../components/addresses.ts";
import { type Html, html } from "../components/html.ts";
import { countWithNoun, modelLink, renderDate, renderWithdrawnByLab } from "../components/parts.ts";
import {
  type ArraysByColumn,
  arraysByColumnToRows,
  htmlTextColumn,
  renderTable,
} from "../components/table.ts";
import {
  daysUntil,
  fetchJson,
  getRequiredElement,
  htmlToDom,
  loadOnce,
  NO_ANSWER_TEXT,
  showDaysLeft,
} from "./dom.ts";

showDaysLeft();

const form = getRequiredElement("#check", HTMLFormElement);
const list = getRequiredElement("textarea", HTMLTextAreaElement, form);
const status = getRequiredElement('[role="status"]', HTMLElement, form);
const results = getRequiredElement("div", HTMLDivElement, form);

/** A model is one request. */
const MAX_MODELS = 60;
/** Cheaper by less than this many percent is not worth a word. */
const WORTH_PERCENT = 5;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check(list.value);
});

/** Name → slug of every published name; loaded with the first check. @throws Error with a sentence for people. */
const loadSlugsByName = loadOnce(async () => {
  const { columns } = await fetchJson<{ columns: ArraysByColumn<ModelNameRow> }>(
    MODEL_NAMES_TABLE_DATA_PATH,
  );
  return new Map(arraysByColumnToRows(columns).map(({ name, slug }) => [name, slug]));
});

/** What is read of `/api/v1/models/{slug}`. */
interface ModelAnswer {
  slug: string;
  name: string;
  status: string | null;
  retirement_date: string | null;
  sold_by_lab: boolean | null;
  replacement: { slug: string | null; name: string } | null;
  cheapest_provider: { provider: string; saving_vs_list: number | null } | null;
}

interface Found {
  name: string;
  model: ModelAnswer;
}

/** Looks for published names in the text itself: keys, passwords and whatever else it has are never sent. */
async function check(text: string): Promise<void> {
  results.replaceChildren();
  status.textContent = "Checking …";
  try {
    const names = findListedNames(text, await loadSlugsByName());
    if (names.size === 0) {
      status.textContent =
        "No model of the catalogue was found: paste ids such as gpt-4o or claude-3-opus-20240229.";
      return;
    }
    // Room at once, so that what is below does not move when the answers come.
    results.className = "asked";
    const all = [...new Set(names.values())];
    const slugs = all.slice(0, MAX_MODELS);
    const models = new Map(
      await Promise.all(
        slugs.map(async (slug) => [slug, await fetchJson<ModelAnswer>(modelApi(slug))] as const),
      ),
    );
    const found = [...names].flatMap(([name, slug]) => {
      const model = models.get(slug);
      return model ? [{ name, model }] : [];
    });
    const rest = all.length - slugs.length;
    status.textContent = `${countWithNoun(slugs.length, "model")} found${rest > 0 ? `; ${rest} more were not checked` : ""}.`;
    const query = toFeedQuery(slugs);
    const subscribe = html`<p>Subscribe to these models: <a href="${PERSONAL_CALENDAR_PATH}${query}">calendar</a> (iCal), <a href="${PERSONAL_FEED_PATH}.xml${query}">feed</a> (Atom).</p>`;
    results.replaceChildren(htmlToDom([table(found.sort(byUrgency)), subscribe]));
  } catch {
    status.textContent = NO_ANSWER_TEXT;
  }
}

const modelApi = (slug: string): string => `/api/v1/models/${slug}`;

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

function describeStatus({ status, retirement_date: day, sold_by_lab }: ModelAnswer): Html | string {
  const days = day === null ? undefined : daysUntil(day);
  // The answer may be older than the day on which it is read.
  if (status === "active" && day !== null && daysUntil(day) <= 0)
    return renderWithdrawnByLab(day, sold_by_lab);
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
