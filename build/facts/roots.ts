/** What proves which facts were published on a day, as docs/proof.md describes it for people who write a verifier. */
import { hash } from "node:crypto";
import type { FactRowOfAnyKind } from "./format.ts";
import { FACT_KINDS, type FactKindDefinition, type FactKindName, type Facts } from "./kinds.ts";
import type { ChainedMerkleRoot, RecordedMerkleRoot } from "./merkle-tree.ts";
import { hashMerkleLeaf, MerkleTree } from "./merkle-tree.ts";

interface CanonicalFactRow {
  /** Path of its file below `data/`, without the ending: `prices/openai`. */
  file: string;
  /** @returns Values of the fields that make it unique in its file, joined by commas. */
  toKey(): string;
  /** RFC 8785 of `{"file", "row"}`; fields that are null are left out. */
  text: string;
}

/** Every row of `data/` except the recorded roots. */
export function* toCanonicalFactRows(facts: Partial<Facts>): Generator<CanonicalFactRow> {
  for (const [name, kind] of Object.entries(FACT_KINDS) as [FactKindName, FactKindDefinition][]) {
    if (name === "roots") continue;
    const fields = Object.keys(kind.schema.shape).sort();
    const pattern = kind.pattern.replace(/\.\w+$/, "");
    for (const row of (facts[name] ?? []) as unknown as FactRowOfAnyKind[]) {
      const folder =
        kind.folder === undefined ? pattern : pattern.replace("*", String(row[kind.folder]));
      const file = folder.replace("*", String(row.file));
      const text = JSON.stringify({ file, row: toSortedFields(row, fields) });
      yield { file, toKey: () => kind.key.map((field) => row[field] ?? "").join(","), text };
    }
  }
}

/** Leaves out fields that are null. No field's name is a whole number, which JSON.stringify would move to the front. */
function toSortedFields(object: FactRowOfAnyKind, fields: readonly string[]): FactRowOfAnyKind {
  const sorted: FactRowOfAnyKind = {};
  for (const field of fields) {
    const value = object[field];
    if (value !== null && value !== undefined) sorted[field] = toSorted(value);
  }
  return sorted;
}

function toSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSorted);
  if (typeof value !== "object" || value === null) return value;
  return toSortedFields(value as FactRowOfAnyKind, Object.keys(value).sort());
}

export const buildFactMerkleTree = (facts: Partial<Facts>): MerkleTree =>
  MerkleTree.of(Array.from(toCanonicalFactRows(facts), ({ text }) => hashMerkleLeaf(text)));

/** The tree over all rows, and the canonical texts of each host's price statements, one per line. */
export function buildMerkleProofInputs(facts: Facts): {
  tree: MerkleTree;
  ledger: Map<string, Buffer>;
} {
  const textOf = new Map<string, string>();
  const leaves: string[] = [];
  for (const { file, text } of toCanonicalFactRows(facts)) {
    leaves.push(hashMerkleLeaf(text));
    const [folder, host = ""] = file.split("/");
    if (folder !== "prices") continue;
    const before = textOf.get(host);
    textOf.set(host, before === undefined ? text : `${before}\n${text}`);
  }
  const ledger = new Map(Array.from(textOf, ([host, text]) => [host, Buffer.from(text)]));
  return { tree: MerkleTree.of(leaves), ledger };
}

/** SHA-256 over the byte 2, the previous root (32 zero bytes for the first), the tree's root and the day in ASCII. */
export function chainMerkleRoot(previous: string | null, tree: string, day: string): string {
  const parts = [Buffer.of(2), Buffer.from(previous ?? "0".repeat(64), "hex")];
  return hash("sha256", Buffer.concat([...parts, Buffer.from(tree, "hex"), Buffer.from(day)]));
}

/** @param day Day of the facts; used if the nightly job has not recorded their root yet. */
export function getCurrentChainedMerkleRoot(
  tree: string,
  roots: readonly RecordedMerkleRoot[],
  day: string,
): ChainedMerkleRoot {
  const last = roots.at(-1);
  const recorded = last?.tree === tree;
  const previous = roots.at(recorded ? -2 : -1)?.root ?? null;
  if (last && recorded) return { day: last.day, tree, previous, root: last.root, recorded };
  return { day, tree, previous, root: chainMerkleRoot(previous, tree, day), recorded };
}

/** Appends the root of these facts; returns the same roots if it is already recorded. */
export function appendMerkleRoot(facts: Facts, day: string): RecordedMerkleRoot[] {
  const roots = facts.roots.map(({ file: _, ...root }) => root);
  const { root: hashed } = buildFactMerkleTree(facts);
  const { recorded, root, tree } = getCurrentChainedMerkleRoot(hashed, roots, day);
  if (recorded) return roots;
  const serial = roots.filter((one) => one.day === day).length + 1;
  return [...roots, { day, serial, tree, root }];
}

/** @returns Index of the first root that does not follow from the one before it; -1 when all do. */
export const findBrokenMerkleChainIndex = (roots: readonly RecordedMerkleRoot[]): number =>
  roots.findIndex(
    ({ root, tree, day }, index) =>
      root !== chainMerkleRoot(roots[index - 1]?.root ?? null, tree, day),
  );
