/** The table of all models: filters with counts, order, columns, and the view as address and as CSV. */
import { comparePage, MODELS_TABLE } from "../components/addresses.ts";
import { type Columns, fromColumns } from "../components/column-rows.ts";
import { thousands } from "../components/format.ts";
import { countChoices, filter } from "../pages/models/filter.ts";
import type { ModelRecord } from "../pages/models/model-record.ts";
import { sortRecords } from "../pages/models/sort.ts";
import { readView, turned, type View, writeView } from "../pages/models/view.ts";
import { toViewCsv } from "../pages/models/view-csv.ts";
import { getElement } from "./dom.ts";
import { download } from "./download.ts";
import { drawRows } from "./draw-rows.ts";
import { loadJson } from "./load-json.ts";
import { readControls, showControls } from "./models-table/controls.ts";
import { headRow, modelRow } from "./models-table/rows.ts";

const STEP = 50;
const MAX_COMPARED = 6;

const form = getElement("#filters", HTMLFormElement);
const columnBoxes = getElement("#columns", HTMLFieldSetElement);
const status = getElement("#count", HTMLElement);
const more = getElement("#more", HTMLButtonElement);
const compare = getElement("#compare", HTMLButtonElement);
const table = getElement("#models table", HTMLTableElement);
const body = getElement("tbody", HTMLTableSectionElement, table);

let all: ModelRecord[] = [];
let view: View = readView(new URLSearchParams(location.search));
let rows: ModelRecord[] = [];
/** Rows of `rows` that stand in the table. */
let drawn = 0;
const chosen = new Set<string>();

async function start(): Promise<void> {
  try {
    all = fromColumns((await loadJson<{ columns: Columns<ModelRecord> }>(MODELS_TABLE)).columns);
  } catch (error) {
    status.textContent = `The table of all models could not be loaded: ${String(error instanceof Error ? error.message : error)}. The rows below stand in the page itself.`;
    return;
  }
  const isPlain = writeView(view).size === 0;
  if (isPlain) drawn = body.rows.length ?? 0;
  update({ keepsRows: isPlain });
  listen();
}

/** Filters, sorts and draws; the address follows. */
function update({ keepsRows = false } = {}): void {
  const { filters, q } = view;
  const showChoices = () =>
    showControls(form, columnBoxes, view, countChoices(all, filters, q), all);
  rows = filter(sorted(view), filters, q);
  table.tHead?.replaceChildren(headRow(view, turn));
  if (keepsRows) showChoices();
  else {
    drawn = 0;
    body.replaceChildren();
    table.dataset.columns = String(Math.ceil(view.columns.length / 3) * 3);
    draw(() => window.setTimeout(showChoices));
  }
  announce();
}

/** Order → all models in it. */
const orders = new Map<string, readonly ModelRecord[]>();

function sorted({ sort, direction }: View): readonly ModelRecord[] {
  const name = `${sort} ${direction}`;
  const order = orders.get(name) ?? sortRecords(all, sort, direction);
  orders.set(name, order);
  return order;
}

function draw(then?: () => void): void {
  const next = rows.slice(drawn, drawn + STEP);
  drawn += next.length;
  drawRows(body, next, (record) => modelRow(record, view.columns, chosen), then);
}

function announce(): void {
  more.hidden = drawn >= rows.length;
  const found = `${thousands(rows.length)} of ${thousands(all.length)} models`;
  status.textContent =
    rows.length === 0
      ? "No model passes all of these filters. Clear one of them."
      : drawn < rows.length
        ? `${found}; the first ${thousands(drawn)} are shown.`
        : `${found}.`;
}

let later: number | undefined;

function change(next: View): void {
  view = next;
  update();
  window.clearTimeout(later);
  later = window.setTimeout(writeAddress, 150);
}

function writeAddress(): void {
  const query = String(writeView(view)).replaceAll("%2C", ",");
  history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
}

function turn(key: string): void {
  change(turned(view, key));
  getElement(`th[data-key="${key}"] button`, HTMLButtonElement, table).focus();
}

function choose(box: HTMLInputElement): void {
  if (box.checked) chosen.add(box.value);
  else chosen.delete(box.value);
  const count = chosen.size;
  compare.disabled = count < 2 || count > MAX_COMPARED;
  compare.textContent =
    count > MAX_COMPARED
      ? `Compare ${count}: at most ${MAX_COMPARED}`
      : count < 2
        ? "Compare: choose 2 to 6"
        : `Compare ${count} models`;
}

function listen(): void {
  form.addEventListener("input", () => change({ ...view, ...readControls(form, columnBoxes) }));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    change({ ...view, q: "", filters: {} });
  });
  columnBoxes.addEventListener("input", () =>
    change({ ...view, ...readControls(form, columnBoxes) }),
  );
  body.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) choose(target);
  });
  more.addEventListener("click", () => {
    if (body.ariaBusy === "true") return;
    const first = drawn;
    draw();
    announce();
    body.rows[first]?.querySelector("a")?.focus();
  });
  compare.addEventListener("click", () => location.assign(comparePage([...chosen])));
  getElement("#csv", HTMLButtonElement).addEventListener("click", () =>
    download("models.csv", toViewCsv(rows, view.columns), "text/csv;charset=utf-8"),
  );
}

void start();
