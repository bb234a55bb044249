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

/** @returns undefined when the environment has no such key; white space around it is no part of it. */
export function findKey(
  env: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
): string | undefined {
  return name === undefined ? undefined : env[name]?.trim() || undefined;
}
