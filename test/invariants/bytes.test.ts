import { describe, expect } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type PublishedAnswer, readPublishedAnswers } from "../contract/every-answer.ts";
import { type BuiltSite, verifies, visit } from "../contract/harness.ts";

/** @returns Addresses at which an entry point returns other bytes than the published file. */
async function differences(
  door: BuiltSite["handle"],
  answers: readonly PublishedAnswer[],
): Promise<string[]> {
  const different: string[] = [];
  for (const { address, text } of requireNonEmpty(answers, "answers"))
    if ((await (await visit(door, address)).text()) !== text) different.push(address);
  return different;
}

const isOfQuery = ({ path }: PublishedAnswer): boolean => path.startsWith("/_q/");

describe("the bytes of an answer", () => {
  verifies("2.9", "are the function's, for every file", async (site) => {
    expect(await differences(site.handle, await readPublishedAnswers(site))).toEqual([]);
  });

  verifies("2.9", "are the CDN's for queries, without the function", async (site) => {
    const asked = sampleEvenly((await readPublishedAnswers(site)).filter(isOfQuery), 120);
    const doors = await site.withFunction(() => new Response("the function was called"));
    // Testing hundreds of addresses in both modes would take too long, so each mode gets every second address.
    const isMany = asked.length > 100;
    for (const [turn, door] of Object.values(doors).entries()) {
      const some = asked.filter((_, index) => !isMany || index % 2 === turn);
      expect(await differences(door, some)).toEqual([]);
    }
  });

  verifies("2.9", "are the CDN's for paths, without the function, in both modes", async (site) => {
    // In either mode, the CDN finds a file by its path; a hundred paths are enough to show it.
    const asked = sampleEvenly(
      (await readPublishedAnswers(site)).filter((answer) => !isOfQuery(answer)),
      100,
    );
    const doors = await site.withFunction(() => new Response("the function was called"));
    for (const door of Object.values(doors)) expect(await differences(door, asked)).toEqual([]);
  });
});
