import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { hashMerkleLeaf, MerkleTree } from "../../build/facts/merkle-tree.ts";
import { chainMerkleRoot } from "../../build/facts/roots.ts";
import { findProofFault, type RowProof } from "../../build/facts/verify-proof.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";

const answer = async ({ get }: BuiltSite, path: string) => {
  const { status, text } = await get(path);
  return { status, body: JSON.parse(text) };
};

describe("proofs", () => {
  verifies("E-proof", "the statement behind a price leads to the published root", async (site) => {
    const { body } = await answer(site, "/api/v1/proof/price?model=norn-4o&host=northwind");
    expect(await findProofFault(body as RowProof)).toBeNull();
    const { file, row } = JSON.parse(body.text);
    expect([file, row.model_id, row.input, row.event]).toEqual([
      "prices/northwind",
      "norn-4o",
      2.5,
      "stated",
    ]);
    const status = await answer(site, "/api/v1/status");
    const manifest = await answer(site, "/api/v1/manifest.json");
    expect([status.body.root, manifest.body.root]).toEqual([body.root, body.root]);
  });

  verifies("E-proof", "the proof of a past price has the statement of its day", async (site) => {
    const query = "model=norn-4o&host=Northwind&at=2025-05-20";
    const { body } = await answer(site, `/api/v1/proof/price?${query}`);
    expect(JSON.parse(body.text).row.input).toBe(5);
    expect(await findProofFault(body)).toBeNull();
  });

  verifies("E-proof", "a row is found by its text and by its hash", async (site) => {
    const { body } = await answer(site, "/api/v1/proof/price?model=norn-4o&host=northwind");
    const byText = await answer(site, `/api/v1/proof?row=${encodeURIComponent(body.text)}`);
    const byHash = await answer(site, `/api/v1/proof?row=${body.leaf}`);
    const { index, path, root } = body;
    expect(byText.body).toMatchObject({ index, path, root, text: body.text });
    expect(byHash.body).toMatchObject({ index, path, root, text: null });
    expect(await findProofFault(byHash.body)).toBeNull();
    expect((await answer(site, "/api/v1/proof")).body).toMatchObject({
      index: 0,
      text: null,
      root,
    });
  });

  verifies(
    "E-proof",
    "what was not recorded has no proof, and the answer says why",
    async (site) => {
      const cases: [string, number, RegExp][] = [
        [`/api/v1/proof?row=${"0".repeat(64)}`, 404, /No published row of facts has the hash/],
        ["/api/v1/proof?row=%7B%7D", 404, /is not a published row of facts/],
        ["/api/v1/proof/price?model=norn-4o", 400, /host is missing/],
        ["/api/v1/proof/price?model=nobody&host=northwind", 404, /nobody/],
        ["/api/v1/proof/price?model=norn-4o&host=nowhere", 404, /nowhere/],
        ["/api/v1/proof/price?model=norn-4o&host=northwind&at=2001-01-01", 404, /price-history/],
      ];
      for (const [path, status, detail] of cases) {
        const { status: got, body } = await answer(site, path);
        expect([got, body.detail], path).toEqual([status, expect.stringMatching(detail)]);
        expect(body.title, path).not.toContain("URL");
      }
    },
  );

  verifies("E-proof", "recorded roots are listed from the first day on", async ({ context }) => {
    const recorded = ["2026-01-01", "2026-01-02"].map((day, index) => {
      const hash = `${index}`.repeat(64);
      return { day, serial: 1, tree: hash, root: hash };
    });
    const roots = { ...context.catalog.roots, recorded };
    const handle = createApiHandler({ ...context, catalog: { ...context.catalog, roots } });
    const answer = await visit(handle, "/api/v1/roots");
    expect(await answer.json()).toMatchObject({ data: recorded, meta: { total: 2 } });
  });
});

const readVectors = async () =>
  JSON.parse(await readFile("generator/site/pages/docs/proof-vectors.json", "utf8"));

describe("the proof vectors", () => {
  verifies("E-proof", "are what this code computes and verifies", async () => {
    const body = await readVectors();
    for (const { texts, tree, previous, day, root } of body.days) {
      expect(MerkleTree.of(texts.map(hashMerkleLeaf)).root).toBe(tree);
      expect(chainMerkleRoot(previous, tree, day)).toBe(root);
    }
    for (const proof of body.proofs) expect(await findProofFault(proof)).toBeNull();
    for (const { fault, ...proof } of body.wrong)
      expect(await findProofFault(proof)).toContain(fault);
    expect([body.days.length, body.proofs.length, body.wrong.length]).toEqual([2, 9, 4]);
  });
});
