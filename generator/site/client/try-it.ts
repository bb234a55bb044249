/** Turns every example of the API reference into a URL that can be edited and sent, with its answer below. */
import { html } from "../components/html.ts";
import { createElement, getRequiredElement, htmlToDom, NETWORK_ERROR_TEXT } from "./dom.ts";

/** Maximum characters of an answer that are shown; a line below them gives the URL of the whole answer. */
const SHOWN = 4000;

for (const example of document.querySelectorAll(".try")) addForm(example);

function addForm(example: Element): void {
  const address = getRequiredElement("a", HTMLAnchorElement, example).getAttribute("href");
  example.replaceChildren(
    htmlToDom(
      html`<form class="trial"><input aria-label="URL to try" value="${address}" spellcheck="false"><button>Send</button></form>`,
    ),
  );
  const answer = createElement("pre", { tabindex: "0", role: "region", "aria-label": "Answer" });
  answer.hidden = true;
  example.after(answer);
  example.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(getRequiredElement("input", HTMLInputElement, example).value, answer);
  });
}

async function send(address: string, answer: HTMLElement): Promise<void> {
  answer.hidden = false;
  answer.textContent = "…";
  if (!address.startsWith("/api/")) {
    answer.textContent = "URLs of the API begin with /api/.";
    return;
  }
  try {
    const response = await fetch(address);
    const text = pretty(await response.text());
    const rest =
      text.length > SHOWN ? `\n… ${text.length - SHOWN} more characters at ${address}` : "";
    answer.textContent = `${response.status} ${response.headers.get("content-type") ?? ""}\n\n${text.slice(0, SHOWN)}${rest}`;
  } catch {
    answer.textContent = NETWORK_ERROR_TEXT;
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
