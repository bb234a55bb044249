/** What the CDN reads: `_redirects` and `_headers`. */
import { BuildError } from "../../build/facts/fault.ts";
import type { StaticFile } from "../http/static-file.ts";
import { checkRules } from "./check-rules.ts";
import type { Delivery, TypedFile } from "./delivery.ts";
import { toHeadersFile } from "./headers-file.ts";
import { formatRule, toRules } from "./rules.ts";

/**
 * @param later Path of a file that is written after all others.
 * @throws BuildError when a rule leads nowhere, or hides another.
 */
export function cdnFiles(delivery: Delivery, later: string): StaticFile[] {
  const rules = toRules(delivery);
  const written = new Set([...delivery.files.map(({ path }) => path), later]);
  const faults = checkRules(rules, written);
  if (faults.length > 0) throw new BuildError(`the CDN's rules are wrong:\n${faults.join("\n")}`);
  return [
    toTextFile("/_redirects", `${rules.map(formatRule).join("\n")}\n`),
    toTextFile(
      "/_headers",
      toHeadersFile(delivery.files.filter(needsType), written, delivery.files),
    ),
  ];
}

const toTextFile = (path: string, body: string): StaticFile => ({
  path,
  body,
  contentType: "text/plain; charset=utf-8",
  owner: "cdn",
});

/** The CDN takes the type of a file from its ending; one without an ending, or of another type, needs a header rule. */
const needsType = ({ path, contentType }: TypedFile): boolean =>
  !/\.[a-z0-9]+$/.test(path) ||
  /^application\/(atom\+xml|feed\+json|vnd\.apache\.parquet)\b/.test(contentType) ||
  contentType.startsWith("text/markdown");
