import type { BundleVerifier } from "sigstore";
import { expect, test } from "vitest";
import { readFacts } from "../build/facts/read-facts.ts";
import { recordMerkleRoot } from "../build/facts/verify-facts.ts";
import { toCsvFactFile, writeFactFile } from "../build/facts/write-facts.ts";
import { writeSampleFacts } from "../test/builders/sample-facts.ts";
import { readNewestMerkleRoot, type SigstoreBundle, verifySignedRoot } from "./witness.ts";

const SIGNER = {
  identity: "https://github.com/o/r/nightly.yml",
  issuer: "https://actions.example",
};
const ROOT = "a1".repeat(32);

/** Accepts only the text that SIGNER signed, which has a line feed after the root. */
const verifier = {
  verify(_: unknown, text: Buffer) {
    if (String(text) !== `${ROOT}\n`) throw new Error("signature verification failed");
    const { identity: subjectAlternativeName, issuer } = SIGNER;
    return { identity: { subjectAlternativeName, extensions: { issuer } } };
  },
} as unknown as BundleVerifier;

test("a signed root is accepted; another root, signer or issuer is refused", () => {
  const verify = (change: Partial<typeof SIGNER> = {}, root = ROOT, by = verifier) =>
    verifySignedRoot({} as SigstoreBundle, root, { ...SIGNER, ...change }, by);
  expect(() => verify()).not.toThrow();
  expect(() => verify({}, "b2".repeat(32))).toThrow(/not verified: signature verification failed/);
  expect(() => verify({ identity: "another" })).toThrow("nightly.yml signed, not another");
  expect(() => verify({ issuer: "another" })).toThrow(/confirmed the identity, not another/);
  const unnamed = { verify: () => ({}) } as unknown as BundleVerifier;
  expect(() => verify({}, ROOT, unnamed)).toThrow("nobody signed");
});

test("the root is that of the newest row of roots.csv", async () => {
  const { data } = await writeSampleFacts();
  await expect(readNewestMerkleRoot(data)).rejects.toThrow(
    /contains no Merkle root; npm run nightly records one/,
  );
  await recordMerkleRoot(data, "2026-07-01");
  const readings = [{ source: "upstream", day: "2026-07-02", rows: null }];
  await writeFactFile(data, toCsvFactFile("readings", "", readings));
  await recordMerkleRoot(data, "2026-07-02");
  const { roots } = await readFacts(data);
  expect(roots).toHaveLength(2);
  expect(await readNewestMerkleRoot(data)).toMatchObject({ root: roots.at(-1)?.root });
});
