/** The numbers on a page that name their place in an answer: `data-at` below the nearest `data-of`. */

export interface PageFact {
  /** Address of the answer. */
  of: string;
  /** JSON Pointer. */
  at: string;
  value: string;
}

/** @throws Error for a number that stands in no element with `data-of`. */
export function pageFacts(page: string): PageFact[] {
  const open: { name: string; of: string | undefined }[] = [];
  const facts: PageFact[] = [];
  for (const [, slash, name = "", attributes = ""] of page.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g,
  )) {
    if (slash === "/") {
      while (open.length > 0 && open.pop()?.name !== name);
      continue;
    }
    const read = (key: string) => new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1];
    const of = read("data-of")?.replaceAll("&amp;", "&") ?? open.at(-1)?.of;
    const at = read("data-at");
    if (at !== undefined) {
      if (of === undefined) throw new Error(`${at} stands in no element with data-of`);
      facts.push({ of, at, value: read("value") ?? "" });
    }
    if (!/\/$/.test(attributes) && !VOID.has(name)) open.push({ name, of });
  }
  return facts;
}

const VOID = new Set(["meta", "link", "wbr", "br", "img", "input"]);

/** What stands at a JSON Pointer; undefined where nothing does. */
export const valueAt = (answer: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (value, key) =>
        (value as Record<string, unknown> | undefined)?.[
          key.replaceAll("~1", "/").replaceAll("~0", "~")
        ],
      answer,
    );
