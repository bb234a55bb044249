import { describe, expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { sampleProvider } from "../../../test/builders/fact-builders.ts";
import { SAMPLE_RULES } from "../../../test/builders/rules.ts";
import { toModelFromClaims, updateModel } from "./model-from-claims.ts";

type Claims = Parameters<typeof toModelFromClaims>[1];
/** What claims make of quark-7, whose lab has one host. */
const combine = (claims: Claims, firstSeen: string | null = null) => {
  const acme = sampleProvider("acme", { own_hosts: ["acme"] });
  const known = { slug: "quark-7", lab: "acme", firstSeen };
  return toModelFromClaims(known, claims, [acme], SAMPLE_RULES);
};

describe("a model retires on the day on which the lab's own host stops selling", () => {
  const id = (name: string, retirement_date: string | null, more = {}) =>
    sampleClaim("acme", { retirement_date }, { name, source: "litellm", ...more });
  const retires = (...claims: Claims) => combine(claims, "2025-03-01").model.retirement_date;

  test("its undated name", () => {
    expect(retires(id("quark-7", "2026-09-01"), id("quark-7-2025-03-01", null))).toBe("2026-09-01");
  });

  test("the last of its snapshots, if each of them has a retirement date", () => {
    const first = id("quark-7-2025-03-01", "2026-02-01");
    expect(retires(id("quark-7", null), first, id("quark-7-2025-09-01", "2026-09-01"))).toBe(
      "2026-09-01",
    );
    expect(retires(id("quark-7", null), first, id("quark-7-2025-09-01", null))).toBeNull();
  });

  test("a preview, another host and a source that records no retirements decide nothing", () => {
    for (const preview of [
      id("quark-7-preview", "2026-01-01"),
      id("quark-7-2025-03-01", "2026-01-01", { step: "tag" }),
    ])
      expect(retires(preview, id("quark-7", null))).toBeNull();
    const end = { retirement_date: "2026-01-01" };
    expect(retires(sampleClaim("bazaar", end))).toBeNull();
    expect(retires(sampleClaim("bazaar", end, { source: "operator" }))).toBeNull();
    const excluded = sampleClaim("acme", {}, { name: "quark-7-2025-09-01" });
    expect(retires(id("quark-7-2025-03-01", "2026-02-01"), excluded)).toBe("2026-02-01");
  });

  test("a notice about one snapshot retires the model if no other snapshot continues", () => {
    const notice = {
      ...id("quark-7-2025-03-01", "2026-02-01", { source: "notices" }),
      isNotice: true,
    };
    expect(retires(notice)).toBe("2026-02-01");
    expect(retires(notice, id("quark-7-2025-03-01", null))).toBe("2026-02-01");
    expect(retires(notice, id("quark-7-2025-09-01", null))).toBeNull();
  });

  test.each(["quark-7-preview-05-06", "quark-7-exp-03-25"])(
    "a notice about %s does not retire the model, even if a host lists the id",
    (name) => {
      const preview = id(name, "2026-02-01", { step: "strict" });
      expect(retires({ ...preview, isNotice: true }, id("quark-7", null))).toBeNull();
    },
  );

  test("a date before the release does not count, nor does one before the first sale that only a list states", () => {
    const early = id("quark-7-0430", "2024-04-30");
    expect(retires(early)).toBeNull();
    expect(retires({ ...early, isNotice: true })).toBe("2024-04-30");
    expect(retires({ ...early, source: "operator" })).toBe("2024-04-30");
    const released = sampleClaim("acme", { release_date: "2026-03-01" }, { name: "quark-7" });
    expect(retires(id("quark-7", "2026-02-01"), released)).toBeNull();
    expect(retires({ ...id("quark-7", "2026-02-01"), isNotice: true }, released)).toBeNull();
    expect(retires(id("quark-7", "2026-03-02"), released)).toBe("2026-03-02");
  });
});

test("the replacement of a model is the one that the lab's own host names, not another host's", () => {
  const names = (host: string, model_id: string) =>
    sampleClaim(host, {
      more: { replacement: { model_id, source_url: "https://acme.example/retirements" } },
    });
  const replacementOf = (...claims: Claims) => combine(claims).model.replacement?.model_id;
  expect(replacementOf(names("bazaar", "gluon-1"), names("acme", "quark-8"))).toBe("quark-8");
  expect(replacementOf(names("bazaar", "gluon-1"))).toBeUndefined();
});

/** The model that results from claims of hosts with these release dates. */
const releasedOn = (...days: string[]) =>
  combine(days.map((release_date, index) => sampleClaim(`host-${index}`, { release_date })));

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
