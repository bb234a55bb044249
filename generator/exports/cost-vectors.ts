/** Test cases for other people's code: costs of usages, proofs of rows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FACT_KINDS } from "../../build/facts/kinds.ts";
import { JSON_CONTENT_TYPE, type StaticFile } from "../http/headers.ts";

const FILE = FACT_KINDS.costVectors.pattern;

/** Proofs, right and wrong, for people who write a verifier; made once and then only added to. */
export const makeProofTestVectorsFile = (): StaticFile => ({
  path: "/docs/proof-vectors.json",
  body: readFileSync("generator/site/pages/docs/proof-vectors.json", "utf8"),
  contentType: JSON_CONTENT_TYPE,
  owner: "proof-vectors",
});

/** @param dataFolder Facts that were checked; without vectors there is no file. */
export function makeCostTestVectorFiles(dataFolder: string): StaticFile[] {
  const path = join(dataFolder, FILE);
  if (!existsSync(path)) return [];
  const body = readFileSync(path, "utf8");
  return [{ path: `/${FILE}`, body, contentType: JSON_CONTENT_TYPE, owner: "cost-vectors" }];
}
