/** Shows the terms of the glossary that have what one types. */
import { getRequiredElement } from "./dom.ts";

const filter = getRequiredElement("#term-filter", HTMLInputElement);
const terms = [...document.querySelectorAll<HTMLElement>(".glossary > div")].map((term) => ({
  term,
  text: term.textContent?.toLowerCase() ?? "",
}));
const letters = [...document.querySelectorAll<HTMLElement>("main > section")];

filter.addEventListener("input", () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const { term, text } of terms) term.hidden = !text.includes(wanted);
  for (const letter of letters)
    letter.hidden = letter.querySelector(".glossary > div:not([hidden])") === null;
});
