import { configDefaults, defineConfig } from "vitest/config";

const EVERYWHERE = [...configDefaults.exclude, "dist/**", ".cache/**"];
/** What must hold of any facts. */
const INVARIANTS = "test/invariants/**/*.test.ts";
/** Shapes and addresses of what is published: they stop a night. What search finds or a score shows never does. */
const SHAPES =
  "test/invariants/{answers,bytes,datapackage,exports,feeds,page-links,page-safety,provenance,service}.test.ts";
/** They speak of what was measured and asked, which only the project's own facts hold. */
const OWN_TESTS = "test/contract/{own-tests,own-test-items,tokenizer-tax}.test.ts";
/** Tried forty times as long where there is time. */
const PROPERTIES = [
  "build/cost/{cost,readers/read-usage-log,readers/usage-of}.test.ts",
  ...["build/facts/roots.test.ts", "build/model/score/{scores,service-score}.test.ts"],
  ...["generator/cdn/rules.test.ts", "generator/search/parse-query.test.ts"],
  "test/contract/{free-text,lint,load-requests,long-texts,model-query,queries}.test.ts",
];
const SITE = "test/contract/built-site.setup.ts";

/**
 * `npm test` runs `units` and `contract`. Tests that take minutes are in `slow` (whole nights, programs that are killed,
 * long property runs), `browser` (the pages in Chromium) and `whole` (every answer from `data/`). The night runs `night`
 * alone, on facts that are not published yet.
 */
export default defineConfig({
  test: {
    environment: "node",
    maxWorkers: 2,
    // No test changes what another file's tests see; so modules are loaded, and sites opened, once for all files.
    isolate: false,
    // A module is compiled once for all projects and runs, not by each: docs/decisions/0029.
    experimental: { fsModuleCache: true },
    setupFiles: "test/environment.setup.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["**/*.test.ts"],
          exclude: [...EVERYWHERE, "test/{browser,contract,golden,invariants,live,slow}/**"],
        },
      },
      {
        extends: true,
        test: {
          // On the site of the golden facts.
          name: "contract",
          include: ["test/{contract,golden}/**/*.test.ts", INVARIANTS],
          exclude: [...EVERYWHERE, OWN_TESTS],
          globalSetup: SITE,
        },
      },
      {
        extends: true,
        test: {
          // On the site of `data/`, or of the facts that ALMANAC_DATA names.
          name: "whole",
          include: ["test/live/**/*.test.ts", INVARIANTS, OWN_TESTS],
          exclude: EVERYWHERE,
          globalSetup: SITE,
          env: { LONG_RUNS: "1" },
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: "night",
          include: [SHAPES],
          exclude: EVERYWHERE,
          globalSetup: SITE,
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          exclude: EVERYWHERE,
          globalSetup: [SITE, "test/browser/programs.setup.ts"],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["test/slow/**/*.test.ts", ...PROPERTIES],
          env: { LONG_RUNS: "1" },
          exclude: EVERYWHERE,
          globalSetup: SITE,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
