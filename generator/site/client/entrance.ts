/** The sentence on the front page: how many models it finds, and their address on the page of models. */
import { MODELS_PAGE_PATH } from "../components/addresses.ts";
import { pluralize } from "../components/parts.ts";
import { parseModelsView, toModelsApiPath, toModelsQuery } from "../pages/models/view.ts";
import { fetchJson, getRequiredElement } from "./dom.ts";

const form = getRequiredElement("#entrance", HTMLFormElement);
const workload = getRequiredElement("select", HTMLSelectElement, form);
const button = getRequiredElement("button", HTMLButtonElement, form);

const readView = () => {
  const query = new URLSearchParams(workload.value);
  for (const [name, value] of new FormData(form)) query.append(name, String(value));
  return parseModelsView(query);
};

async function count(): Promise<void> {
  const path = toModelsApiPath(readView());
  try {
    const { meta } = await fetchJson<{ meta: { total: number } }>(`${path}&fields=slug&limit=1`);
    if (path === toModelsApiPath(readView()))
      button.textContent = `Show ${pluralize(meta.total, "model")}`;
  } catch {
    button.textContent = "Show models";
  }
}

form.addEventListener("change", () => void count());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(`${MODELS_PAGE_PATH}?${toModelsQuery(readView())}`);
});
