/** Addresses of findings. */
import type { Finding } from "../../build/model/findings/kinds.ts";

/** Where the facts behind a finding are: the test that measured them, or the first model it is about. */
export function pathOfFacts({ kind, test, models: [model] }: Omit<Finding, "size">): string {
  if (test !== null && (kind === "own_test" || model === undefined))
    return `/api/v1/own-tests/${test}`;
  return model === undefined ? "/api/v1/findings" : `/api/v1/models/${model}`;
}
