/** A small writer of XML 1.0: what it returns is well-formed whatever stands in the data. */

/** Finished markup. Only `element` makes one, so a plain string is never taken for markup. */
export class Xml {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Attributes = Readonly<Record<string, string>>;

/** `element("link", { href }, [])` → `<link href="…"/>`. Names are ours, values may be anything. */
export function element(
  name: string,
  attributes: Attributes,
  content: readonly (Xml | string)[],
): Xml {
  const head = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
  );
  const start = `<${name}${head.join("")}`;
  if (content.length === 0) return new Xml(`${start}/>`);
  const inside = content.map((part) => (part instanceof Xml ? part.toString() : escapeText(part)));
  return new Xml(`${start}>${inside.join("")}</${name}>`);
}

export const toDocument = (root: Xml): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root.toString()}\n`;

/** Characters that no XML document may hold, not even escaped, become U+FFFD. */
const escapeText = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"'\r]/g, toReference);

/** In an attribute a reader would take tabs and line ends for spaces. */
const escapeAttribute = (text: string): string => escapeText(text).replace(/[\t\n]/g, toReference);

const toReference = (character: string): string => `&#${character.charCodeAt(0)};`;

/** All but tab, line ends, and U+0020 to U+10FFFF without surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
