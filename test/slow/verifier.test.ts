/** Runs the Python verifier that /docs/proof shows, as a reader would, on every proof of the golden facts. */
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { RowProof } from "../../build/facts/verify-proof.ts";
import { getDefined } from "../builders/get.ts";
import { openBuiltSite } from "../contract/harness.ts";

const PAGE = new URL("../../generator/site/pages/docs/proof.md", import.meta.url);

test("the Python program of at most 60 lines verifies a row's proof, and refuses a changed one", async () => {
  const [, program] = getDefined(
    /\n```\n(import hashlib[^`]*)```/.exec(await readFile(PAGE, "utf8")) ?? undefined,
    "the program",
  );
  expect(getDefined(program, "program").split("\n").length).toBeLessThanOrEqual(60);
  const verify = (proof: RowProof) =>
    execFileSync("python3", ["-c", getDefined(program, "program")], {
      input: JSON.stringify(proof),
      encoding: "utf8",
    }).trim();
  const { get } = await openBuiltSite();
  const proofOf = async (query: string): Promise<RowProof> =>
    JSON.parse((await get(`/api/v1/proof${query}`)).text);
  const proofs = [
    await proofOf("/price?model=norn-4o&host=northwind"),
    await proofOf("/price?model=norn-4o&host=northwind&at=2025-05-20"),
    await proofOf("/price?model=taiga-v4-pro&host=brightcloud"),
    await proofOf(""),
  ];
  for (const proof of proofs) {
    expect(verify(proof)).toBe(`verified: published on ${proof.day}, root ${proof.root}`);
    const zeros = "0".repeat(64);
    const changed: Partial<RowProof>[] = [
      { text: `${proof.text ?? ""} ` },
      { index: proof.index + 1 },
      { path: proof.path.slice(1) },
      { path: [...proof.path, zeros] },
      { previous: "1".repeat(64) },
      { day: "2020-01-01" },
      { root: zeros },
    ];
    for (const change of changed)
      expect(verify({ ...proof, ...change }), JSON.stringify(change)).not.toMatch(/^verified/);
  }
});
