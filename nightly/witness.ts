/**
 * `npm run witness`: signs the newest Merkle root with the identity of the running workflow, in Sigstore's public log.
 * With the bundle, anyone can prove that this identity knew the root on the day of the log entry. Without the bundle,
 * the entry can be found in the log by the hash of the signed text.
 */
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { Command, Option } from "commander";
import { type BundleVerifier, createVerifier, type SignOptions, sign } from "sigstore";
import { CommandError } from "../build/facts/fault.ts";
import { makeFolder } from "../build/facts/make-folder.ts";
import type { RecordedMerkleRoot } from "../build/facts/merkle-tree.ts";
import { readFacts } from "../build/facts/read-facts.ts";
import { commitFileToMirror } from "./mirror/mirror.ts";

export type SigstoreBundle = Awaited<ReturnType<typeof sign>>;

/** The signed text: the root's 64 hexadecimal digits and a line feed, as `echo` writes them to a file. */
const toPayload = (root: string): Buffer => Buffer.from(`${root}\n`);

/** @param options Settings for another Sigstore instance; default: the public one. */
export const signMerkleRootWithSigstore = (
  root: string,
  options?: SignOptions,
): Promise<SigstoreBundle> => sign(toPayload(root), options);

export interface SignerIdentity {
  /** Address of the workflow and its branch. */
  identity: string;
  issuer: string;
}

/** @throws CommandError when the bundle is not a signature of this root by this identity. */
export function verifySignedRoot(
  bundle: SigstoreBundle,
  root: string,
  { identity, issuer }: SignerIdentity,
  verifier: BundleVerifier,
): void {
  const refuse = (fault: string) => new CommandError(`the signature is not verified: ${fault}`);
  let signer: ReturnType<BundleVerifier["verify"]>;
  try {
    signer = verifier.verify(bundle, toPayload(root));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const by = signer.identity;
  if (by?.subjectAlternativeName !== identity)
    throw refuse(`${by?.subjectAlternativeName ?? "nobody"} signed, not ${identity}`);
  if (by.extensions?.issuer !== issuer)
    throw refuse(`${by.extensions?.issuer ?? "nobody"} confirmed the identity, not ${issuer}`);
}

/** @throws CommandError if no nightly run has recorded a root yet. */
export async function readNewestMerkleRoot(dataFolder: string): Promise<RecordedMerkleRoot> {
  const newest = (await readFacts(dataFolder)).roots.at(-1);
  if (newest) return newest;
  throw new CommandError(
    `${dataFolder}/roots.csv contains no Merkle root; npm run nightly records one`,
  );
}

async function readBundle(path: string): Promise<SigstoreBundle> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as SigstoreBundle;
  } catch (error) {
    const fault = (error as Error).message;
    throw new CommandError(
      `${path}: cannot be read as a signature bundle (${fault}); name a file that the command sign wrote, or a file in witness/ of the mirror`,
    );
  }
}

const GITHUB_ISSUER = "https://token.actions.githubusercontent.com";

const NEEDS =
  "signing needs a GitHub workflow with the permission `id-token: write`, and both commands need a connection to Sigstore";

const program = new Command("npm run witness --").description(
  "Signs the newest Merkle root (one hash over all facts) with the identity of the workflow, and checks such signatures.",
);
program
  .command("sign")
  .description(
    "Signs the newest Merkle root in data/roots.csv (in a workflow with id-token: write).",
  )
  .requiredOption(
    "--out <file>",
    "file to which the signature bundle is written (JSON, for Sigstore)",
  )
  .option("--data <folder>", "facts", "data")
  .addOption(
    new Option("--repo <url>", "mirror that also gets the signature bundle").env("MIRROR_REPO"),
  )
  .action(async ({ out, data, repo }) => {
    const { day, serial, root } = await readNewestMerkleRoot(data);
    const bundle = `${JSON.stringify(await signMerkleRootWithSigstore(root))}\n`;
    await makeFolder(dirname(out));
    await writeFile(out, bundle);
    // After a failed run, the newest root is an older one that may be signed already. The mirror keeps the first
    // signature.
    const path = `witness/${day}.${serial}.sigstore.json`;
    const commit = repo
      ? await commitFileToMirror(
          { repo, token: process.env.MIRROR_TOKEN || undefined },
          { path, body: bundle },
          day,
          `Signature of the root of ${day}\n\nRoot ${root}`,
        )
      : undefined;
    process.stdout.write(
      `witness: signed the root ${root} of ${day}; the signature is in ${out}${commit === null ? `; the mirror keeps the earlier signature in ${path}` : ""}\n`,
    );
  });
program
  .command("verify")
  .description(
    "Checks that a Sigstore bundle contains a signature of the Merkle root by the given identity.",
  )
  .argument("<bundle>", "file that the command sign wrote")
  .requiredOption("--root <hash>", "root that must be signed")
  .requiredOption(
    "--identity <address>",
    "identity that must have signed: https://github.com/<owner>/<name>/.github/workflows/nightly.yml@refs/heads/main",
  )
  .addHelpText(
    "after",
    "\nDownloads Sigstore's public keys from Sigstore's repository (TUF).\nExit codes: 0 verified; 1 not verified.",
  )
  .action(async (path, { root, identity }) => {
    const bundle = await readBundle(path);
    verifySignedRoot(bundle, root, { identity, issuer: GITHUB_ISSUER }, await createVerifier());
    process.stdout.write(`witness: ${identity} signed the root ${root}\n`);
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await program.parseAsync().catch((error: Error) => {
    const hint = error instanceof CommandError ? "" : `; ${NEEDS}`;
    process.stderr.write(`witness: ${error.message}${hint}\n`);
    process.exitCode = 1;
  });
