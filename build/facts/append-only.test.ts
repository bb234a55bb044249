import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/builders/temporary-folder.ts";
import { checkAppendOnly } from "./append-only.ts";

const ROWS = ["recorded,price", "2026-01-01,1", "2026-02-01,2", "2026-03-01,3"];

let folder: string;
let data: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
const write = (rows: readonly string[], file = "acme") =>
  writeFile(join(data, `prices/${file}.csv`), `${rows.join("\n")}\n`);

beforeEach(async () => {
  folder = temporaryFolder("ledger");
  data = join(folder, "data");
  await mkdir(join(data, "prices"), { recursive: true });
  await write(ROWS);
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@acme.example", "commit", "--quiet", "-m", "first");
});
afterEach(() => rm(folder, { recursive: true }));

const told = () => checkAppendOnly(data, "HEAD").map(({ file, line }) => `${file}:${line}`);

describe("since a commit", () => {
  test("rows and files may be added, in the middle too", async () => {
    await write([...ROWS.slice(0, 2), "2026-01-15,9", ...ROWS.slice(2), "2026-04-01,4"]);
    await write(ROWS, "other");
    expect(told()).toEqual([]);
  });

  test("a row that was changed is named with its line and its text", async () => {
    await write(ROWS.with(2, "2026-02-01,7"));
    expect(checkAppendOnly(data, "HEAD")).toMatchObject([
      { file: "prices/acme.csv", line: 3, message: expect.stringContaining('"2026-02-01,2"') },
    ]);
  });

  test("a row that was deleted is named, beside others that were added", async () => {
    await write(["recorded,price", "2025-12-01,0", "2026-01-01,1", "2026-03-01,3"]);
    expect(told()).toEqual(["prices/acme.csv:3"]);
  });

  test("a file that was deleted is named row by row", async () => {
    await rm(join(data, "prices/acme.csv"));
    expect(told()).toHaveLength(ROWS.length);
  });
});

test("a commit that git does not know is named, with the next step", () => {
  expect(() => checkAppendOnly(data, "nowhere")).toThrow(/"nowhere".*name a commit/);
  expect(() => checkAppendOnly(data, "--output=x")).toThrow(/"--output=x".*name a commit/);
});
