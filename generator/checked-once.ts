/** Parts that stand in many answers are checked, and written as JSON, the first time only. */
import type { z } from "zod";

/** Found right by a schema of `checkedOnce` → its JSON, once that was asked for. */
const texts = new WeakMap<object, string | null>();

/**
 * The same schema, which takes a value that it has found right before on trust. Only for values that are made once,
 * kept and never changed, such as the entry of a model, which stands in dozens of lists: checking each anew was a
 * tenth of the build.
 */
export function checkedOnce<S extends z.ZodType>(schema: S): S {
  const right = new WeakSet<object>();
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const { value } = payload;
    if (typeof value !== "object" || value === null) return run(payload, context);
    if (right.has(value)) return payload;
    const result = run(payload, context);
    if (!(result instanceof Promise) && result.issues.length === 0) {
      right.add(value);
      texts.set(value, null);
    }
    return result;
  };
  return schema;
}

/** As `JSON.stringify` of an answer, in which parts that were checked once stand two levels deep at most. */
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
