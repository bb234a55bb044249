import { expect, test } from "vitest";
import { openBuiltSite, visit } from "./harness.ts";

const page = async (models: string): Promise<string> => {
  const { doors } = await openBuiltSite();
  const response = await visit(doors.exact, `/compare?models=${models}`);
  return response.text();
};
const wide = (text: string): string =>
  text.match(/<svg class="plot wide"[\s\S]*?<\/svg>/)?.[0] ?? "";

test("draws the results on shared benchmarks, with who leads by how much and what is self-reported", async () => {
  const text = await page("norn-4o,norn-4o-mini");
  expect(text).toContain(">Norn 4o has the better result on 4 of 4 shared benchmarks</h2>");
  const drawing = wide(text);
  expect(drawing.match(/class="point/g)).toHaveLength(8);
  expect(drawing).toContain("Norn 4o 11.2</text>");
  expect(drawing.match(/[\w ]+, self-reported: [\d.]+/g)).toEqual([
    "Trivia World, self-reported: 88.7",
  ]);
});

test("draws prices that have moved, and says it where none has", async () => {
  expect(await page("norn-4o,norn-4o-mini")).toMatch(/id="steps"[\s\S]*<svg class="plot/);
  const flat = await page("norn-4o-mini,quill-opus-4-1");
  expect(flat).toContain("None of these prices has changed since it was first recorded.");
  expect(flat).not.toMatch(/id="steps"[\s\S]*<svg class="plot/);
  expect(flat).toContain("All recorded prices");
});
