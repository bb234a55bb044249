import type { Finding } from "../../build/model/findings/findings.ts";
import { modelPage, PRICES_PATH } from "./components/addresses.ts";

/** Where people read more of a finding: the test that measured it, or the first model that it is about. */
export function pageOfFinding({ kind, test, models: [model] }: Omit<Finding, "size">): string {
  if (test !== null && (kind === "own_test" || model === undefined)) return `/own-tests/${test}`;
  return model === undefined ? PRICES_PATH : modelPage(model);
}
