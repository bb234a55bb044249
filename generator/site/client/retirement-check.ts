/** Shows the days left, and checks a pasted list for retired, renamed or cheaper models, without sending it. */
import {
  type CheckedModel,
  findModelNamesInText,
  findUnknownModelNames,
  type ModelNamesTableRow,
} from "../../../build/identity/listed-names.ts";
import { findNearestNames } from "../../../build/identity/nearest-names.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import * as paths from "../components/addresses.ts";
import { type Html, type HtmlContent, html } from "../components/html.ts";
import {
  joinHtmlContents,
  modelLink,
  pluralize,
  renderDate,
  renderReplacement,
  renderWithdrawnByLab,
} from "../components/parts.ts";
import * as tables from "../components/table.ts";
import {
  daysUntil,
  fetchJson,
  getRequiredElement,
  htmlToDom,
  loadOnce,
  NETWORK_ERROR_TEXT,
  showDaysLeft,
} from "./dom.ts";

showDaysLeft();

const form = getRequiredElement("#check", HTMLFormElement);
const list = getRequiredElement("textarea", HTMLTextAreaElement, form);
const status = getRequiredElement('[role="status"]', HTMLElement, form);
const results = getRequiredElement("div", HTMLDivElement, form);

/** Maximum number of models in a feed or calendar. */
const MAX_FOLLOWED = 100;
/** Smaller savings than this percentage are not shown. */
const WORTH_PERCENT = 5;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check(list.value);
});
// The button is disabled until now, because a click would have submitted the form and reloaded the page without the
// list.
getRequiredElement("button", HTMLButtonElement, form).disabled = false;

/** All published names and models; loaded with the first check. @throws Error with a message for users. */
const load = loadOnce(async () => {
  const { columns, models } = await fetchJson<{
    columns: tables.ArraysByColumn<ModelNamesTableRow>;
    models: tables.ArraysByColumn<CheckedModel>;
  }>(paths.MODEL_NAMES_TABLE_DATA_PATH);
  const rows = tables.arraysByColumnToRows(models);
  return {
    rows,
    /** First words of slugs: `claude`. */
    families: new Set(rows.map(({ slug }) => toFamily(slug))),
    slugs: new Map(tables.arraysByColumnToRows(columns).map(({ name, slug }) => [name, slug])),
    models: new Map(rows.map((model) => [model.slug, model])),
  };
});

const toFamily = (name: string): string => /^[a-z]*/i.exec(name)?.[0].toLowerCase() ?? "";

/** Maximum number of unknown names that are shown. */
const MAX_UNKNOWN = 20;

interface Found {
  /** The name as written in the text. */
  name: string;
  model: CheckedModel;
}

async function check(text: string): Promise<void> {
  // Reserves room at once, so that the content below does not move when the results arrive.
  results.className = "asked";
  results.replaceChildren();
  status.textContent = "Checking …";
  try {
    const { slugs, models, rows, families } = await load();
    const nearestTo = (name: string) => findNearestNames(name, rows);
    const unknown = findUnknownModelNames(
      text,
      slugs,
      (word) => families.has(toFamily(word)) && nearestTo(word).length > 0,
    );
    const found = [...findModelNamesInText(text, slugs)].flatMap(([name, slug]) => {
      const model = models.get(slug);
      return model ? [{ name, model }] : [];
    });
    const notFound =
      unknown.length > 0 &&
      html`<p>Not recognised: ${joinHtmlContents(unknown.slice(0, MAX_UNKNOWN).map((name) => describeUnknown(name, nearestTo(name))))}${unknown.length > MAX_UNKNOWN && ` and ${unknown.length - MAX_UNKNOWN} more`}.</p>`;
    if (found.length === 0) {
      status.textContent =
        "No model of the catalogue was found: paste ids such as gpt-4o or claude-3-opus-20240229.";
      results.replaceChildren(htmlToDom([notFound]));
      return;
    }
    const all = [...new Set(found.map(({ model }) => model.slug))];
    status.textContent = `${pluralize(all.length, "model")} found.`;
    const query = paths.toFeedQuery(all.slice(0, MAX_FOLLOWED));
    const subscribe = html`<p>Subscribe to these models: <a href="${paths.PERSONAL_CALENDAR_PATH}${query}">calendar</a> (iCal), <a href="${paths.PERSONAL_FEED_PATH}.xml${query}">feed</a> (Atom).</p>`;
    results.replaceChildren(htmlToDom([notFound, table(found.sort(byUrgency)), subscribe]));
  } catch {
    status.textContent = NETWORK_ERROR_TEXT;
  }
}

/** `gtp-5 (similar: GPT-5)` */
const describeUnknown = (name: string, near: readonly { slug: string; name: string }[]): Html =>
  html`<code>${name}</code>${near.length > 0 && html` (similar: ${joinHtmlContents(near.map((one) => modelLink(one.slug, one.name)))})`}`;

const rankOf = ({ model: { status, retirement_date } }: Found): string =>
  status === "retired" ? "0" : retirement_date === null ? "2" : `1${retirement_date}`;

const byUrgency = (a: Found, b: Found): number => compareByCodePoint(rankOf(a), rankOf(b));

const table = (rows: readonly Found[]) =>
  tables.renderTable<Found>({
    caption: "Retired models first, then by retirement date",
    columns: [
      tables.htmlTextColumn(
        "Model",
        ({ name, model }) =>
          html`${modelLink(model.slug, model.name)}${name !== model.slug && html` <small>${name}</small>`}`,
      ),
      tables.htmlTextColumn("Status", ({ model }) => describeStatus(model)),
      tables.htmlTextColumn("What then", ({ model }) => describeNext(model)),
    ],
    rows,
  });

function describeStatus(model: CheckedModel): Html | string {
  const { status, retirement_date: day, sold_by_lab } = model;
  // The data may be older than today.
  const days = day === null ? Number.POSITIVE_INFINITY : daysUntil(day);
  if (status === "active" && day !== null && days <= 0)
    return renderWithdrawnByLab(day, sold_by_lab);
  if (status === "retired" || days <= 0)
    return html`<b class="bad">Retired</b>${day && html` ${renderDate(day)}`}`;
  if (day !== null) return html`Retires ${renderDate(day)}, in ${pluralize(days, "day")}`;
  return status === "deprecated" ? "Deprecated, no date announced" : "On sale";
}

function describeNext({ replacement, cheapest }: CheckedModel): HtmlContent {
  const saving = cheapest?.saving_vs_list ?? 0;
  return [
    replacement && html`Replacement: ${renderReplacement(replacement)}. `,
    saving >= WORTH_PERCENT && `${saving} % cheaper at ${cheapest?.provider}.`,
  ];
}
