/** Changes of prices, models and company figures: the page that filters all of them, and the list for other pages. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  changesOfQuery,
  listChangesEndpoint,
  toChangeTitle,
} from "../../endpoints/changes/changes.ts";
import { type AnswerContext, parseEndpointQuery } from "../../http/endpoint.ts";
import { isProblem, PROBLEM_TYPES } from "../../http/problem.ts";
import { CHANGES_PAGE_PATH, modelPagePath, PRICES_FEED_PATH } from "../components/addresses.ts";
import { formatThousands, type Html, type HtmlContent, html } from "../components/html.ts";
import {
  formatCount,
  renderApiValue,
  renderDate,
  renderPriceChange,
  renderProblem,
} from "../components/parts.ts";
import type { SitePage } from "../layout/page.ts";

/** What a reader can filter by, in the order of the form. */
const FORM_FIELDS = ["type", "lab", "host", "model", "since"] as const;

const TYPE_LABELS: Readonly<Record<ChangeRow["type"], string>> = {
  new_model: "New models",
  price_drop: "Lower prices",
  price_increase: "Higher prices",
  offer_added: "New offers",
  offer_removed: "Ended offers",
  context_changed: "Context windows",
  retirement: "Retirements",
  renamed: "Renamed models",
  correction: "Corrections",
  company_update: "Company figures",
};

/** `/changes?lab=openai&type=price_drop`: its query is that of the API. */
export function makeChangesPage(
  query: ReadonlyMap<string, string>,
  context: AnswerContext,
): [status: number, page: SitePage] {
  const { catalog } = context;
  // A form sends its empty fields too.
  const filled = new Map([...query].filter(([, value]) => value !== ""));
  const read = parseEndpointQuery(listChangesEndpoint, filled);
  const found = isProblem(read) ? read : changesOfQuery(read, context);
  const search = String(new URLSearchParams([...filled]));
  const page = (lead: HtmlContent, list: HtmlContent): SitePage => ({
    path: filled.size === 0 ? CHANGES_PAGE_PATH : null,
    title: "Changes",
    description: "What changed: prices, models, offers, limits, retirements and company figures.",
    chapter: "Prices",
    lead,
    main: [filterForm(query, catalog), list],
  });
  if (isProblem(found))
    return [PROBLEM_TYPES[found.problem].status, page(null, renderProblem(found))];
  const { limit } = read as { limit: number };
  const more = new URLSearchParams([...filled, ["limit", String(Math.min(1000, limit + 200))]]);
  return [
    200,
    page(
      html`${formatCount(found.length, "change")}, newest first. <a href="/api/v1/changes${search && `?${search}`}">The same as JSON</a>, <a href="${PRICES_FEED_PATH}.xml">a feed of prices</a>.`,
      [
        renderChangeList({ changes: found.slice(0, limit), toHref: changeHref }, catalog),
        found.length > limit &&
          limit < 1000 &&
          html`<p><a class="button" href="${CHANGES_PAGE_PATH}?${String(more)}">Show more</a></p>`,
      ],
    ),
  ];
}

const changeHref = ({ model }: ChangeRow): string | null => model && modelPagePath(model);

function filterForm(query: ReadonlyMap<string, string>, catalog: Catalog): Html {
  const sorted = catalog.providers.toSorted((a, b) =>
    compareByCodePoint(a.name.toLowerCase(), b.name.toLowerCase()),
  );
  const named = (is: "is_lab" | "is_host"): [string, string][] =>
    sorted.flatMap((one) => (one[is] ? [[one.slug, one.name]] : []));
  const choices: Readonly<Record<string, [all: string, ...[string, string][]]>> = {
    type: ["All changes", ...Object.entries(TYPE_LABELS)],
    lab: ["All labs", ...named("is_lab")],
    host: ["All hosts", ...named("is_host")],
  };
  const labels = { type: "Change", lab: "Lab", host: "Host", model: "Model", since: "Since" };
  const field = (name: (typeof FORM_FIELDS)[number]): Html => {
    const value = query.get(name) ?? "";
    const [all, ...others] = choices[name] ?? [];
    if (all === undefined)
      return html`<input name="${name}" value="${value}" type="${name === "since" ? "date" : "search"}">`;
    const options = others.map(
      ([slug, label]) =>
        html`<option value="${slug}"${slug === value && html` selected`}>${label}</option>`,
    );
    return html`<select name="${name}"><option value="">${all}</option>${options}</select>`;
  };
  return html`<form class="tools" action="${CHANGES_PAGE_PATH}">
${FORM_FIELDS.map((name) => html`<label>${labels[name]} ${field(name)}</label>\n`)}<button>Show</button>
</form>
`;
}

interface Changes {
  /** The newest first. */
  changes: readonly ChangeRow[];
  /** Where a change leads to; null for no link. */
  toHref(change: ChangeRow): string | null;
  /** Address of the answer that has them in this order. */
  of?: string;
}

export const renderChangeList = ({ changes, toHref, of }: Changes, catalog: Catalog): Html =>
  html`<ol class="dated"${of && html` data-of="${of}"`}>
${changes.map((change, index) => {
  const title = toChangeTitle(change, catalog);
  const href = toHref(change);
  return html`<li>
<span class="when">${renderDate(change.date)}</span>
<span>${href === null ? title : html`<a href="${href}">${title}</a>`}${details(change, of && `/data/${index}/details`)}</span>
</li>
`;
})}</ol>`;

/** Their details have the price before and after. */
const PRICE_STEPS = new Set(["price_drop", "price_increase", "correction"]);

function details(change: ChangeRow, at: string | undefined): HtmlContent {
  const { type, value, metric, old_input, new_input, old_output, new_output } = change;
  if (type !== "company_update") {
    if (!PRICE_STEPS.has(type) || change.withdraws !== null) return null;
    const pointer = (side: string) => (at === undefined ? {} : { after: `${at}/new_${side}` });
    return html` <small>input ${renderPriceChange(old_input, new_input, pointer("input"))}, output ${renderPriceChange(old_output, new_output, pointer("output"))}</small>`;
  }
  if (value === null) return null;
  const text = amount(value, metric);
  return html`: ${at === undefined ? text : renderApiValue(value, `${at}/value`, () => text)}`;
}

/** `1500000000` → `$1.5 billion` of a metric in dollars, else `1,500,000,000`. */
function amount(value: number, metric: string | null): string {
  const whole = formatThousands(Math.round(value));
  if (metric?.endsWith("_usd") !== true) return whole;
  const [size, name] = UNITS.find(([size]) => value >= size) ?? [];
  return size ? `$${Number((value / size).toPrecision(3))} ${name}` : `$${whole}`;
}

const UNITS = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
] as const;
