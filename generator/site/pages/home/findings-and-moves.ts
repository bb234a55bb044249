/** The newest findings and moves of list prices. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../../build/model/catalog/rows.ts";
import { changeTitle } from "../../../endpoints/changes/change.ts";
import { modelPage, PRICES_PATH } from "../../components/addresses.ts";
import { redDate, usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { pageOfFinding } from "../../page-of-finding.ts";

const FINDINGS = 5;
const MOVES = 8;

export function findings(catalog: Catalog): Html {
  const items = catalog.findings.slice(0, FINDINGS).map(
    (finding) => html`<li>
<p class="when">${redDate(finding.date)}</p>
<h3><a href="${pageOfFinding(finding)}">${finding.title}</a></h3>
<p>${finding.summary}</p>
</li>
`,
  );
  return section(
    "findings",
    "Latest findings",
    html`<ol class="findings">
${items}</ol>
<p class="note">Written by rule from the recorded facts. <a href="/api/v1/findings">All findings</a>; to be told: <a href="/feed.xml">Atom</a> or <a href="/feed.json">JSON Feed</a>.</p>`,
  );
}

export function priceMoves(catalog: Catalog): Html {
  const moves = catalog.changes.filter((change) => isListPriceMove(change, catalog));
  return section(
    "prices",
    "List prices that moved",
    html`<ol class="moves">
${moves
  .slice(-MOVES)
  .reverse()
  .map((move) => toItem(move, catalog))}</ol>
<p class="note">US dollars per million tokens, at the maker’s own API. <a href="${PRICES_PATH}">Moves at every host</a>; as a feed: <a href="/feeds/prices.xml">Atom</a>, <a href="/feeds/prices.json">JSON</a>.</p>`,
  );
}

/** A move at the lab that made the model; other hosts follow their own reasons. */
function isListPriceMove({ type, model: slug, host }: ChangeRow, catalog: Catalog): boolean {
  if (type !== "price_drop" && type !== "price_increase") return false;
  const model = catalog.model(slug ?? "");
  return model?.default_is_list_price === true && model.default_host === host;
}

function toItem(move: ChangeRow, catalog: Catalog): Html {
  const sign = move.type === "price_drop" ? "down" : "up";
  return html`<li class="${sign}">
<span class="when">${redDate(move.date)}</span>
<a href="${modelPage(move.model ?? "")}">${changeTitle(move, catalog)}</a>
<span class="step">in ${step(move.old_input, move.new_input)}</span>
<span class="step">out ${step(move.old_output, move.new_output)}</span>
</li>
`;
}

/** A price that did not change is written once. */
const step = (before: number | null, after: number | null): Html =>
  before === after
    ? html`${usd(after)}`
    : html`<s>${usd(before)}</s> <span aria-hidden="true">→</span><span class="vh">to</span> <b>${usd(after)}</b>`;
