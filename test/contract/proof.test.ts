import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { hashMerkleLeaf, MerkleTree } from "../../build/facts/merkle-tree.ts";
import { chainMerkleRoot } from "../../build/facts/roots.ts";
import { findProofFault, type RowProof } from "../../build/facts/verify-proof.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, toHandlerWithCatalog, verifies, visit } from "./harness.ts";

const answer = async ({ get }: BuiltSite, path: string) => {
  const { status, text } = await get(path);
  return { status, body: JSON.parse(text) };
};

describe("proofs", () => {
  verifies("E-proof", "a price of today or a past day leads to the root", async (site) => {
    const { body } = await answer(site, "/api/v1/proof/price?model=norn-4o&host=northwind");
    expect(await findProofFault(body as RowProof)).toBeNull();
    const { file, row } = JSON.parse(body.text);
    expect(file).toBe("prices/northwind");
    expect(row).toMatchObject({ model_id: "norn-4o", input: 2.5, event: "stated" });
    const query = "model=norn-4o&host=Northwind&at=2025-05-20";
    const past = await answer(site, `/api/v1/proof/price?${query}`);
    expect(JSON.parse(past.body.text).row.input).toBe(5);
    expect(await findProofFault(past.body)).toBeNull();
    const status = await answer(site, "/api/v1/status");
    const manifest = await answer(site, "/api/v1/manifest.json");
    expect([status.body.root, manifest.body.root]).toEqual([body.root, body.root]);
  });

  verifies("E-proof", "a row is found by its text and by its hash", async (site) => {
    const { body } = await answer(site, "/api/v1/proof/price?model=norn-4o&host=northwind");
    const byText = await answer(site, `/api/v1/proof?row=${encodeURIComponent(body.text)}`);
    const byHash = await answer(site, `/api/v1/proof?row=${body.leaf}`);
    const { index, path, root } = body;
    expect(byText.body).toMatchObject({ index, path, root, text: body.text });
    expect(byHash.body).toMatchObject({ index, path, root, text: null });
    expect(await findProofFault(byHash.body)).toBeNull();
    const first = await answer(site, "/api/v1/proof");
    expect(first.body).toMatchObject({ index: 0, text: null, root });
    const { leaves, size } = site.context.rows.tree();
    const starts = Array.from({ length: size }, (_, leaf) => leaf * 32);
    for (const at of sampleEvenly(starts, 60)) {
      const leaf = leaves.toString("hex", at, at + 32);
      const proof: RowProof = (await answer(site, `/api/v1/proof?row=${leaf}`)).body;
      expect([proof.index * 32, await findProofFault(proof)]).toEqual([at, null]);
    }
  });

  verifies("E-proof", "what was not recorded has no proof", async (site) => {
    for (const [query, status, detail] of [
      [`?row=${"0".repeat(64)}`, 404, /No published row of facts has the hash/],
      ["?row=%7B%7D", 404, /is not a published row of facts/],
      ["/price?model=norn-4o", 400, /host is missing/],
      ["/price?model=nobody&host=northwind", 404, /nobody/],
      ["/price?model=norn-4o&host=nowhere", 404, /nowhere/],
      ["/price?model=norn-4o&host=northwind&at=2001-01-01", 404, /price-history/],
    ] as const) {
      const found = await answer(site, `/api/v1/proof${query}`);
      expect(found.status, query).toBe(status);
      expect(found.body.detail, query).toMatch(detail);
    }
  });

  verifies("E-proof", "recorded roots are listed from the first day on", async ({ context }) => {
    const recorded = ["2026-01-01", "2026-01-02"].map((day, index) => {
      const hash = `${index}`.repeat(64);
      return { day, serial: 1, tree: hash, root: hash };
    });
    const roots = { ...context.catalog.roots, recorded };
    const answer = await visit(toHandlerWithCatalog(context, { roots }), "/api/v1/roots");
    expect(await answer.json()).toMatchObject({ data: recorded, meta: { total: 2 } });
  });
});

verifies("E-proof", "the published vectors are what this code computes and verifies", async () => {
  const text = await readFile("generator/site/pages/docs/proof-vectors.json", "utf8");
  const { days, proofs, wrong } = JSON.parse(text);
  for (const { texts, tree, previous, day, root } of days) {
    expect(MerkleTree.of(texts.map(hashMerkleLeaf)).root).toBe(tree);
    expect(chainMerkleRoot(previous, tree, day)).toBe(root);
  }
  for (const proof of proofs) expect(await findProofFault(proof)).toBeNull();
  for (const { fault, ...proof } of wrong) expect(await findProofFault(proof)).toContain(fault);
  expect([days.length, proofs.length, wrong.length]).toEqual([2, 9, 4]);
});
