/** The form above the table; its script fills the choices and counts them. It is hidden where scripts do not run. */
import { type Html, html } from "../../components/html.ts";
import { FACETS } from "./facets.ts";
import { SHOWN_COLUMNS, TABLE_COLUMNS } from "./table-columns.ts";

export const controls =
  (): Html => html`<form id="filters" class="controls needs-script" aria-label="Filters">
<label>Name<input name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"></label>
${FACETS.map(
  ({ key, label, any }) =>
    html`<label>${label}<select name="${key}"><option value="">${any}</option></select></label>
`,
)}<p><button type="reset">Clear all</button></p>
</form>`;

export const tools = (): Html => html`<div class="tools needs-script">
<button type="button" id="compare" disabled>Compare: choose 2 to 6</button>
<button type="button" id="csv">CSV of this view</button>
<details><summary>Columns</summary>
<fieldset id="columns"><legend class="vh">Columns to show</legend>
${TABLE_COLUMNS.slice(1).map(
  ({ key, title }) =>
    html`<label><input type="checkbox" value="${key}"${SHOWN_COLUMNS.includes(key) && html` checked`}> ${title}</label>
`,
)}</fieldset>
</details>
</div>`;
