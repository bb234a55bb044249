/** The command `verify`: checks a proof of `/api/v1/proof` offline. */
import { parseJsonOrUndefined } from "../../../../build/cost/readers/reading.ts";
import { findProofFault, type RowProof } from "../../../../build/facts/verify-proof.ts";
import { CliError, type Command, createCliUsageError, getOnlyFile } from "./command.ts";

const HASH = /^[0-9a-f]{64}$/;

export const verifyProofCommand: Command = {
  name: "verify",
  summary:
    "Checks a proof that a row of facts was published: the row's text, the Merkle path and the Merkle root.",
  arguments: "<proof.json>",
  options: {
    root: { description: "Root that you saved; the proof must lead to this root", value: "<hash>" },
  },
  examples: [
    "model-almanac verify proof.json",
    "curl -s '<url>/api/v1/proof/price?model=gpt-4o&host=openai' | model-almanac verify -",
  ],
  async run({ words, options, readText }) {
    const path = getOnlyFile(words, "verify proof.json");
    const root = options.text("root");
    if (root !== undefined && !HASH.test(root))
      throw createCliUsageError(`--root ${root} is not a root`, "give its 64 hexadecimal digits");
    const proof = readProof(await readText(path), path);
    const isOther = root !== undefined && root !== proof.root;
    const otherRoot = isOther ? `it leads to another root, ${proof.root}` : null;
    const fault = (await findProofFault(proof)) ?? otherRoot;
    if (fault !== null) throw new CliError(`${path} is not verified: ${fault}`);
    return {
      data: { verified: true, day: proof.day, root: proof.root, text: proof.text },
      text: [
        `verified: published on ${proof.day}`,
        `root ${proof.root}${root === undefined ? "; compare it with one that you saved, or that others published" : ", as expected"}`,
        ...(proof.text === null ? [] : [`row ${proof.text}`]),
      ],
    };
  },
};

/** @throws CliError when the text is not a proof. */
function readProof(text: string, path: string): RowProof {
  const value = parseJsonOrUndefined(text) as Partial<RowProof> | null | undefined;
  const isHash = (hash: unknown) => typeof hash === "string" && HASH.test(hash);
  const { leaf, tree, root, previous, path: hashes, index, size, day } = value ?? {};
  const isProof =
    [leaf, tree, root].every(isHash) &&
    (previous === null || isHash(previous)) &&
    Array.isArray(hashes) &&
    hashes.every(isHash) &&
    Number.isSafeInteger(index) &&
    Number.isSafeInteger(size) &&
    typeof day === "string" &&
    (value?.text === null || typeof value?.text === "string");
  if (isProof) return value as RowProof;
  throw new CliError(
    `${path} is not a proof; save the answer of /api/v1/proof or /api/v1/proof/price`,
  );
}
