import { configDefaults, defineConfig } from "vitest/config";

const CONTRACT = "test/contract/**/*.test.ts";
const SLOW = "test/slow/**/*.test.ts";
const EXCLUDED = [...configDefaults.exclude, "dist/**", ".cache/**"];

/** `npm test` runs units and contract, `npm run test:slow` what takes minutes: kills, long property runs. */
export default defineConfig({
  test: {
    environment: "node",
    maxWorkers: 2,
    // No test changes what another file's tests see; so the modules are loaded once for all files.
    isolate: false,
    setupFiles: "test/environment.setup.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["**/*.test.ts"],
          exclude: [...EXCLUDED, CONTRACT, SLOW],
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: [CONTRACT],
          exclude: EXCLUDED,
          globalSetup: "test/contract/built-site.setup.ts",
        },
      },
      {
        extends: true,
        test: { name: "slow", include: [SLOW], exclude: EXCLUDED },
      },
    ],
  },
});
