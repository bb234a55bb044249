import { toSlug } from "../../schema/values.ts";

/** Gives every entry of a directory an address of its own: first come, first served. */
export class UniqueSlugs {
  readonly #taken = new Set<string>();

  /**
   * @param wanted Name to make the slug from.
   * @param owner Tells entries of the same name apart: `sqlite` → `sqlite-jane`, then `sqlite-jane-2`.
   */
  claim(wanted: string, owner: string): string {
    const plain = toSlug(wanted);
    const owned = toSlug(`${wanted} ${owner}`);
    let slug = this.#taken.has(plain) ? owned : plain;
    for (let count = 2; this.#taken.has(slug); count++) slug = `${owned}-${count}`;
    this.#taken.add(slug);
    return slug;
  }
}
