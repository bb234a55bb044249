import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPropertyRunCount } from "../../test/builders/runs.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { FACT_KINDS, type Facts } from "./kinds.ts";
import { readFacts } from "./read-facts.ts";
import {
  appendMerkleRoot,
  buildFactMerkleTree,
  findBrokenMerkleChainIndex,
  getCurrentChainedMerkleRoot,
} from "./roots.ts";
import { describeChangedFactRows } from "./verify-facts.ts";

const sampleFacts = async (): Promise<Facts> => readFacts((await writeSampleFacts()).data);

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
