import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "./run-build.ts";
import { verifies } from "./verifies.ts";

const require = createRequire(import.meta.url);
const REDOCLY = require.resolve("@redocly/cli/bin/cli.js");

verifies("E-openapi", "is 3.1, and passes redocly lint", async ({ read, dist }) => {
  const { openapi } = await read<{ openapi: string }>("/api/v1/openapi.json");
  expect(openapi).toMatch(/^3\.1\./);
  const { code, stdout, stderr } = await run(
    process.execPath,
    [REDOCLY, "lint", join(dist, "api/v1/openapi.json")],
    { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  );
  expect(code, stdout + stderr).toBe(0);
  expect(stderr).toContain("Your API description is valid");
});
