import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPropertyRunCount } from "../../test/builders/runs.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { FACT_KINDS, type Facts } from "./kinds.ts";
import { hashMerkleLeaf, MerkleTree } from "./merkle-tree.ts";
import { readFacts } from "./read-facts.ts";
import {
  appendMerkleRoot,
  buildFactMerkleTree,
  chainMerkleRoot,
  findBrokenMerkleChainIndex,
  getCurrentChainedMerkleRoot,
} from "./roots.ts";
import { describeChangedFactRows } from "./verify-facts.ts";
import { findProofFault } from "./verify-proof.ts";

const sampleFacts = async (): Promise<Facts> => readFacts((await writeSampleFacts()).data);

/** RFC 6962, section 2.1, word by word. */
function naiveRoot(leaves: readonly string[]): string {
  const [only = "", ...others] = leaves;
  if (leaves.length === 0) return hash("sha256", "");
  if (others.length === 0) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const sides = [naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half))];
  return hash("sha256", Buffer.from(`01${sides.join("")}`, "hex"));
}

describe("the Merkle tree", () => {
  const texts = fc.uniqueArray(fc.string(), { maxLength: 70 });

  it("is that of RFC 6962 over the sorted leaves", () => {
    fc.assert(
      fc.property(texts, (rows) => {
        const leaves = rows.map(hashMerkleLeaf);
        expect(MerkleTree.of(leaves).root).toBe(naiveRoot([...leaves].sort()));
      }),
    );
  });

  it("proves each of its rows, and no other", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.string(), async (rows, other) => {
        const tree = MerkleTree.of(rows.map(hashMerkleLeaf));
        const previous = null;
        const day = "2026-11-23";
        const root = chainMerkleRoot(previous, tree.root, day);
        for (const text of rows) {
          const leaf = hashMerkleLeaf(text);
          const found = tree.findPath(leaf);
          if (found === undefined) throw new Error("a row has no path");
          const proof = { text, leaf, ...found, tree: tree.root, previous, day, root };
          expect(await findProofFault(proof)).toBeNull();
          const another = { ...proof, text: other, leaf: hashMerkleLeaf(other) };
          if (other !== text) expect(await findProofFault(another)).toMatch(/does not lead/);
          expect(await findProofFault({ ...proof, day: "2026-11-22" })).toMatch(/does not follow/);
          expect(await findProofFault({ ...proof, text: `${text}.` })).toMatch(/is not the leaf/);
        }
        if (!rows.includes(other)) expect(tree.findPath(hashMerkleLeaf(other))).toBeUndefined();
      }),
      { numRuns: toPropertyRunCount(5) },
    );
  });
});

describe("the root of the facts", () => {
  it("is another after any change of a value or a row, and the row is named", async () => {
    const facts = (await sampleFacts()) as unknown as Record<string, Record<string, unknown>[]>;
    const { root } = buildFactMerkleTree(facts as unknown as Facts);
    const places = Object.entries(facts).flatMap(([kind, rows]) =>
      rows.flatMap((row, index) =>
        Object.keys(row).flatMap((field) => (field === "file" ? [] : [{ kind, index, field }])),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(2), ({ kind, index, field }, edit) => {
        const rows = facts[kind] ?? [];
        const row = rows[index] ?? {};
        const changed = { ...row, [field]: row[field] === null ? 1 : `${row[field]}x` };
        const key = FACT_KINDS[kind as keyof Facts].key[0] ?? field;
        const edited = [
          rows.toSpliced(index, 1),
          rows.with(index, changed),
          rows.toSpliced(index, 0, { ...row, [key]: `${row[key]}x` }),
        ];
        const next = { ...facts, [kind]: edited[edit] } as unknown as Facts;
        expect(buildFactMerkleTree(next).root).not.toBe(root);
        const lines = describeChangedFactRows({ [kind]: rows }, { [kind]: edited[edit] });
        const named = lines.map((line) => line.split(":")[0]);
        // A row with another key, or in another file, is another row.
        const expected = [/^removed$/, /^(changed|removed,added)$/, /^added$/][edit];
        expect(named.join()).toMatch(expected ?? /^$/);
      }),
      { numRuns: toPropertyRunCount(50) },
    );
  });
});

describe("the chain of roots", () => {
  it("gains a root when the facts changed, and only then", async () => {
    const facts = await sampleFacts();
    const withRoots = (roots: readonly object[]) =>
      ({ ...facts, roots: roots.map((root) => ({ ...root, file: "roots" })) }) as Facts;
    const first = appendMerkleRoot(withRoots([]), "2026-11-23");
    expect(first).toMatchObject([{ day: "2026-11-23", serial: 1 }]);
    expect(appendMerkleRoot(withRoots(first), "2026-11-24")).toEqual(first);
    const changed = { ...withRoots(first), offers: facts.offers.slice(1) };
    const second = appendMerkleRoot(changed, "2026-11-23");
    expect(second).toMatchObject([{ serial: 1 }, { day: "2026-11-23", serial: 2 }]);
    expect(findBrokenMerkleChainIndex(second)).toBe(-1);
    const { root } = buildFactMerkleTree(facts);
    const next = { recorded: false, previous: second[1]?.root };
    expect(getCurrentChainedMerkleRoot(root, second, "2026-11-25")).toMatchObject(next);
    const earlier = second.map((one) => ({ ...one, day: "2026-11-22" }));
    expect(findBrokenMerkleChainIndex(earlier)).toBe(0);
    expect(findBrokenMerkleChainIndex(second.slice(1))).toBe(0);
  });
});
