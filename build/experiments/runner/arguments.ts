/** Words of the command line → values, or what is wrong with them. */
import { InvalidArgumentError } from "commander";
import { BuildError } from "../../facts/fault.ts";
import { IsoDate } from "../../schema/values.ts";
import { toPublicUrl } from "../../sources/requests/secrets.ts";

export function toBaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("write https://host/v1");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || toPublicUrl(text) !== url.href)
    // An InvalidArgumentError would be told with the address.
    throw new BuildError("--base-url holds a secret; put the key into the environment (--key-env)");
  return text.replace(/\/(chat\/completions\/?)?$/, "");
}

/** Encrypted, or never leaving this machine. */
export function isPrivateWay(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "https:" || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function toDay(text: string): string {
  const day = IsoDate.safeParse(text);
  if (!day.success)
    throw new InvalidArgumentError(day.error.issues.map(({ message }) => message).join("; "));
  return day.data;
}

export function toAmount(text: string): number {
  const amount = Number(text);
  if (text.trim() === "" || !Number.isFinite(amount) || amount < 0)
    throw new InvalidArgumentError("write US dollars, such as 0.5");
  return amount;
}

export function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError("write a whole number above 0");
  return count;
}
