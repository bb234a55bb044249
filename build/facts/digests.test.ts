import { cpSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeSample } from "../../test/builders/sample-facts.ts";
import { temporaryFolder } from "../../test/builders/temporary-folder.ts";
import { readFactFiles } from "./fact-files.ts";
import { FactsError } from "./fault.ts";
import { formatFiles } from "./format-files.ts";
import { hashFacts, readFacts } from "./read-facts.ts";

const LEDGER = "prices/bazaar.csv";
const SCORES = "scores/logic.csv";
const MODEL = "models/acme/acme-large.json";

const OPERATORS = "2026-02-20,,delta-7b,operator,stated,2,4,,,,,,,https://acme.example/pricing";

let recorded: string;
let sample: { data: string };
beforeAll(async () => {
  recorded = (await writeSample()).data;
  await formatFiles(recorded, ["."]);
});
beforeEach(() => {
  sample = { data: join(temporaryFolder("digests"), "data") };
  cpSync(recorded, sample.data, { recursive: true });
});

const edit = async (path: string, change: (text: string) => string) => {
  const file = join(sample.data, path);
  await writeFile(file, change(await readFile(file, "utf8")));
};
const withoutLine = (line: number) => (text: string) =>
  text
    .split("\n")
    .toSpliced(line - 1, 1)
    .join("\n");
const told = async (run: () => Promise<unknown>) => {
  const error = await run().catch((reason: unknown) => reason);
  return error instanceof FactsError
    ? error.faults.map(({ file, line, message }) => `${file}:${line} ${message}`)
    : [];
};
const check = () => told(() => readFacts(sample.data));

test("facts have the same name whether they are recorded or not", async () => {
  const files = readFactFiles(sample.data);
  const bare = new Map([...files].filter(([path]) => path !== "digests.csv"));
  expect(bare.size).toBe(files.size - 1);
  expect(hashFacts(bare)).toBe(hashFacts(files));
});

test("facts that were recorded are sound", async () => {
  expect(await check()).toEqual([]);
  expect(await formatFiles(sample.data)).toEqual([]);
});

describe.each([
  ["a price", LEDGER, 3, (text: string) => text.replace(",3,18,", ",30,18,")],
  ["a day of the ledger", LEDGER, 2, (text: string) => text.replace("2026-02-10,", "2026-02-11,")],
  ["a score", SCORES, 2, (text: string) => text.replace("70", "7")],
  ["a row less", "prices/acme.csv", 2, withoutLine(2)],
  ["a row less in between", SCORES, 3, withoutLine(3)],
  [
    "a limit of a model",
    MODEL,
    1,
    (text: string) => text.replace(/"context_window": \d+/, '"context_window": 9999'),
  ],
])("%s that is another one than was recorded", (_, path, line, change) => {
  beforeEach(() => edit(path, change));

  test("is named with its line and the next step, and formatting does not hide it", async () => {
    const expected = [
      expect.stringMatching(
        new RegExp(`^${path}:${line} the row.* was recorded here .*--amend ${path}`),
      ),
    ];
    expect(await check()).toEqual(expected);
    expect(await told(() => formatFiles(sample.data))).toEqual(expected);
    expect(await check()).toEqual(expected);
  });

  test("stands when its file or folder is named", async () => {
    expect(await told(() => formatFiles(sample.data, ["offers"]))).toHaveLength(1);
    expect(await formatFiles(sample.data, [path.split("/")[0] ?? ""])).toEqual(["digests.csv"]);
    expect(await check()).toEqual([]);
  });
});

test("a new row is asked for by name once, and recorded by formatting, whatever its place", async () => {
  await edit(LEDGER, (text) => text.replace("2026-03-01,", `${OPERATORS}\n2026-03-01,`));
  expect(await check()).toEqual([
    `${LEDGER}:3 is not recorded yet; when it is new, run \`npm run data:fmt\``,
  ]);
  expect(await formatFiles(sample.data)).toEqual(["digests.csv"]);
  expect(await check()).toEqual([]);
});

test("a file of which no rows were recorded is told once", async () => {
  await edit("digests.csv", (text) => text.replaceAll(/^prices\/acme\.csv.*\n/gm, ""));
  expect(await check()).toEqual([
    expect.stringMatching(/^prices\/acme\.csv:2 .*, and 2 more of this file/),
  ]);
});

test("a row that is changed beside new ones is told alone", async () => {
  await edit(
    LEDGER,
    (text) =>
      `${text.replace(",3,18,", ",30,18,")}2026-04-01,,delta-7b,upstream,stated,9,9,,,,,,,\n`,
  );
  expect(await check()).toEqual([expect.stringContaining(`${LEDGER}:3 the row of 2026-03-01`)]);
});

test("a new row of an upstream is not a person's to add", async () => {
  await edit(LEDGER, (text) => `${text}2026-04-01,,delta-7b,upstream,stated,9,9,,,,,,,\n`);
  expect(await told(() => formatFiles(sample.data))).toEqual([
    expect.stringMatching(
      /^prices\/bazaar\.csv:5 .* the word of an upstream, .*--amend prices\/bazaar\.csv/,
    ),
  ]);
  expect(await formatFiles(sample.data, [LEDGER])).toEqual(["digests.csv"]);
  expect(await check()).toEqual([]);
});
