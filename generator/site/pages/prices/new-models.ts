/** The models that were new in a month. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { modelPage } from "../../components/addresses.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import type { NewModel } from "./months.ts";

const SHOWN = 30;

export function newModelsSection(models: readonly NewModel[], catalog: Catalog): Html | false {
  if (models.length === 0) return false;
  const list = (some: readonly NewModel[]) => html`<ul class="new-models">
${some.map((model) => toItem(model, catalog))}</ul>
`;
  return section(
    "new",
    "New models",
    html`${list(models.slice(0, SHOWN))}${
      models.length > SHOWN &&
      html`<details>
<summary>${models.length - SHOWN} more</summary>
${list(models.slice(SHOWN))}</details>`
    }`,
  );
}

const toItem = ({ model, date }: NewModel, catalog: Catalog): Html =>
  html`<li>${redDate(date)} <a href="${modelPage(model)}">${catalog.getModel(model).name}</a></li>
`;
