/** The CSV datasets, with their columns on demand. */
import { DATASETS, type Dataset } from "../../exports/datasets.ts";
import { withCode } from "../format.ts";
import { type Html, html } from "../html.ts";
import { section } from "./section.ts";

export function datasets(): Html {
  return section(
    "exports",
    "CSV exports",
    html`<p>Whole datasets for a spreadsheet or a database, at <code>/api/v1/export/<var>{dataset}</var></code>: UTF-8, a header row, empty where a value is unknown. None holds a third-party benchmark score.</p>
<div class="exports">
${DATASETS.map(toArticle)}</div>`,
  );
}

const toArticle = ({ name, title, columns }: Dataset): Html =>
  html`<article class="export">
<h3><a href="/api/v1/export/${name}"><code>${name}</code></a></h3>
<p>${title}</p>
<details>
<summary>${columns.length} columns<span class="vh"> of ${name}</span></summary>
<dl class="columns">${columns.map(
    (column) => html`
<dt><code>${column.name}</code> <small>${column.type}</small></dt>
<dd>${withCode(column.description)}</dd>`,
  )}
</dl>
</details>
</article>
`;
