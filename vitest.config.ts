import { configDefaults, defineConfig } from "vitest/config";

const CONTRACT = "test/contract/**/*.test.ts";

/** Two projects, so that the site is built only when the contract is tested. */
export default defineConfig({
  test: {
    environment: "node",
    // Tests share two cores with servers and builds of their own.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: [...configDefaults.exclude, "dist/**", ".cache/**"],
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["**/*.test.ts"],
          exclude: [...configDefaults.exclude, "dist/**", ".cache/**", CONTRACT],
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: [CONTRACT],
          globalSetup: "test/contract/built-site.setup.ts",
          // The site is opened once for all files.
          isolate: false,
        },
      },
    ],
  },
});
