/**
 * Signs the root and checks the signature, with a local Sigstore made for the test: its own authority, logs and keys.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { text } from "node:stream/consumers";
import { bundleFromJSON } from "@sigstore/bundle";
import { X509Certificate } from "@sigstore/core";
import {
  fulcioHandler,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  rekorHandler,
} from "@sigstore/mock";
import { toSignedEntity, Verifier } from "@sigstore/verify";
import type { BundleVerifier } from "sigstore";
import { beforeAll, expect, test } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import { recordMerkleRoot } from "../../build/facts/verify-facts.ts";
import { toCsvFactFile, writeFactFile } from "../../build/facts/write-facts.ts";
import {
  readNewestMerkleRoot,
  type SigstoreBundle,
  signMerkleRootWithSigstore,
  verifySignedRoot,
} from "../../nightly/witness.ts";
import { writeSampleFacts } from "../builders/sample-facts.ts";
import { startTestServer } from "../builders/test-server.ts";

const ISSUER = "https://token.actions.githubusercontent.com";
const IDENTITY = "https://github.com/o/r/.github/workflows/nightly.yml@refs/heads/main";
const ROOT = "a1".repeat(32);

let verifier: BundleVerifier;
let bundle: SigstoreBundle;
beforeAll(async () => {
  const keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const certificates = await initializeCTLog(keys);
  const authority = await initializeCA(keys, certificates);
  const issue = fulcioHandler(authority, { strict: true });
  let record: ReturnType<typeof rekorHandler>;
  const url = await startTestServer(async (request, response) => {
    const { fn } = request.url === issue.path ? issue : record;
    const answer = await fn(await text(request));
    const type = { "Content-Type": answer.contentType ?? "application/json" };
    response.writeHead(answer.statusCode, type).end(answer.response);
  });
  const entries = await initializeTLog(url, keys);
  record = rekorHandler(entries, { strict: true });

  const validFor = { start: new Date(0), end: new Date("2100-01-01") };
  const toLog = (key: Buffer) => ({
    baseURL: url,
    validFor,
    logID: createHash("sha256").update(key).digest(),
    publicKey: createPublicKey({ key, format: "der", type: "spki" }) as KeyObject,
  });
  const certChain = [X509Certificate.parse(Buffer.from(authority.rootCertificate.buffer))];
  const trusted = new Verifier({
    certificateAuthorities: [{ certChain, validFor }],
    timestampAuthorities: [],
    tlogs: [toLog(entries.publicKey)],
    ctlogs: [toLog(certificates.publicKey)],
    publicKey: () => {
      throw new Error("nothing is signed with a key alone");
    },
  });
  verifier = {
    verify: (signed, data) => trusted.verify(toSignedEntity(bundleFromJSON(signed), data)),
  };
  const claims = { iss: ISSUER, sub: IDENTITY, aud: "sigstore" };
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const identityToken = [{ alg: "none" }, claims, ""].map(encode).join(".");
  const places = { fulcioURL: url, rekorURL: url };
  bundle = await signMerkleRootWithSigstore(ROOT, { ...places, identityToken, tlogUpload: true });
});

const verify = (root = ROOT, identity = IDENTITY, issuer = ISSUER, signed = bundle) =>
  verifySignedRoot(signed, root, { identity, issuer }, verifier);

test("a signed root is verified, with an entry in the log", () => {
  expect(() => verify()).not.toThrow();
  expect(bundle.verificationMaterial.tlogEntries).toHaveLength(1);
});

test("another root, signer, issuer or signature is refused", () => {
  expect(() => verify("b2".repeat(32))).toThrow(/not verified: signature verification failed/);
  expect(() => verify(ROOT, `${IDENTITY}2`)).toThrow(`${IDENTITY} signed, not ${IDENTITY}2`);
  expect(() => verify(ROOT, IDENTITY, "https://other.example")).toThrow(/confirmed the identity/);
  const changed = structuredClone(bundle);
  if (changed.messageSignature) changed.messageSignature.signature = "AAAA";
  expect(() => verify(ROOT, IDENTITY, ISSUER, changed)).toThrow(/not verified/);
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
