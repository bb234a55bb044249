import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isPrivateWay, toAmount, toBaseUrl, toCount, toDay } from "./arguments.ts";

describe("words of the command line", () => {
  test.each([
    ["https://host.example/v1", "https://host.example/v1"],
    ["https://host.example/v1/", "https://host.example/v1"],
    ["https://host.example/v1/chat/completions", "https://host.example/v1"],
    ["http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"],
  ])("take the address %s", (text, baseUrl) => {
    expect(toBaseUrl(text)).toBe(baseUrl);
  });

  test.each(["host.example/v1", "ftp://host.example", "", "https://"])(
    "refuse %j as an address",
    (text) => {
      expect(() => toBaseUrl(text)).toThrow(/write https/);
    },
  );

  test.each(["https://me:secret@host.example/v1", "https://host.example/v1?api_key=secret"])(
    "refuse a secret in an address, and do not repeat it",
    (text) => {
      expect(() => toBaseUrl(text)).toThrow(/put the key into the environment/);
      expect(() => toBaseUrl(text)).not.toThrow(/secret@|=secret/);
    },
  );

  test("take amounts, counts and days, and say what else to write", () => {
    expect([toAmount("0.5"), toAmount("0"), toCount("3"), toDay("2026-11-21")]).toEqual([
      ...[0.5, 0, 3, "2026-11-21"],
    ]);
    for (const text of ["", "-1", "many", "NaN", "Infinity"])
      expect(() => toAmount(text), text).toThrow(/US dollars/);
    for (const text of ["0", "1.5", "", "x"]) expect(() => toCount(text), text).toThrow(/whole/);
    expect(() => toDay("2026-02-30")).toThrow(/no such day/);
  });
});

test.each([
  ["https://host.example/v1", true],
  ["http://localhost:8000", true],
  ["http://127.0.0.1:1/v1", true],
  ["http://[::1]:1/v1", true],
  ["http://10.0.0.5:8000/v1", false],
  ["http://localhost.example/v1", false],
])("a key may travel to %s: %s", (baseUrl, may) => {
  expect(isPrivateWay(baseUrl)).toBe(may);
});

test("the command does not repeat a secret in an address either", () => {
  const asked = ["--model", "m", "--date", "2026-11-21", "--dry-run"];
  const address = ["--base-url", "https://me:s3cret@host.example/v1"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "build/experiments/main.ts", "who-are-you", ...address, ...asked],
    { cwd: fileURLToPath(new URL("../../../", import.meta.url)), encoding: "utf8" },
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("--base-url holds a secret; put the key into the environment (--key-env)\n");
});
