import { expect, test } from "vitest";
import { toCleanText, toCleanUrl } from "./clean-values.ts";

test("line breaks, control and invisible characters in a name become one space", () => {
  expect(toCleanText(" Weather\n\t server\u0007\u200B2 ")).toBe("Weather server 2");
  expect(toCleanText("Yargı MCP")).toBe("Yargı MCP");
});

test("an address loses what tells who passed it on, and keeps what finds the page", () => {
  expect(toCleanUrl("https://a.org/x?rc=9mz&id=7&utm_source=chat")).toBe("https://a.org/x?id=7");
  expect(toCleanUrl("https://a.org/x?gaa_at=eafs&gaa_n=A#selection-12.0-13.4")).toBe(
    "https://a.org/x",
  );
  expect(toCleanUrl("https://youtu.be/live?t=394s#part")).toBe("https://youtu.be/live?t=394s#part");
});

test("an address without tracking stays as it was written", () => {
  expect(toCleanUrl(" https://A.org/Über%20uns ")).toBe("https://A.org/Über%20uns");
});

test.each(["", "n/a", "ftp://a.org/x", "https://", "https://a b.org"])(
  "%j is no web address",
  (text) => {
    expect(toCleanUrl(text)).toBeNull();
  },
);
