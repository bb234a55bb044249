/** A test that cites the requirement it verifies, on the built site. */
import { test } from "vitest";
import { type BuiltSite, openBuiltSite } from "./harness.ts";

/** @param requirement Id of a rule of docs/spec.md. @param behaviour What holds, in words: `a limit above the maximum means the maximum`. */
export function verifies(
  requirement: string,
  behaviour: string,
  body: (site: BuiltSite) => Promise<void>,
): void {
  test(`${requirement}: ${behaviour}`, async () => body(await openBuiltSite()));
}
