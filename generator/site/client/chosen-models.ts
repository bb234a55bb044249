/** The models selected for comparison: a box next to the table, or a bar below it on a phone. */
import {
  comparePagePath,
  MAX_COMPARED_MODELS,
  PERSONAL_FEED_PATH,
  toFeedQuery,
} from "../components/addresses.ts";
import { html } from "../components/html.ts";
import { modelLink } from "../components/parts.ts";
import { getRequiredElement, htmlToDom } from "./dom.ts";

const CHOSEN = "chosen-models";

const box = getRequiredElement("#chosen", HTMLElement);
const body = getRequiredElement("#models tbody", HTMLTableSectionElement);
/** Slug → name. */
const chosen = new Map<string, string>(readChosen());

export const isModelSelected = (slug: string): boolean => chosen.has(slug);

function readChosen(): [string, string][] {
  try {
    return JSON.parse(sessionStorage.getItem(CHOSEN) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}

/** Saves the selection for back navigation; without storage (private window, quota), it lasts as long as the page. */
function keepChosen(): void {
  try {
    sessionStorage.setItem(CHOSEN, JSON.stringify([...chosen]));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** @param toHref Returns the URL of the view with only these models. */
export function showSelectedModels(toHref: (slugs: string[]) => string): void {
  box.hidden = chosen.size === 0;
  const slugs = [...chosen.keys()];
  const items = [...chosen].map(([slug, name]) => html`<li>${modelLink(slug, name)}</li>`);
  const compare =
    chosen.size > MAX_COMPARED_MODELS
      ? html`<span class="note">At most ${MAX_COMPARED_MODELS} can be compared</span>`
      : html`<a class="button primary" href="${comparePagePath(slugs)}">${chosen.size === 1 ? "Compare with another" : `Compare ${chosen.size} models`}</a>`;
  box.replaceChildren(
    htmlToDom(
      html`<p class="title"><b>${chosen.size} selected</b> <button type="button" id="clear">Clear</button></p><ul>${items}</ul><p class="note"><a data-view href="${toHref(slugs)}">Show only these</a> · <a href="${PERSONAL_FEED_PATH}.xml${toFeedQuery(slugs)}">Feed</a></p>${compare}`,
    ),
  );
  for (const tick of body.querySelectorAll<HTMLInputElement>("th input"))
    tick.checked = chosen.has(tick.value);
  for (const row of body.rows)
    row.classList.toggle("is-chosen", chosen.has(row.dataset.slug ?? ""));
}

/** @param show Draws the choice again. */
export function listenToModelSelection(show: () => void): void {
  const keepAndShow = (): void => {
    keepChosen();
    show();
  };
  const take = (tick: HTMLInputElement): void => {
    const { checked, value } = tick;
    const name = tick.closest("tr")?.querySelector("a")?.textContent ?? value;
    if (checked) chosen.set(value, name);
    else chosen.delete(value);
  };
  // Boxes that were ticked before this script was loaded.
  for (const tick of body.querySelectorAll<HTMLInputElement>("th input:checked")) take(tick);
  body.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    take(target);
    keepAndShow();
  });
  box.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    chosen.clear();
    keepAndShow();
  });
}
