import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { BUILD_COMMAND } from "./build-command.ts";

test("`npm run build` is the command that the night and the bench run", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  expect(scripts.build).toBe(`node ${BUILD_COMMAND.join(" ")}`);
});
