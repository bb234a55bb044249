/** Which row a person means by a name: by slug, by the names that upstreams and people use, in any spelling. Pure. */
import { groupBy } from "../schema/collections.ts";
import { toKey } from "./terms.ts";

export interface NamedFinder<Row> {
  /** @returns undefined too for a name that several rows have. */
  find(name: string): Row | undefined;
  /** Other name in lower case → slug. */
  others: ReadonlyMap<string, string>;
}

interface OtherName {
  name: string;
  slug: string;
}

export function createNamedFinder<Row extends OtherName>(
  rows: readonly Row[],
  otherNames: readonly OtherName[],
): NamedFinder<Row> {
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  const others = new Map(otherNames.map(({ name, slug }) => [name, slug]));
  const slugs = rows.map(({ slug }) => ({ slug, name: slug }));
  /** By key of slug, of other name, of name: the first that knows a key decides. */
  const byKey = [slugs, otherNames, rows].map((names: readonly OtherName[]) =>
    groupBy(names, ({ name }) => toKey(name)),
  );
  return {
    others,
    find(name) {
      const text = name.trim().toLowerCase();
      const exact = bySlug.get(text) ?? bySlug.get(others.get(text) ?? "");
      const key = toKey(text);
      if (exact || key === "") return exact;
      const found = byKey.map((names) => names.get(key)).find((one) => one !== undefined) ?? [];
      const [slug = "", ...more] = new Set(found.map((one) => one.slug));
      return more.length > 0 ? undefined : bySlug.get(slug);
    },
  };
}
