/** The calculator's form ↔ what is asked. */
import { type Question, readQuestion, writeQuestion } from "../../pages/calculator/question.ts";

/** The form has the names of the address; what it leaves out is an unticked box. */
export function readForm(form: HTMLFormElement): Question {
  const query = new URLSearchParams();
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      query.set(field.name, field.checked ? "1" : "0");
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      query.set(field.name, field.value);
  }
  for (const name of ["in", "cached", "out", "requests"])
    if (query.get(name) === "") query.set(name, "0");
  return readQuestion(query);
}

export function showForm(form: HTMLFormElement, question: Question): void {
  for (const [name, value] of writeQuestion(question)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = value === "1";
    else if (field instanceof HTMLInputElement) field.value = value;
    else if (field instanceof HTMLSelectElement) choose(field, value);
  }
}

/** A value of the address may be none of the choices. */
function choose(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some((option) => option.value === value))
    select.add(new Option(value, value));
  select.value = value;
}
