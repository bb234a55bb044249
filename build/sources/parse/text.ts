/** Cleans names, URLs, licences and ids from upstreams into the form that facts use. Pure. */
import * as z from "zod";
import { toSlug } from "../../cost/rates.ts";
import { WebUrl } from "../../schema/values.ts";

/** Line breaks, control characters, and invisible marks of width and direction. */
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}`;
/** What colours a text in a terminal. */
const TERMINAL = /\p{Cc}\[[\d;]*[A-Za-z]/gu;
const UNCLEAN = new RegExp(String.raw`[${INVISIBLE}\s]+`, "gu");
/** Characters that facts must not contain, including the replacement character for lost bytes. */
const NOT_ALLOWED = new RegExp(String.raw`[${INVISIBLE}\uFFFD]`, "u");
/** Half of a surrogate pair: it cannot be written as UTF-8. */
const LONE_SURROGATE = /\p{Cs}/u;

/** Line breaks and invisible characters become spaces, and runs of spaces one. */
export const toCleanText = (text: string): string =>
  text.replace(TERMINAL, "").replace(UNCLEAN, " ").trim();

const TRACKING_PARAMETER = /^(utm_.*|gaa_.*|rc)$/;
const TEXT_SELECTION = /^#selection-/;

/** `https://a.org/x?rc=9mz` → `https://a.org/x`; null for what is not a web address. */
export function stripUrlTracking(text: string | null | undefined): string | null {
  const written = (text ?? "").trim();
  if (!WebUrl.safeParse(written).success || !URL.canParse(written)) return null;
  const url = new URL(written);
  const before = url.href;
  for (const name of [...url.searchParams.keys()])
    if (TRACKING_PARAMETER.test(name)) url.searchParams.delete(name);
  if (TEXT_SELECTION.test(url.hash)) url.hash = "";
  return url.href === before ? written : url.href;
}

const MAX_ID = 200;
const MAX_TEXT = 2000;

/** Why a text may not be in a fact; null when it may. */
export function findUpstreamTextFault(text: string): string | null {
  if (text.length > MAX_TEXT) return `is ${text.length} characters long`;
  if (NOT_ALLOWED.test(text)) return "contains a line break or an invisible character";
  return LONE_SURROGATE.test(text) ? "contains an incomplete character (a lone surrogate)" : null;
}

/** The same check for an id or a name, which must also be short, trimmed, and contain a letter or digit. */
export function findUpstreamIdFault(text: string): string | null {
  if (text.length > MAX_ID) return `is ${text.length} characters long`;
  if (text !== text.trim() || text === "") return "is empty, or starts or ends with a space";
  if (!/[a-z0-9]/i.test(text)) return "contains no letter or digit, so no slug can be made from it";
  return findUpstreamTextFault(text);
}

/** What is wrong with an answer, in one line: the first place and the fault there. */
export function formatSchemaError(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "unknown shape"}`;
  }
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, 200);
}

/** SPDX identifiers of licences that directories write in many ways. */
const SPDX_IDS =
  "AGPL-3.0-only AGPL-3.0 Apache-2.0 BSD-2-Clause BSD-3-Clause BUSL-1.1 CC-BY-SA-4.0 CC0-1.0 FSL-1.1-ALv2 GPL-2.0 GPL-3.0 ISC LGPL-2.1 MIT MIT-0 MPL-2.0 MulanPSL-2.0 Unlicense Zlib";

const LICENSES: ReadonlyMap<string, string> = new Map([
  ...SPDX_IDS.split(" ").map((id) => [id.toLowerCase(), id] as const),
  ["fsl-1.1-apache-2.0", "FSL-1.1-ALv2"],
  ["proprietary", "proprietary"],
  ["unlicensed", "proprietary"],
]);

/** `apache 2.0` → `Apache-2.0`; null for `other`, `GNU` and the like, which name no licence. */
export const toSpdxLicenseId = (text: string | null): string | null =>
  LICENSES.get((text ?? "").trim().toLowerCase().replaceAll(" ", "-")) ?? null;

/** Other spellings of licences of weights, and licences without an SPDX id. */
const WEIGHTS_LICENSES: ReadonlyMap<string, string> = new Map([
  ["mit license", "MIT"],
  ["apache license 2.0", "Apache-2.0"],
  ["modified-mit", "Modified MIT"],
  ["gemma", "Gemma"],
  ["deepseek", "DeepSeek License"],
  ["qwen", "Qwen License"],
  ["tongyi-qianwen", "Tongyi Qianwen License"],
  ["mrl", "Mistral Research License"],
  ["cc by-nc 4.0", "CC-BY-NC-4.0"],
]);

/** `openai/gpt-4o` → `openai`; null without a path. */
export const getMakerFromModelId = (modelId: string): string | null =>
  modelId.split("/").at(-2) ?? null;

/** A uniform spelling of a licence: its SPDX id, its name, or the unchanged text; null when empty. */
export function normalizeWeightsLicense(text: string | null): string | null {
  const plain = text?.trim() ?? "";
  return toSpdxLicenseId(plain) ?? WEIGHTS_LICENSES.get(plain.toLowerCase()) ?? (plain || null);
}

/** Gives every entry of a directory its own slug, in their order. */
export class UniqueSlugGenerator {
  readonly #taken = new Set<string>();

  /** @param owner Distinguishes entries of one name: `sqlite` → `sqlite-jane`, then `sqlite-jane-2`. */
  claim(wanted: string, owner: string): string {
    const plain = toSlug(wanted);
    const owned = toSlug(`${wanted} ${owner}`);
    let slug = this.#taken.has(plain) ? owned : plain;
    for (let count = 2; this.#taken.has(slug); count++) slug = `${owned}-${count}`;
    this.#taken.add(slug);
    return slug;
  }
}
