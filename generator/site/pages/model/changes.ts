/** The newest changes of the model's prices, and its first day. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow, ModelRow } from "../../../../build/model/catalog/rows.ts";
import { changeTitle } from "../../../endpoints/changes/changes.ts";
import { changesOf, modelFeedPath } from "../../../feeds/feeds.ts";
import { redDate, usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

const SHOWN = 10;

export function modelChanges(model: ModelRow, catalog: Catalog): Html | false {
  const changes = changesOf(model.slug, catalog);
  if (changes.length === 0) return false;
  return section(
    "changes",
    "Changes",
    html`<ol class="moves">
${changes.slice(0, SHOWN).map((change) => toItem(change, catalog))}</ol>
<p class="note">${changes.length > SHOWN && `The newest ${SHOWN} of ${changes.length}. `}To be told of the next: <a href="${modelFeedPath(model.slug)}.xml">its feed</a> (Atom).</p>`,
  );
}

const toItem = (change: ChangeRow, catalog: Catalog): Html =>
  html`<li>
<span class="when">${redDate(change.date)}</span>
${
  change.type === "new_model"
    ? html`<span>${changeTitle(change, catalog)}</span>`
    : html`<a href="/api/v1/price-history/${change.model}?provider=${change.host}">${changeTitle(change, catalog)}</a>
<span class="step">in ${step(change.old_input, change.new_input)}</span>
<span class="step">out ${step(change.old_output, change.new_output)}</span>`
}
</li>
`;

/** A price that did not change is written once. */
const step = (before: number | null, after: number | null): Html =>
  before === after
    ? html`${usd(after)}`
    : html`<s>${usd(before)}</s> <span aria-hidden="true">→</span><span class="vh">to</span> <b>${usd(after)}</b>`;
