import { expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { SAMPLE_RULES } from "../../../test/builders/rules.ts";
import { toModelFromClaims } from "./model-from-claims.ts";
import { updateModel } from "./update-models.ts";

/** The model that results from claims of hosts with these release dates. */
const releasedOn = (...days: string[]) => {
  const claims = days.map((release_date, index) => sampleClaim(`host-${index}`, { release_date }));
  const known = { slug: "quark-7", lab: "acme", firstSeen: null };
  return toModelFromClaims(known, claims, [], SAMPLE_RULES);
};

test.each([
  ["three claims of four", [...Array(3).fill("2026-07-16"), "2026-07-27"], "2026-07-16"],
  ["two claims", ["2026-07-16", "2026-07-16"], "2026-07-26"],
  [
    "half of the claims",
    [...Array(3).fill("2026-07-01"), ...Array(3).fill("2026-07-16")],
    "2026-07-26",
  ],
])(
  "a recorded release date without a source yields to that of most claims, at least three: %s",
  (_, days, expected) => {
    const { model } = releasedOn("2026-07-26");
    const { release_date: _source, ...sources } = model.sources ?? {};
    const next = (known: typeof model) => updateModel(known, releasedOn(...days), []).release_date;
    expect(next({ ...model, sources })).toBe(expected);
    expect(next(model)).toBe("2026-07-26");
  },
);

test.each([
  ["another later one", Array(3).fill("2026-05-01"), "2026-03-01"],
  ["an earlier one not all agree on", ["2026-01-15", "2026-01-15", "2026-03-01"], "2026-03-01"],
  ["an earlier one on which all agree", Array(3).fill("2026-01-15"), "2026-01-15"],
])(
  "a recorded release date with a source yields to another on which all agree, unless much later: %s",
  (_, days, expected) => {
    const { model } = releasedOn("2026-03-01");
    expect(updateModel(model, releasedOn(...days), []).release_date).toBe(expected);
  },
);
