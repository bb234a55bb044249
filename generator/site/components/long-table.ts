/** A table that shows its first rows, and the others when they are unfolded. */
import { type Html, html } from "./html.ts";
import { type Table, table } from "./table.ts";

const SHOWN = 100;

/** @param most Rows in all; the answer behind the table has the others, and the page says so. */
export function longTable<Row>(of: Table<Row>, most = 500): Html {
  const rest = of.rows.slice(SHOWN, most);
  return html`${table({ ...of, rows: of.rows.slice(0, SHOWN) })}${
    rest.length > 0 &&
    html`<details>
<summary>${rest.length} more</summary>
${table({ ...of, ...(of.id !== undefined && { id: `${of.id}-more` }), caption: `${of.caption}: the others`, rows: rest })}</details>
`
  }${
    of.rows.length > most &&
    html`<p class="note">The first ${most} of ${of.rows.length}; the files below have all.</p>
`
  }`;
}
