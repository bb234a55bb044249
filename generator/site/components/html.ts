/** Text → HTML that is escaped unless it was made here. */

/** Finished markup. Only `html` and `trusted` make one, so a plain string is never taken for markup. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template may contain: null, undefined and false leave nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/**
 * Markup with values. A value belongs between tags or in an attribute in double quotes, nowhere else:
 * html`<a href="${address}">${name}</a>`
 */
export function html(markup: TemplateStringsArray, ...values: Content[]): Html {
  let text = markup[0] ?? "";
  for (let at = 0; at < values.length; at++) text += toMarkup(values[at]) + (markup[at + 1] ?? "");
  return new Html(text);
}

/** Markup or CSS of our own that is no template: never text that comes from data. */
export const trusted = (markup: string): Html => new Html(markup);

/** Most texts have nothing to escape, and to look is cheaper than to replace. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    : text;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toMarkup(value: Content): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "object")
    return value.reduce((text: string, part) => text + toMarkup(part), "");
  return escapeHtml(String(value));
}

/** Markup as plain text, without its tags. */
export const textOf = (markup: Html): string =>
  markup
    .toString()
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => PLAIN[entity] ?? entity);

const PLAIN = Object.fromEntries(
  Object.entries(ENTITIES).map(([plain, entity]) => [entity, plain]),
);
