/** Finds every address of this service in the texts of an answer, without a full stop or bracket that follows it. */
export function findServiceUrls(value: unknown, base: string): string[] {
  if (typeof value === "string") {
    // A tool result for a chat assistant contains JSON as text.
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
