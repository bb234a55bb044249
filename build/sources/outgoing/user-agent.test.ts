import { expect, test } from "vitest";
import { toUserAgent } from "./user-agent.ts";

test("we name ourselves, and where we are reached if anywhere", () => {
  const contact_url = "https://almanac.example/contact";
  expect(toUserAgent({ name: "The Almanac", contact_url })).toBe(`the-almanac (+${contact_url})`);
  expect(toUserAgent({ name: "The Almanac", contact_url: null })).toBe("the-almanac");
});
