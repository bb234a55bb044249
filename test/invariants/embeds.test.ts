import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { expect } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { verifies, visit } from "../contract/harness.ts";

verifies("E-embeds", "are well-formed pictures", async (site) => {
  const paths = Object.keys(site.manifest).filter((path) => /^\/(badge|chart)\/.*svg$/.test(path));
  for (const path of requireNonEmpty(paths, "embeds")) {
    const text = await readFile(join(site.dist, path), "utf8");
    new SaxesParser().write(text).close();
    expect(text, path).not.toMatch(/\bNaN\b|\bundefined\b|Infinity|<script|<style/);
  }
  const [first = ""] = paths;
  const response = await visit(site.doors.exact, first);
  expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
});
