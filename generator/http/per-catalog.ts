/** Work that depends on the catalogue alone is done once for each catalogue. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";

export function perCatalog<T>(make: (catalog: Catalog) => T): (catalog: Catalog) => T {
  const made = new WeakMap<Catalog, { value: T }>();
  return (catalog) => {
    let entry = made.get(catalog);
    if (!entry) {
      entry = { value: make(catalog) };
      made.set(catalog, entry);
    }
    return entry.value;
  };
}
