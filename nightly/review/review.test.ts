import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { toCommandErrorIfExpected } from "../../build/facts/command-line.ts";
import { acquireLock } from "../../build/facts/lock.ts";
import { writeFileIfChanged } from "../../build/facts/write-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { buildDataReview, formatDataReview, toDisputedTraitsReviewSection } from "./review.ts";

const reports = createTemporaryFolder("review");

test("the review is Markdown with all rows of a section", () => {
  const rows = [
    ["a", "<img onerror>"],
    ["bb", "x".repeat(120)],
  ];
  const section = { title: "Look-alikes", look: "One or two?", columns: ["model", "name"], rows };
  const text = formatDataReview([section]);
  expect(text).toMatch(/^## Look-alikes \(2 rows\)\n\nOne or two\?\n\n\| model \| name \|\n/);
  expect(text).toContain(`| bb | ${"x".repeat(120)} |`);
});

test("a review of facts shows what is new, disputed and held", async () => {
  const data = join(reports, "data");
  await cp(resolve("test/golden/data"), data, { recursive: true });
  await writeFile(
    join(data, "held.csv"),
    "kind,key,field,value,source,rule,since,last_seen,readings\noffer,northwind norn-5,context_window,9,operator,limit_moved,2026-01-02,2026-01-03,2\n",
  );
  const sections = await buildDataReview(data, reports, () => {});
  const [held] = sections.find(({ title }) => title.includes("holds back"))?.rows ?? [];
  expect(held?.join()).toBe(
    "limit_moved,the limit changed by a factor of 16 or more,operator,offer,northwind norn-5,context_window,9,2026-01-02,2",
  );
  const [, newest, disputes] = sections;
  for (const section of [newest, disputes])
    expect(section?.rows.length, section?.title).toBeGreaterThan(0);
  for (const { columns, rows } of sections)
    for (const row of rows) expect(row).toHaveLength(columns.length);
  const rates = sections.find(({ title }) => title === "Fill rates");
  expect(rates?.rows).toContainEqual(expect.arrayContaining(["release date", "0", "0"]));
  expect(rates?.rows).toContainEqual(["batch prices", "list prices", "2", "7", "28.6"]);
});

const file = join(reports, "a-file");
test.each([
  ["/proc/x", () => writeFileIfChanged("/proc/x/review.md", "")],
  [file, async () => acquireLock(join(file, "dist.lock"), "builds dist")],
])("a folder that cannot be created is an error that names it: %s", async (folder, task) => {
  await writeFile(file, "");
  const refused = await task().catch((error) => error);
  const message = `${folder}: no folder can be made there; choose another folder`;
  expect(toCommandErrorIfExpected(refused, "")?.message).toBe(message);
});

test("the report of the last ingest is shown; without one, the review says how to get it", async () => {
  const missing = await toDisputedTraitsReviewSection(reports);
  expect([missing.rows, missing.look]).toEqual([[], expect.stringContaining("npm run ingest")]);
  const csv = 'model,field\nacme-large,"release_date, or not"\n';
  await writeFile(join(reports, "split-traits.csv"), csv);
  const { columns, rows } = await toDisputedTraitsReviewSection(reports);
  expect([columns, rows]).toEqual([["model", "field"], [["acme-large", "release_date, or not"]]]);
});
