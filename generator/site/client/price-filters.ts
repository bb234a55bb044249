/** Filters the price changes by lab, host and kind, and sorts them by newest or biggest. The state is in the URL. */
import { pluralize } from "../components/parts.ts";
import { getRequiredElement, replaceUrlQuery } from "./dom.ts";

const form = getRequiredElement("#price-filters", HTMLFormElement);
const status = getRequiredElement('[role="status"]', HTMLElement, form);
const body = getRequiredElement("#moves tbody", HTMLTableSectionElement);

/** In the order of the page: the newest first. */
const rows = [...body.rows].map((row) => ({
  row,
  facts: getRequiredElement("[data-kind]", HTMLElement, row).dataset,
}));

const asked = new URLSearchParams(location.search);
for (const option of form.querySelectorAll("option"))
  if (asked.get(option.closest("select")?.name ?? "") === option.value) option.selected = true;
form.addEventListener("change", () => {
  show();
  const chosen = [...new FormData(form)].filter(([, value]) => value !== "" && value !== "date");
  replaceUrlQuery(String(new URLSearchParams(chosen as [string, string][])));
});
form.addEventListener("submit", (event) => event.preventDefault());
show();

function show(): void {
  const filters = new FormData(form);
  const shown = rows.filter(({ facts }) =>
    ["lab", "host", "kind"].every((name) => ["", facts[name]].includes(String(filters.get(name)))),
  );
  if (filters.get("order") === "size")
    shown.sort((a, b) => Number(b.facts.size) - Number(a.facts.size));
  body.replaceChildren(...shown.map(({ row }) => row));
  const none = "No price change on this page matches the filters. Try another month.";
  status.textContent = shown.length === 0 ? none : pluralize(shown.length, "change");
}
