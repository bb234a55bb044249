/** The form above the table: choices with counts. */
import { thousands } from "../../components/format.ts";
import { FACETS, type Facet } from "../../pages/models/facets.ts";
import type { Counts } from "../../pages/models/filter.ts";
import type { ModelRecord } from "../../pages/models/model-record.ts";
import type { View } from "../../pages/models/view.ts";
import { element, getElement } from "../dom.ts";

/** Facet → value → text, by the first record that has the value. */
const texts = new Map<string, Map<string, string>>();

export function readControls(
  form: HTMLFormElement,
  columns: HTMLFieldSetElement,
): Pick<View, "q" | "filters" | "columns"> {
  const data = new FormData(form);
  const filters = FACETS.map(({ key }) => [key, String(data.get(key) ?? "")] as const);
  const boxes = [...columns.querySelectorAll("input")].filter(({ checked }) => checked);
  return {
    q: String(data.get("q") ?? ""),
    filters: Object.fromEntries(filters.filter(([, value]) => value !== "")),
    columns: ["name", ...boxes.map(({ value }) => value)],
  };
}

export function showControls(
  form: HTMLFormElement,
  columns: HTMLFieldSetElement,
  { q, filters, columns: shown }: View,
  counts: Counts,
  all: readonly ModelRecord[],
): void {
  const name = getElement("[name=q]", HTMLInputElement, form);
  if (name.value.trim() !== q.trim()) name.value = q;
  for (const facet of FACETS) {
    const select = getElement(`[name=${facet.key}]`, HTMLSelectElement, form);
    fill(select, facet, all, filters[facet.key]);
    showCounts(select, facet, counts.get(facet.key) ?? new Map());
    select.value = filters[facet.key] ?? "";
  }
  for (const box of columns.querySelectorAll("input")) box.checked = shown.includes(box.value);
}

/** Once; and whenever the address asks for a value that is none of the choices. */
function fill(
  select: HTMLSelectElement,
  facet: Facet,
  all: readonly ModelRecord[],
  wanted: string | undefined,
): void {
  const known = texts.get(facet.key) ?? new Map(choices(facet, all));
  if (wanted !== undefined && !known.has(wanted)) {
    known.set(wanted, facet.kind === "choice" ? wanted : facet.text(wanted));
    texts.delete(facet.key);
  }
  if (texts.has(facet.key)) return;
  texts.set(facet.key, known);
  const options = [...known.keys()].map((value) => element("option", { value }));
  select.replaceChildren(...[...select.options].slice(0, 1), ...options);
}

function choices(facet: Facet, all: readonly ModelRecord[]): [value: string, text: string][] {
  if (facet.kind !== "choice") return facet.options(all).map((value) => [value, facet.text(value)]);
  const found = new Map<string, string>();
  for (const record of all)
    for (const value of facet.values(record))
      if (!found.has(value)) found.set(value, facet.text(value, record));
  return [...found].sort(([, a], [, b]) => a.localeCompare(b, "en"));
}

/** What would show nothing is left out, unless it is what was chosen. */
function showCounts(
  select: HTMLSelectElement,
  { key }: Facet,
  counts: ReadonlyMap<string, number>,
): void {
  for (const option of [...select.options].slice(1)) {
    const count = counts.get(option.value) ?? 0;
    const text = `${texts.get(key)?.get(option.value) ?? option.value} (${thousands(count)})`;
    if (option.textContent !== text) option.textContent = text;
    option.hidden = count === 0;
  }
}
