/** Keeps keys out of everything except the request's header: logs, errors, and texts that are stored or passed on. */

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_PARAMETER = /(key|token|secret|sig|signature|auth|password)$/i;

/** The address for logs and messages: without a login, and with the values of secret parameters hidden. */
export function redactUrl(url: string | URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  for (const name of new Set(shown.searchParams.keys()))
    if (SECRET_PARAMETER.test(name)) shown.searchParams.set(name, "hidden");
  return shown.href;
}

/** The key in an environment variable, trimmed; undefined when there is none. */
export function findApiKeyInEnvironment(
  env: Environment,
  name: string | undefined,
): string | undefined {
  return name === undefined ? undefined : env[name]?.trim() || undefined;
}

/** Whether a text contains a secret: unchanged, escaped for JSON or a URL, in base64 or in hex. */
export function containsKnownSecret(text: string, secret: string | undefined): boolean {
  if (!secret) return false;
  const texts = [text, unescapeOnce(text), unescapeOnce(unescapeOnce(text))];
  return formsOf(secret).some((form) => texts.some((one) => one.toLowerCase().includes(form)));
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Base64 encodes three bytes as four characters, so the secret has three forms, depending on its position. The outer
  // characters are cut off, because they depend on the bytes next to the secret.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64url")
      .slice(shift === 0 ? 0 : shift + 1, -1),
  );
  return [secret, bytes.toString("hex"), ...base64].map((form) => form.toLowerCase());
}

const ESCAPE = /\\u([0-9a-f]{4})|%([0-9a-f]{2})/gi;

/** Undoes the escapes of JSON and of addresses once. */
const unescapeOnce = (text: string): string =>
  text.replace(ESCAPE, (_whole, json?: string, address?: string) =>
    String.fromCharCode(Number.parseInt(json ?? address ?? "", 16)),
  );

const SECRET_VARIABLE = /(_KEYS?|TOKEN|SECRET|PASSWORD|CREDENTIALS|WEBHOOKS_JSON)$/i;
const URL_WITH_LOGIN = /:\/\/[^/\s]+@/;

/** The environment without secrets, for programs that need none and whose code or output is not trusted. */
export const removeSecretsFromEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = ""]) => !SECRET_VARIABLE.test(name) && !URL_WITH_LOGIN.test(value),
    ),
  );
