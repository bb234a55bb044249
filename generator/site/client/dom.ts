/** Functions that the scripts of the pages share. */
import { type HtmlContent, html } from "../components/html.ts";
import { pluralize } from "../components/parts.ts";

/** @throws Error when the page does not have the element that its template promises. */
export function getRequiredElement<E extends Element>(
  selector: string,
  type: new () => E,
  root: ParentNode = document,
): E {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} at ${selector}`);
}

/** Creates an element; text is never parsed as markup. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Turns markup made by `html`, which escapes all text, into nodes. */
export function htmlToDom(content: HtmlContent): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html`${content}`.toString();
  return template.content;
}

export const NETWORK_ERROR_TEXT =
  "No answer: the network or the service cannot be reached. Try again later.";

/** @throws Error with a message for users. */
export async function fetchOrThrow(path: string): Promise<Response> {
  const response = await fetch(path).catch(() => {
    throw new Error("the network cannot be reached");
  });
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  return response;
}

/** @throws Error with a message for users. */
export const fetchJson = async <T>(path: string): Promise<T> =>
  (await fetchOrThrow(path)).json().catch(() => {
    throw new Error("the answer is not valid JSON");
  });

const RETRY_PAUSE = 1000;

/** Loads at the first call, if necessary at a second attempt; after two failures, the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load()
      .catch(() => new Promise((done) => setTimeout(done, RETRY_PAUSE)).then(load))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      }));
}

const DAY = 86_400_000;
/** Days from now to a date (YYYY-MM-DD); 0 or less from that day on. */
export const daysUntil = (day: string): number => Math.ceil((Date.parse(day) - Date.now()) / DAY);

/** Writes the remaining days into each element with `data-days`. */
export function showDaysLeft(): void {
  for (const left of document.querySelectorAll<HTMLElement>("[data-days]")) {
    const days = daysUntil(left.dataset.days ?? "");
    const text = days > 0 ? `in ${pluralize(days, "day")}` : "retired";
    left.textContent = left.closest("td, .dated") ? text : `(${text})`;
  }
}

export const toErrorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export function downloadContentAsFile(content: string | Blob, type: string, name: string): void {
  const href = URL.createObjectURL(new Blob([content], { type }));
  createElement("a", { href, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Writes the query into the URL after a short pause without changes. */
export function replaceUrlQuery(query: string): void {
  window.clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => {
    history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
  }, 150);
}
let addressTimer: number | undefined;
