/** What the scripts of the pages share. */
import { type HtmlContent, html } from "../components/html.ts";
import { pluralize } from "../components/parts.ts";

/** @throws Error where the page has no such element, which its template promised. */
export function getRequiredElement<E extends Element>(
  selector: string,
  type: new () => E,
  root: ParentNode = document,
): E {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} at ${selector}`);
}

/** An element with its text; text is never read as markup. */
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

/** Markup made by `html`, which escapes every text, as nodes. */
export function htmlToDom(content: HtmlContent): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html`${content}`.toString();
  return template.content;
}

export const NETWORK_ERROR_TEXT =
  "No answer: the network or the service cannot be reached. Try again later.";

/** @throws Error with a sentence for people. */
export async function fetchOrThrow(path: string): Promise<Response> {
  const response = await fetch(path).catch(() => {
    throw new Error("the network cannot be reached");
  });
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  return response;
}

/** @throws Error with a sentence for people. */
export const fetchJson = async <T>(path: string): Promise<T> => (await fetchOrThrow(path)).json();

/** Loads at the first call; after a failure, the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

const DAY = 86_400_000;
/** From now to a day (YYYY-MM-DD); 0 or less when it has come. */
export const daysUntil = (day: string): number => Math.ceil((Date.parse(day) - Date.now()) / DAY);

/** Writes the days left beside each date that has room for them. */
export function showDaysLeft(): void {
  for (const left of document.querySelectorAll<HTMLElement>("[data-days]")) {
    const days = daysUntil(left.dataset.days ?? "");
    const text = days > 0 ? `in ${pluralize(days, "day")}` : "retired";
    left.textContent = left.closest("td") ? text : `(${text})`;
  }
}

export const toErrorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Gives the reader a file. */
export function downloadContentAsFile(content: string | Blob, type: string, name: string): void {
  const href = URL.createObjectURL(new Blob([content], { type }));
  createElement("a", { href, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Writes the query into the address once the reader pauses. */
export function replaceUrlQuery(query: string): void {
  window.clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => {
    history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
  }, 150);
}
let addressTimer: number | undefined;
