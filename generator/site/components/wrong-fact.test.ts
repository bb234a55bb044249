import { expect, test } from "vitest";
import { formatPriceCorrectionCommand, renderReportWrongFact } from "./wrong-fact.ts";

const fact = {
  title: "A at B: price",
  row: "prices/b.csv a",
  value: 2500,
  source: "https://b.example",
};

test("the report of a wrong fact has the row, the value and the source; without a repository there is no link", () => {
  const link = String(renderReportWrongFact(fact, { repository_url: "https://git.example/x/y/" }));
  const [, address = ""] = /href="([^"]*)"/.exec(link) ?? [];
  const url = new URL(address.replaceAll("&amp;", "&"));
  expect(url.origin + url.pathname).toBe("https://git.example/x/y/issues/new");
  expect(url.searchParams.get("title")).toBe(fact.title);
  expect(url.searchParams.get("body")).toBe(
    "Row: prices/b.csv a\nValue: 2,500\nSource: https://b.example\nWrong because: ",
  );
  expect(renderReportWrongFact(fact, { repository_url: null })).toBeNull();
});

test("the command that corrects a price quotes its arguments for the shell and leaves out unknown prices", () => {
  const offer = { host: "b", model_id: "it's a", input: 2.5, output: null };
  expect(formatPriceCorrectionCommand(offer, "https://b.example/p?q=1")).toBe(
    "npm run correct -- b 'it'\\''s a' --input 2.5 --source 'https://b.example/p?q=1'",
  );
});
