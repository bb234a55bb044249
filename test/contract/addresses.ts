/** Every address of this service in the texts of an answer; a full stop or a bracket after one is not of it. */
export function findServiceUrls(value: unknown, base: string): string[] {
  if (typeof value === "string") {
    // A tool's result for a chat assistant is a text of JSON.
    if (value.startsWith("{")) return findServiceUrls(JSON.parse(value), base);
    const found = value
      .split(/\s+/)
      .map((word) => word.slice(Math.max(0, word.indexOf(base))))
      .filter((word) => word.startsWith(base));
    return found.map((word) => word.replace(/["'`.,;)>}\]]+$/, ""));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one) => findServiceUrls(one, base));
}
