const PLAIN_KEY = /^[A-Za-z0-9_.-]+$/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/**
 * The keys of a query in the order given, repeated where they repeat; undefined when readers may
 * differ on what the keys or values are: an escaped or empty key, a parameter without `=`, an
 * empty parameter (stray `&`), a broken percent-escape.
 *
 * `sort=a&page=2` → `["sort", "page"]`; `%70age=2` → undefined; the empty query → `[]`.
 */
export function unambiguousKeys(query: string): string[] | undefined {
  if (query === "") return [];
  if (BROKEN_ESCAPE.test(query)) return undefined;
  const parameters = query.split("&").map((parameter) => parameter.split("="));
  const isUnambiguous = parameters.every(
    ([key = "", value]) => value !== undefined && PLAIN_KEY.test(key),
  );
  return isUnambiguous ? parameters.map(([key = ""]) => key) : undefined;
}
