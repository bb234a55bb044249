/** Keys stay in the request's header: what is logged, thrown or kept goes through here. */

const SECRET_NAME = /(key|token|secret|sig|signature|auth|password)$/i;

/** The address for logs and messages: values of query fields that sound secret are left out. */
export function toPublicUrl(url: string | URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  for (const name of new Set(shown.searchParams.keys()))
    if (SECRET_NAME.test(name)) shown.searchParams.set(name, "hidden");
  return shown.href;
}

/** Below this length letters and figures alone are no sign of a key. */
const MIN_TELLING = 8;
/** An escape within an escape, and once more. */
const MAX_ROUNDS = 4;

/**
 * Whether a text repeats a secret, plainly or in a form from which it can be read: escaped for JSON, an address or a
 * page, in base64 or hex, backwards, in other letters of the same look, or with other characters strewn in.
 *
 * @param secret Undefined when there is none to repeat.
 */
export function repeatsSecret(text: string, secret: string | undefined): boolean {
  if (!secret) return false;
  if (text.includes(secret)) return true;
  if (toTelling(secret).length < MIN_TELLING)
    return isInAnyRound(text, (said) => said.includes(secret));
  const forms = formsOf(secret).map(toTelling);
  return isInAnyRound(text, (said) => {
    const telling = toTelling(said);
    return forms.some((form) => telling.includes(form));
  });
}

function isInAnyRound(text: string, isIn: (said: string) => boolean): boolean {
  let said = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (isIn(said)) return true;
    const next = unescapeOnce(said);
    if (next === said) return false;
    said = next;
  }
  return isIn(said);
}

/** Letters and figures in one size: what is left of a key whatever is put between them. */
const toTelling = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // In base64 three bytes are four letters: the first and last of them depend on what stands beside the key.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "")
      .slice(shift === 0 ? 0 : shift + 1, -1),
  );
  const backwards = [...secret].reverse().join("");
  return [secret, backwards, bytes.toString("hex"), ...shifted];
}

const ESCAPE =
  /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?/gi;

/** Escapes of JSON, of scripts, of addresses and of pages, each undone once. */
const unescapeOnce = (text: string): string =>
  text.replace(ESCAPE, (whole, ...found: (string | undefined)[]) => {
    const hex = found.slice(0, 5).find((digits) => digits !== undefined);
    const code = hex === undefined ? Number(found[5]) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** @returns undefined when the environment has no such key; white space around it is no part of it. */
export function findKey(
  env: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
): string | undefined {
  return name === undefined ? undefined : env[name]?.trim() || undefined;
}

const SECRET_VARIABLE = /(_KEYS?|TOKEN|SECRET|PASSWORD|CREDENTIALS|WEBHOOKS_JSON)$/i;
/** `https://user:password@host`. */
const ADDRESS_WITH_LOGIN = /:\/\/[^/\s]+@/;

/** The environment for programs that need no secret: what they print, or run, may be anybody's. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = ""]) => !SECRET_VARIABLE.test(name) && !ADDRESS_WITH_LOGIN.test(value),
    ),
  );
