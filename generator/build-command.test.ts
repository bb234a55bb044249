import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { BUILD_COMMAND, BUILD_FLAGS } from "./build-command.ts";

const { scripts } = JSON.parse(await readFile("package.json", "utf8"));

test("`npm run build` is the command that the night and the bench run", () => {
  expect(scripts.build).toBe(`node ${BUILD_COMMAND.join(" ")}`);
});

test("`npm ci` compiles with the flags of the build, or V8 would not take the byte code", () => {
  expect(scripts.prepare).toBe(`node ${BUILD_FLAGS.join(" ")} generator/prepare.mjs`);
});
