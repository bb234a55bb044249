/** A strict reader of the XML that feeds are made of: whatever is not well-formed throws. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Text directly within, with references resolved. */
  text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
/** A tag with its attributes, or text up to the next tag. */
const TOKEN = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([A-Za-z][\w:.-]*)="([^"]*)"/g;
const REFERENCE = /&(?:#(\d+)|#x([\da-fA-F]+)|(amp|lt|gt|quot|apos));|&/g;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** @throws Error with the position of the first fault. */
export function parseXml(text: string): XmlElement {
  if (!text.startsWith(DECLARATION)) throw new Error("does not begin with the XML declaration");
  const document: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [document];
  TOKEN.lastIndex = DECLARATION.length;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    if (token === null)
      throw new Error(`neither tag nor text at ${at}: ${text.slice(at, at + 40)}`);
    read(token, open, at);
  }
  const [root] = document.children;
  if (open.length > 1) throw new Error(`<${open.at(-1)!.name}> is not closed`);
  if (root === undefined || document.children.length > 1 || document.text.trim() !== "")
    throw new Error("has not exactly one element at its top");
  return root;
}

function read(token: RegExpExecArray, open: XmlElement[], at: number): void {
  const [, slash, name, attributes, selfClosing, text] = token;
  const parent = open.at(-1)!;
  if (text !== undefined) {
    parent.text += resolve(text);
  } else if (slash === "/") {
    if (name !== parent.name) throw new Error(`</${name}> closes <${parent.name}> at ${at}`);
    open.pop();
  } else {
    const element = { name: name!, attributes: toAttributes(attributes!), children: [], text: "" };
    parent.children.push(element);
    if (selfClosing !== "/") open.push(element);
  }
}

function toAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value] of text.matchAll(ATTRIBUTE)) {
    if (name! in attributes) throw new Error(`the attribute ${name} stands twice`);
    attributes[name!] = resolve(value!);
  }
  return attributes;
}

function resolve(text: string): string {
  const resolved = text.replace(REFERENCE, (all, decimal, hexadecimal, named) => {
    if (named !== undefined) return NAMED[named]!;
    if (all === "&") throw new Error(`a bare & in: ${text.slice(0, 80)}`);
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
  if (FORBIDDEN.test(resolved))
    throw new Error(`a character that XML forbids in: ${text.slice(0, 80)}`);
  return resolved;
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** @throws Error unless there is exactly one such child. */
export function textOf(element: XmlElement, name: string): string {
  const [child, ...more] = childrenOf(element, name);
  if (child === undefined || more.length > 0)
    throw new Error(
      `<${element.name}> has ${more.length + Number(child !== undefined)} <${name}>, not one`,
    );
  return child.text;
}
