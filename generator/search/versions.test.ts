import { describe, expect, it } from "vitest";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { isHigher, toVersion } from "./versions.ts";

const version = (slug: string, lab = "acme") => toVersion({ slug, lab } as ModelRow);

describe("versions", () => {
  it.each([
    ["claude-3-5-sonnet", "claude-sonnet-4-5"],
    ["qwen3-max", "qwen3-7-max"],
    ["veo-3", "veo-3-1"],
    ["gemma-2-27b-it", "gemma-3-27b-it"],
  ])("%s is an earlier version of %s", (earlier, later) => {
    expect(version(earlier).family).toBe(version(later).family);
    expect(isHigher(version(later).version, version(earlier).version)).toBe(true);
    expect(isHigher(version(earlier).version, version(later).version)).toBe(false);
  });

  it.each([
    ["gemma-3-12b-it", "gemma-3-27b-it"],
    ["gpt-4o", "gpt-5"],
    ["claude-opus-5", "claude-sonnet-5"],
    ["mistral-large-2411", "mistral-large-3"],
  ])("%s and %s are two models", (one, other) => {
    expect(version(one).family).not.toBe(version(other).family);
  });

  it("a line is of one lab", () => {
    expect(version("nova-3", "deepgram").line).not.toBe(version("nova-2-pro", "amazon").line);
  });
});
