/** Licences that directories write in many ways, by their SPDX identifier. */
const SPDX_IDS = [
  "AGPL-3.0-only",
  "AGPL-3.0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BUSL-1.1",
  "CC-BY-SA-4.0",
  "CC0-1.0",
  "FSL-1.1-ALv2",
  "GPL-2.0",
  "GPL-3.0",
  "ISC",
  "LGPL-2.1",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "MulanPSL-2.0",
  "Unlicense",
  "Zlib",
];

const BY_SPELLING: ReadonlyMap<string, string> = new Map([
  ...SPDX_IDS.map((id) => [id.toLowerCase(), id] as const),
  ["fsl-1.1-apache-2.0", "FSL-1.1-ALv2"],
  ["proprietary", "proprietary"],
  ["unlicensed", "proprietary"],
]);

/** `apache 2.0` → `Apache-2.0`; null for `other`, `GNU` and the like, which name no licence. */
export function toLicenseId(text: string | null): string | null {
  return BY_SPELLING.get((text ?? "").trim().toLowerCase().replaceAll(" ", "-")) ?? null;
}
