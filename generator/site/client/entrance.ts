/** The sentence form on the front page: shows how many models match, and links to them on the models page. */
import { MODELS_PAGE_PATH } from "../components/addresses.ts";
import { pluralize } from "../components/parts.ts";
import { fetchJson, getRequiredElement, showDaysLeft } from "./dom.ts";

showDaysLeft();

const form = getRequiredElement("#entrance", HTMLFormElement);
const workload = getRequiredElement("select", HTMLSelectElement, form);
const button = getRequiredElement("button", HTMLButtonElement, form);

/** The filters are loaded when the form is first used, because most readers of the front page do not need them. */
async function readForm(): Promise<{ apiPath: string; query: string }> {
  const { parseModelsView, toModelsViewApiPath, toModelsQuery } = await import(
    "../pages/models/view.ts"
  );
  const written = new URLSearchParams(workload.value);
  for (const [name, value] of new FormData(form)) written.append(name, String(value));
  const view = parseModelsView(written);
  return { apiPath: toModelsViewApiPath(view), query: toModelsQuery(view) };
}

async function count(): Promise<void> {
  try {
    const { apiPath } = await readForm();
    const { meta } = await fetchJson<{ meta: { total: number } }>(`${apiPath}&fields=slug&limit=1`);
    if (apiPath === (await readForm()).apiPath)
      button.textContent = `Show ${pluralize(meta.total, "model")}`;
  } catch {
    button.textContent = "Show models";
  }
}

form.addEventListener("change", () => void count());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  readForm().then(
    ({ query }) => location.assign(`${MODELS_PAGE_PATH}?${query}`),
    () => form.submit(),
  );
});
