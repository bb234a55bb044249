/** Recorded Merkle roots, and Merkle trees over sorted leaves as RFC 6962 (section 2.1) defines them. */
import { hash } from "node:crypto";
import * as z from "zod";
import { IsoDate } from "../schema/values.ts";

export const HexHash = z.string().regex(/^[0-9a-f]{64}$/, "write 64 hexadecimal digits");

/** Proves the facts that were published on a day (docs/proof.md). Append-only; written by the nightly job. */
export const RecordedMerkleRoot = z.strictObject({
  day: IsoDate.describe("Day of the nightly run that published the facts"),
  serial: z.int().min(1).max(9).describe("1 for the first run of the day, 2 for the second"),
  tree: HexHash.describe(
    "Root of the Merkle tree over all rows of `data/` except those of this file",
  ),
  root: HexHash.describe("SHA-256 over the previous root, `tree` and `day`"),
});
export type RecordedMerkleRoot = z.infer<typeof RecordedMerkleRoot>;

export interface ChainedMerkleRoot {
  day: string;
  tree: string;
  previous: string | null;
  root: string;
  /** False when rows were changed after the last nightly run: the next one records their root. */
  recorded: boolean;
}

const HASH_BYTES = 32;

/** The hash of a leaf: SHA-256 over a zero byte and its text in UTF-8. */
export const hashMerkleLeaf = (text: string): string => hash("sha256", `\0${text}`);

export class MerkleTree {
  /** The levels from the leaves up; each is the hashes of its nodes, concatenated. */
  readonly #levels: Buffer[];

  /** @param leaves Sorted leaf hashes, 32 bytes each. */
  constructor(leaves: Buffer) {
    this.#levels = [leaves];
    for (let level = leaves; level.length > HASH_BYTES; ) {
      level = toParents(level);
      this.#levels.push(level);
    }
  }

  /** @param leaves Hexadecimal, in any order. */
  static of(leaves: readonly string[]): MerkleTree {
    return new MerkleTree(Buffer.from([...leaves].sort().join(""), "hex"));
  }

  /** The sorted leaf hashes, 32 bytes each. */
  get leaves(): Buffer {
    return this.#levels[0] as Buffer;
  }

  get size(): number {
    return this.leaves.length / HASH_BYTES;
  }

  /** Hexadecimal; for a tree without leaves, the hash of the empty text. */
  get root(): string {
    const top = this.#levels.at(-1) as Buffer;
    return top.length === 0 ? hash("sha256", "") : top.toString("hex");
  }

  /** The sibling hashes from the leaf up to the root, hexadecimal; undefined if the tree does not contain the leaf. */
  findPath(leaf: string): { index: number; size: number; path: string[] } | undefined {
    const index = this.#find(Buffer.from(leaf, "hex"));
    if (index === undefined) return undefined;
    const path = this.#levels.flatMap((level, height) => {
      const sibling = (index >> height) ^ 1;
      const hashed = at(level, sibling);
      return level.length > HASH_BYTES && hashed.length > 0 ? [hashed.toString("hex")] : [];
    });
    return { index, size: this.size, path };
  }

  #find(leaf: Buffer): number | undefined {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(this.leaves, middle).compare(leaf) < 0) low = middle + 1;
      else high = middle;
    }
    return at(this.leaves, low).equals(leaf) ? low : undefined;
  }
}

const at = (level: Buffer, index: number): Buffer =>
  level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);

/** A node without a sibling moves up unchanged. This gives the same tree as splitting at the largest power of two. */
function toParents(level: Buffer): Buffer {
  const count = level.length / HASH_BYTES;
  const parents = Buffer.alloc(Math.ceil(count / 2) * HASH_BYTES);
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
  for (let index = 0; index < count; index += 2) {
    const place = (index / 2) * HASH_BYTES;
    if (index + 1 === count) at(level, index).copy(parents, place);
    else {
      level.copy(node, 1, index * HASH_BYTES, (index + 2) * HASH_BYTES);
      parents.write(hash("sha256", node), place, "hex");
    }
  }
  return parents;
}
