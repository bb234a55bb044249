import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runTestGit } from "../../test/builders/git.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { recordMerkleRoot, verifyDataFolderAgainstRoot } from "./verify-facts.ts";

let data: string;
const git = (...args: string[]) => runTestGit(dirname(data), args);
const commit = (message: string) => {
  git("add", "--all", ".");
  git("commit", "--quiet", "-m", message);
};
const edit = (path: string, change: (text: string) => string) => {
  const file = join(data, path);
  const text = readFileSync(file, "utf8");
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
};

/** A repository with one day, copied for each test. */
let first: string;
beforeAll(async () => {
  ({ data, folder: first } = await writeSampleFacts());
  git("init", "--quiet");
  await recordMerkleRoot(data, "2026-11-22");
  commit("first day");
});
beforeEach(() => {
  const folder = createTemporaryFolder("verify");
  cpSync(first, folder, { recursive: true });
  data = join(folder, "data");
});

/** Replaces the first match of `from` in the last row of a CSV file by `to`. */
const inLastRow = (from: RegExp, to: string) => (text: string) => {
  const rows = text.trimEnd().split("\n");
  return `${[...rows.slice(0, -1), rows.at(-1)?.replace(from, to)].join("\n")}\n`;
};

describe("the facts and their recorded root", () => {
  it("match when nothing was changed, and after a day was added", async () => {
    expect(verifyDataFolderAgainstRoot(data)).toMatchObject({ holds: true });
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.3"));
    await recordMerkleRoot(data, "2026-11-23");
    commit("second day");
    const { holds, lines } = verifyDataFolderAgainstRoot(data);
    expect([holds, lines]).toEqual([true, [expect.stringContaining("2026-11-23")]]);
    expect(verifyDataFolderAgainstRoot(data, "2026-11-22")).toMatchObject({ holds: true });
  });

  it("do not accept a root of an earlier day, which would break the chain", async () => {
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.3"));
    await expect(recordMerkleRoot(data, "2026-11-21")).rejects.toThrow(
      "2026-11-21 is before 2026-11-22, the day of the newest root in roots.csv",
    );
    expect(() => verifyDataFolderAgainstRoot(data)).not.toThrow();
  });

  it("differ in each row that was changed or removed, committed or not, and name the day", () => {
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.9"));
    commit("a rewritten row");
    edit("prices/acme.csv", (text) => text.replace(/^2026-02-03,.*\n/m, ""));
    const { holds, lines } = verifyDataFolderAgainstRoot(data);
    expect(holds).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^2 rows differ from those of 2026-11-22, .*:$/),
      expect.stringMatching(/^removed: prices\/acme 2026-02-03,acme-large-v1/),
      expect.stringMatching(/^changed: prices\/cumulus 2026-03-10,delta-7b-fp8/),
    ]);
  });

  it("do not match when the rows of a day were rewritten before they were committed", async () => {
    edit("prices/cumulus.csv", inLastRow(/0\.2/, "0.3"));
    await recordMerkleRoot(data, "2026-11-23");
    edit("prices/cumulus.csv", inLastRow(/0\.3/, "0.35"));
    commit("second day");
    const { lines } = verifyDataFolderAgainstRoot(data, "2026-11-23");
    expect(lines[0]).toMatch(/rewritten before they were committed/);
  });

  it("are refused with a broken chain, and for a day without a root", () => {
    edit("roots.csv", (text) => text.replace("2026-11-22", "2026-11-21"));
    const verify = (day?: string) => () => verifyDataFolderAgainstRoot(data, day);
    expect(verify()).toThrow(/roots\.csv:2: root: the root of 2026-11-21/);
    git("checkout", "--quiet", ".");
    expect(verify("2026-11-20")).toThrow(/no root is recorded for 2026-11-20/);
  });
});
