/** The few things that every script of the pages does with the document. */

/** @throws Error where the page has no such element, which its template promised. */
export function getElement<E extends Element>(
  selector: string,
  type: new () => E,
  root: ParentNode = document,
): E {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} at ${selector}`);
}

/** An element with its text; text is never read as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
