/** The datasets in each format, with their columns on demand. */
import { DATA_PACKAGE_PATH } from "../../../exports/data-package.ts";
import type { Dataset } from "../../../exports/dataset.ts";
import { DATASETS } from "../../../exports/datasets.ts";
import { CSV, EXPORT_FOLDER, exportPath, PARQUET } from "../../../exports/formats.ts";
import { withCode } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

export function datasets(): Html {
  return section(
    "exports",
    "CSV and Parquet exports",
    html`<p>Whole datasets for a spreadsheet or a database, at <code>${EXPORT_FOLDER}<var>{dataset}</var></code>: UTF-8, a header row, empty where a value is unknown. With <code>${PARQUET.ending}</code> after the name the same rows come as Parquet with true types. <a href="${DATA_PACKAGE_PATH}"><code>${DATA_PACKAGE_PATH}</code></a> names the columns, size and SHA-256 of every file, for tools that read Data Packages. None holds a third-party benchmark score.</p>
<div class="exports">
${DATASETS.map(toArticle)}</div>`,
  );
}

const toArticle = (dataset: Dataset): Html => {
  const { name, title, columns } = dataset;
  return html`<article class="export">
<h3><a href="${exportPath(dataset, CSV)}"><code>${name}</code></a></h3>
<p>${title}, also as <a href="${exportPath(dataset, PARQUET)}">Parquet</a></p>
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
};
