import { describe, expect, test } from "vitest";
import { repeatsSecret } from "./secrets.ts";

const KEY = "sk-or-v1-0123456789abcdef";
const each = (form: (letter: string, code: number) => string) =>
  [...KEY].map((letter) => form(letter, letter.charCodeAt(0))).join("");
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const json = each((_, code) => `\\u${hex(code, 4)}`);

describe("a key is known again", () => {
  test.each([
    ["as it is", `your key is ${KEY}.`],
    ["with every letter escaped for JSON", json],
    ["with one letter escaped", KEY.replace("k", "\\u006B")],
    ["escaped twice", json.replaceAll("\\", "\\u005c")],
    ["with braces", each((_, code) => `\\u{${hex(code, 1)}}`)],
    ["escaped for a script", each((_, code) => `\\x${hex(code, 2)}`)],
    ["percent-encoded", each((_, code) => `%${hex(code, 2)}`)],
    ["percent-encoded twice", each((_, code) => `%25${hex(code, 2)}`)],
    ["escaped for a page", each((_, code) => `&#${code};`)],
    ["escaped for a page in hex", each((_, code) => `&#x${hex(code, 2)};`)],
    ["in hex", Buffer.from(KEY).toString("hex")],
    ["backwards", [...KEY].reverse().join("")],
    ["in capitals", KEY.toUpperCase()],
    ["a letter a line", each((letter) => `${letter}\n`)],
    ["with characters of no width between", each((letter) => `${letter}\u200b`)],
    [
      "in wide letters",
      each((letter, code) => (code > 32 ? String.fromCharCode(code + 0xfee0) : letter)),
    ],
    ["in base64 for addresses", Buffer.from(KEY).toString("base64url")],
    ...["", "x", "xy"].map((before) => [
      `in base64 after ${before.length} others`,
      Buffer.from(`${before}${KEY} and more`).toString("base64"),
    ]),
  ])("%s", (_, text) => {
    expect(repeatsSecret(`{"content":"${text}"}`, KEY)).toBe(true);
  });
});

test("other texts hold no key, and no text holds a key that is not there", () => {
  const text = `{"content":"sk-or-v1-0123456789abcdff ${"word ".repeat(1000)}%zz &#99999999; \\u{ffffff}"}`;
  expect(repeatsSecret(text, KEY)).toBe(false);
  expect(repeatsSecret(text, undefined)).toBe(false);
  expect(repeatsSecret(text, "")).toBe(false);
});

test("a short key is looked for as it is: its letters stand in any text", () => {
  expect(repeatsSecret("a b c", "abc")).toBe(false);
  expect(repeatsSecret("a\\u0062c", "abc")).toBe(true);
});
