/** Parts that stand in many answers are written as JSON once. */

/** A shared part → its JSON, once that was asked for. */
const texts = new WeakMap<object, string | null>();

/**
 * Marks a part that is made once, kept and never changed, such as the entry of a model, which stands in dozens of
 * lists: `toJson` writes it the first time only.
 */
export function shared<T extends object>(part: T): T {
  texts.set(part, null);
  return part;
}

/** As `JSON.stringify` of an answer, in which shared parts stand two levels deep at most. */
export function toJson(answer: object): string {
  return Array.isArray(answer) ? JSON.stringify(answer) : fields(answer);
}

/** Of a field of an answer: a part, a list of parts, an object that holds parts, or anything else. */
function part(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (texts.has(value)) return known(value);
  if (Array.isArray(value)) return isShared(value[0]) ? list(value) : JSON.stringify(value);
  return Object.values(value).some(holdsParts) ? fields(value) : JSON.stringify(value);
}

const isShared = (value: unknown): boolean =>
  typeof value === "object" && value !== null && texts.has(value);

const holdsParts = (value: unknown): boolean =>
  isShared(value) || (Array.isArray(value) && isShared(value[0]));

const list = (values: readonly unknown[]): string =>
  `[${values.map((value) => part(value) ?? "null").join(",")}]`;

/** Fields that are undefined are left out, as JSON has them. */
function fields(object: object): string {
  let written = "";
  for (const name of Object.keys(object)) {
    const text = part((object as Record<string, unknown>)[name]);
    if (text !== undefined) written += `${written === "" ? "" : ","}${nameText(name)}${text}`;
  }
  return `{${written}}`;
}

/** There are few names, each in thousands of answers. */
const names = new Map<string, string>();
function nameText(name: string): string {
  let text = names.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    names.set(name, text);
  }
  return text;
}

function known(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
