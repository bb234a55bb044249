/** Shows only the rows or glossary terms that contain the typed text; hides sections without any. */
import { getRequiredElement } from "./dom.ts";

const ITEMS = ".glossary > div, main > section tbody tr";

const filter = getRequiredElement("#list-filter", HTMLInputElement);
const items = [...document.querySelectorAll<HTMLElement>(ITEMS)].map((item) => ({
  item,
  text: item.textContent?.toLowerCase() ?? "",
}));
const sections = [...document.querySelectorAll<HTMLElement>("main > section")];

filter.addEventListener("input", () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const { item, text } of items) item.hidden = !text.includes(wanted);
  for (const section of sections) {
    section.hidden = section.querySelector(`:is(${ITEMS}):not([hidden])`) === null;
    for (const fold of section.querySelectorAll("details"))
      fold.open = wanted !== "" && fold.querySelector("tr:not([hidden]) > td") !== null;
  }
});
