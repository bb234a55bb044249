/** Checks a proof with the platform's own SHA-256. Runs in Node, browsers and edge runtimes, without a network. */

/** The answer of `/api/v1/proof`; hashes are 64 hexadecimal digits. */
export interface RowProof {
  /** Canonical text of the row; null if the request had only its hash, or no row. */
  text: string | null;
  leaf: string;
  index: number;
  size: number;
  path: string[];
  tree: string;
  previous: string | null;
  day: string;
  root: string;
}

/** @returns What is wrong, as a sentence; null if the proof is valid. */
export async function findProofFault(proof: RowProof): Promise<string | null> {
  const { text, leaf, tree, previous, day, root } = proof;
  const utf8 = new TextEncoder();
  if (text !== null && (await sha256([0], utf8.encode(text))) !== leaf)
    return `the hash of the row's text is not the leaf ${leaf}`;
  if ((await rootOfPath(proof)) !== tree) return `the path does not lead to the tree ${tree}`;
  const chained = await sha256(
    [2],
    toBytes(previous ?? "0".repeat(64)),
    toBytes(tree),
    utf8.encode(day),
  );
  return chained === root ? null : `the root ${root} does not follow from the previous root`;
}

/** RFC 9162, section 2.1.3.2. @returns null if the length of the path does not fit a tree of this size. */
async function rootOfPath({ leaf, index, size, path }: RowProof): Promise<string | null> {
  let hash = leaf;
  let place = index;
  let last = size - 1;
  for (const beside of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      hash = await sha256([1], toBytes(beside), toBytes(hash));
      while (place % 2 === 0 && place !== 0) [place, last] = [place >> 1, last >> 1];
    } else hash = await sha256([1], toBytes(hash), toBytes(beside));
    [place, last] = [place >> 1, last >> 1];
  }
  return last === 0 ? hash : null;
}

async function sha256(...parts: (readonly number[] | Uint8Array)[]): Promise<string> {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const toBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
