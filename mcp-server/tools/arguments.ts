/** Arguments as language models send them → as a tool's schema wants them. What stays wrong is the schema's to refuse. */

/** As much of a JSON Schema as tools use. */
export interface ArgumentSchema {
  type?: string;
  maximum?: number;
  properties?: Record<string, ArgumentSchema>;
}

/**
 * `"3"` is 3, `"true"` is true, a text with commas is a list; a number above the maximum is the maximum, and null is
 * left out.
 * @param schema JSON Schema of the tool's input.
 */
export function readArguments(args: unknown, { properties = {} }: ArgumentSchema): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  const given = Object.entries(args).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? readArgument(value, properties[name] ?? {}) : value,
    ]),
  );
}

function readArgument(value: unknown, { type, maximum }: ArgumentSchema): unknown {
  switch (type) {
    case "integer":
      return toInteger(value, maximum);
    case "boolean":
      return toBoolean(value);
    case "array":
      return toList(value);
    case "string":
      return typeof value === "number" ? String(value) : value;
    default:
      return value;
  }
}

function toInteger(value: unknown, maximum = Number.MAX_SAFE_INTEGER): unknown {
  const number =
    typeof value === "string" && /^\s*\d+(\.0+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" ? Math.min(number, maximum) : number;
}

function toBoolean(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === "true") return true;
  return word === "false" ? false : value;
}

/** Some send the list as the text of its JSON. */
function toList(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const names = value
    .trim()
    .replace(/^\[(.*)\]$/s, "$1")
    .split(",");
  return names
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter((name) => name !== "");
}
