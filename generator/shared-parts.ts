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
  return Array.isArray(answer) ? JSON.stringify(answer) : fields(answer, part);
}

/** Of a field of an answer: a part, a list of parts, an object that holds parts, or anything else. */
function part(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (texts.has(value)) return known(value);
  if (Array.isArray(value)) return isShared(value[0]) ? list(value) : JSON.stringify(value);
  return Object.values(value).some(holdsParts) ? fields(value, part) : JSON.stringify(value);
}

const isShared = (value: unknown): boolean =>
  typeof value === "object" && value !== null && texts.has(value);

const holdsParts = (value: unknown): boolean =>
  isShared(value) || (Array.isArray(value) && isShared(value[0]));

const list = (values: readonly unknown[]): string =>
  `[${values.map((value) => part(value) ?? "null").join(",")}]`;

/** Fields that are undefined are left out, as JSON has them. */
function fields(object: object, toText: (value: unknown) => string | undefined): string {
  const written: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    const text = toText(value);
    if (text !== undefined) written.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${written.join(",")}}`;
}

function known(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
