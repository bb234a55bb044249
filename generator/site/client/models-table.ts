/** The table of all models: filters with counts, order, columns, and the view as address and as CSV. */
import { comparePagePath, MODELS_TABLE_PATH } from "../components/addresses.ts";
import { formatThousands, html } from "../components/html.ts";
import {
  type ArraysByColumn,
  arraysByColumnToRows,
  type HtmlTableColumn,
} from "../components/table.ts";
import {
  MODEL_FILTERS,
  MODEL_TABLE_COLUMNS,
  type ModelFilter,
  type ModelTableColumn,
  type ModelTableRow,
  toHtmlTableColumn,
} from "../pages/models/columns.ts";
import {
  countModelsPerFilterValue,
  filterModelTableRows,
  type ModelTableView,
  modelTableRowsToCsv,
  modelTableViewToQuery,
  parseModelTableView,
  sortModelTableRows,
  withSortColumn,
} from "../pages/models/view.ts";
import {
  createElement,
  errorMessage,
  fetchJson,
  getRequiredElement,
  replaceUrlQuery,
} from "./dom.ts";
import { ShowMoreTable } from "./long-table.ts";

const MAX_COMPARED = 6;

const form = getRequiredElement("#filters", HTMLFormElement);
const columnBoxes = getRequiredElement("#columns", HTMLFieldSetElement);
const status = getRequiredElement("#count", HTMLElement);
const compare = getRequiredElement("#compare", HTMLButtonElement);
const shown = new ShowMoreTable<ModelTableRow>("#models", afterDraw);
const { table } = shown;

let all: ModelTableRow[] = [];
let rows: ModelTableRow[] = [];
let view: ModelTableView = parseModelTableView(new URLSearchParams(location.search));
const chosen = new Set<string>();
/** Order → all models in it. */
const orders = new Map<string, ModelTableRow[]>();

async function start(): Promise<void> {
  try {
    all = arraysByColumnToRows(
      (await fetchJson<{ columns: ArraysByColumn<ModelTableRow> }>(MODELS_TABLE_PATH)).columns,
    );
  } catch (error) {
    status.textContent = `The table of all models could not be loaded: ${errorMessage(error)}. The rows below are part of the page.`;
    return;
  }
  const isDefault = modelTableViewToQuery(view).size === 0;
  update(isDefault ? table.tBodies[0]?.rows.length : 0);
  listen();
}

/** @param keeps Rows that the page already shows in this order. */
function update(keeps = 0): void {
  const order = `${view.sort} ${view.direction}`;
  const sorted = orders.get(order) ?? sortModelTableRows(all, view);
  orders.set(order, sorted);
  rows = filterModelTableRows(sorted, view.choices, view.q);
  table.style.minWidth = view.columns.length > 9 ? `${7.3 * view.columns.length}rem` : "";
  const columns = MODEL_TABLE_COLUMNS.filter(({ key }) => view.columns.includes(key));
  shown.show(rows, columns.map(toSortableColumn), keeps);
}

function toSortableColumn(column: ModelTableColumn): HtmlTableColumn<ModelTableRow> {
  const sort = column.key === view.sort ? view.direction : undefined;
  return {
    ...toHtmlTableColumn(column, false),
    title: html`<button type="button" data-key="${column.key}">${column.title}</button>`,
    ...(sort && { sort }),
  };
}

function afterDraw(): void {
  for (const box of table.querySelectorAll<HTMLInputElement>("tbody input"))
    box.checked = chosen.has(box.value);
  const found = `${formatThousands(rows.length)} of ${formatThousands(all.length)} models`;
  const isPart = shown.drawn < rows.length;
  const first = isPart ? `; the first ${formatThousands(shown.drawn)} are shown` : "";
  const none = "No model passes all of these filters. Clear one of them.";
  status.textContent = rows.length === 0 ? none : `${found}${first}.`;
  window.setTimeout(showControls);
}

function showControls(): void {
  const { q, choices, columns } = view;
  const name = getRequiredElement("[name=q]", HTMLInputElement, form);
  if (name.value.trim() !== q.trim()) name.value = q;
  const counts = countModelsPerFilterValue(all, choices, q);
  for (const filter of MODEL_FILTERS) {
    const select = getRequiredElement(`[name=${filter.key}]`, HTMLSelectElement, form);
    const value = choices[filter.key] ?? "";
    showOptions(select, filter, value, counts.get(filter.key) ?? new Map());
    select.value = value;
  }
  for (const box of columnBoxes.querySelectorAll("input"))
    box.checked = columns.includes(box.value);
}

/** Choices that would show nothing are hidden, unless chosen. */
function showOptions(
  select: HTMLSelectElement,
  filter: ModelFilter,
  value: string,
  counts: ReadonlyMap<string, number>,
): void {
  const texts = filter.options(all);
  const values = texts.has(value) || value === "" ? [...texts.keys()] : [...texts.keys(), value];
  const [any] = select.options;
  select.replaceChildren(
    ...(any ? [any] : []),
    ...values.map((option) => {
      const count = counts.get(option) ?? 0;
      const text = `${texts.get(option) ?? filter.text(option)} (${formatThousands(count)})`;
      const made = createElement("option", { value: option }, text);
      made.hidden = count === 0;
      return made;
    }),
  );
}

function readControls(): void {
  const query = new URLSearchParams({ sort: view.sort, order: view.direction });
  for (const [name, value] of new FormData(form)) query.set(name, String(value));
  const boxes = columnBoxes.querySelectorAll<HTMLInputElement>("input:checked");
  query.set("columns", [...boxes].map(({ value }) => value).join());
  change(parseModelTableView(query));
}

function change(next: ModelTableView): void {
  view = next;
  update();
  replaceUrlQuery(String(modelTableViewToQuery(view)).replaceAll("%2C", ","));
}

function choose({ checked, value }: HTMLInputElement): void {
  if (checked) chosen.add(value);
  else chosen.delete(value);
  const { size } = chosen;
  compare.disabled = size < 2 || size > MAX_COMPARED;
  compare.textContent = size < 2 ? "Compare: choose 2 to 6" : `Compare ${size} models`;
  if (size > MAX_COMPARED) compare.textContent = `Compare ${size}: at most ${MAX_COMPARED}`;
}

function downloadCsv(): void {
  const csv = new Blob([modelTableRowsToCsv(rows, view.columns)], {
    type: "text/csv;charset=utf-8",
  });
  const url = URL.createObjectURL(csv);
  createElement("a", { href: url, download: "models.csv" }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function listen(): void {
  form.addEventListener("input", readControls);
  columnBoxes.addEventListener("input", readControls);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    change({ ...view, q: "", choices: {} });
  });
  table.addEventListener("click", ({ target }) => {
    const key = target instanceof HTMLButtonElement ? target.dataset.key : undefined;
    if (key === undefined) return;
    change(withSortColumn(view, key));
    getRequiredElement(`[data-key="${key}"]`, HTMLButtonElement, table).focus();
  });
  table.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) choose(target);
  });
  compare.addEventListener("click", () => location.assign(comparePagePath([...chosen])));
  getRequiredElement("#csv", HTMLButtonElement).addEventListener("click", downloadCsv);
}

void start();
