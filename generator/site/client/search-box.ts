/** Search suggestions (`/` and Ctrl-K focus the box, arrow keys choose, Enter opens), and the copy buttons. */
import { comparePagePath } from "../components/addresses.ts";
import { formatTokens, formatUsdOrFree, html } from "../components/html.ts";
import { createElement, fetchJson, getRequiredElement, htmlToDom } from "./dom.ts";

interface Item {
  type: string;
  name: string;
  page: string | null;
  url: string;
  /** Present for models. */
  price?: { input: number | null; output: number | null };
  context_window?: number | null;
}

const LIMIT = 8;
const MIN_LENGTH = 2;
const PAUSE = 120;

const input = getRequiredElement("#q", HTMLInputElement);
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  const isWanted =
    key === "k" ? ctrlKey || metaKey : key === "/" && !isTyping && !ctrlKey && !metaKey;
  if (!isWanted || altKey) return;
  event.preventDefault();
  input.focus();
  input.select();
});

/** The items, and the slugs of the hosts to which the text limits the models: `groq`, `groq,togetherai`. */
interface Found {
  data: Item[];
  meta: { understood?: { host?: string } };
}

/** Query string → results. */
const answers = new Map<string, Found>();

/** Null when the network or the service fails. Enter still opens the results page. */
async function find(question: string): Promise<Found | null> {
  const known = answers.get(question);
  if (known) return known;
  try {
    const path = `/api/v1/search?limit=${LIMIT}&${question}`;
    const found = await fetchJson<Found>(path);
    answers.set(question, found);
    return found;
  } catch {
    return null;
  }
}

/**
 * `$3.00 / $15.00 · 200k`: price and context window of a model, as far as they are known; the type if neither is. Of
 * models at a host, the host instead of the price, which is not that of the host: `at groq · 200k`.
 */
function toRemark(
  { type, price, context_window: context }: Item,
  host: string | undefined,
): string {
  const isAtHost = host !== undefined && price !== undefined;
  const isPriced = !isAtHost && price && price.input !== null && price.output !== null;
  const known = [
    isAtHost && `at ${host.replaceAll(",", " or ")}`,
    isPriced && `${formatUsdOrFree(price.input)} / ${formatUsdOrFree(price.output)}`,
    context && formatTokens(context),
  ];
  return known.filter(Boolean).join(" · ") || type;
}

/** A path, so that it works on any host name. */
function toPagePath({ page, url }: Item): string {
  if (page === null) return url;
  const { pathname, hash } = new URL(page, location.href);
  return pathname + hash;
}

/** The texts between commas. */
const readNames = ({ value }: HTMLInputElement): string[] =>
  value.split(",").map((name) => name.trim());

/** @param only Parameters that limit the search. @param toHref Returns the link of a suggestion. */
function addSuggestions(
  field: HTMLInputElement,
  only: Readonly<Record<string, string>>,
  toHref: (item: Item) => string,
): void {
  const list = createElement("ul", {
    id: `suggestions-${field.id}`,
    class: "suggestions",
    role: "listbox",
    "aria-label": "Suggestions",
    hidden: "",
  });
  const status = createElement("p", { class: "sr-only", role: "status" });
  field.after(list, status);
  field.role = "combobox";
  field.ariaExpanded = "false";
  field.ariaAutoComplete = "list";
  field.setAttribute("aria-controls", list.id);
  let request = 0;
  let chosen = -1;
  let pause: number | undefined;
  let closing: number | undefined;

  const suggest = async (): Promise<void> => {
    const q = field === input ? field.value.trim() : (readNames(field).at(-1) ?? "");
    const own = ++request;
    const isLong = q.length >= MIN_LENGTH;
    const found = isLong ? await find(String(new URLSearchParams({ ...only, q }))) : null;
    if (own !== request) return;
    if (found === null) close();
    else show(found);
  };
  const show = ({ data: items, meta }: Found): void => {
    const options = items.map(
      (item, index) =>
        html`<li role="option" id="${list.id}-${index}" aria-selected="false"><a href="${toHref(item)}" tabindex="-1">${item.name} <small>${toRemark(item, meta.understood?.host)}</small></a></li>`,
    );
    const before = list.children[chosen]?.querySelector("a")?.getAttribute("href");
    list.replaceChildren(htmlToDom(options));
    setOpen(options.length > 0);
    // Results for a longer text may arrive after an arrow key was pressed, so the choice is kept.
    choose(items.findIndex((item) => toHref(item) === before));
    status.textContent = options.length === 0 ? "Nothing found" : `${options.length} suggestions`;
  };
  const choose = (index: number): void => {
    chosen = index;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute("aria-selected", String(at === index));
    if (index < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${list.id}-${index}`);
  };
  const close = (): void => {
    request++;
    setOpen(false);
    status.textContent = "";
  };
  const setOpen = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) field.removeAttribute("aria-activedescendant");
  };

  field.addEventListener("input", () => {
    window.clearTimeout(pause);
    pause = window.setTimeout(() => void suggest(), PAUSE);
  });
  // The delay is needed because a click on a suggestion first moves the focus away.
  field.addEventListener("blur", () => {
    closing = window.setTimeout(close, 150);
  });
  field.addEventListener("focus", () => {
    window.clearTimeout(closing);
    void suggest();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (list.hidden) field.blur();
      close();
    }
    if (list.hidden) return;
    if (event.key === "Enter") {
      const link = list.children[chosen]?.querySelector("a");
      if (!link) return;
      event.preventDefault();
      link.click();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    choose((chosen + step + list.children.length) % list.children.length);
  });
  // Text that was typed before this script was loaded.
  if (document.activeElement === field) void suggest();
}

addSuggestions(input, {}, toPagePath);
/** A chosen model is added to the comparison, after the names that were typed before it. */
const compared = document.querySelector<HTMLInputElement>("#models[data-compared]");
if (compared)
  addSuggestions(compared, { type: "model" }, (item) => {
    const own = (compared.dataset.compared ?? "").split(",").filter(Boolean);
    const typed = readNames(compared).slice(0, -1).map(encodeURIComponent);
    return comparePagePath([...own, ...typed, toPagePath(item).replace(/^.*\//, "")]);
  });

for (const id of document.querySelectorAll("[data-copy]")) {
  const name = `Copy ${id.textContent}`;
  id.after(" ", createElement("button", { class: "copy", "aria-label": name }, "Copy"));
}
/** A copy button copies the text of the element before it. */
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || !target.matches(".copy")) return;
  void copy(target.previousElementSibling?.textContent ?? "", target);
});

/** Opens the share menu of the device, or else copies the address of the page. */
document
  .querySelector<HTMLButtonElement>("#share")
  ?.addEventListener("click", ({ currentTarget }) => {
    const page = { title: document.title, url: location.href };
    if (navigator.share) void navigator.share(page).catch(() => undefined);
    else if (currentTarget instanceof HTMLButtonElement)
      void copy(page.url, currentTarget, "Share");
  });

async function copy(text: string, button: HTMLButtonElement, label = "Copy"): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.trim());
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  window.setTimeout(() => {
    button.textContent = label;
  }, 2000);
}
