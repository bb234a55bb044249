import { describe, expect } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, verifies, visit } from "../contract/harness.ts";
import { type PublishedAnswer, readPublishedAnswers } from "../contract/walk.ts";

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

describe("the bytes of an answer", () => {
  verifies("2.9", "are the function's, for every file", async (site) => {
    expect(await differences(site.handle, await readPublishedAnswers(site))).toEqual([]);
  });

  verifies("2.9", "are the CDN's for queries and paths, without the function", async (site) => {
    const answers = await readPublishedAnswers(site);
    const ofQueries = answers.filter(({ path }) => path.startsWith("/_q/"));
    const others = answers.filter((answer) => !ofQueries.includes(answer));
    const doors = await site.withFunction(() => new Response("the function was called"));
    // Hundreds of addresses in both modes would take too long.
    for (const some of [ofQueries, others].map((list) => sampleEvenly(list, 60)))
      for (const door of Object.values(doors)) expect(await differences(door, some)).toEqual([]);
  });
});
