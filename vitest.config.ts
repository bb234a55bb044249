import { configDefaults, defineConfig } from "vitest/config";

const EVERYWHERE = [...configDefaults.exclude, "dist/**", ".cache/**"];
/** Invariants that must hold for any facts. */
const INVARIANTS = "test/invariants/**/*.test.ts";
/**
 * Tests of the structure and URLs of published files. Only these can stop a nightly run; search results, scores and
 * recorded examples (such as the cost vectors, when a model gets another name) cannot.
 */
const SHAPES =
  "test/invariants/{answers,datapackage,exports,feeds,pages,provenance,service}.test.ts";
/** Tests of recorded measurements, which exist only in the project's own facts. */
const OWN_TESTS = "test/contract/{own-tests,tokenizer-tax}.test.ts";
/** Property tests. The `slow` project runs most of them with forty times as many cases. */
const PROPERTIES = [
  "build/cost/{cost,readers/read-usage-log,readers/usage-of}.test.ts",
  "build/facts/roots.test.ts",
  "build/model/score/scores.test.ts",
  "generator/search/parse-query.test.ts",
  "test/contract/{free-text,hostile,model-query,queries}.test.ts",
];
const SITE = "test/contract/built-site.setup.ts";

/** A project that shares the settings below. */
const project = (name: string, test: object) => ({
  extends: true as const,
  test: { name, exclude: EVERYWHERE, ...test },
});
const MINUTES = { globalSetup: SITE, testTimeout: 600_000, hookTimeout: 600_000 };

/**
 * `npm test` runs `units` and `contract`. Tests that take minutes are in `slow` (complete nightly runs, killed
 * programs, long property tests), `browser` (the pages in Chromium) and `whole` (all answers from `data/`). The nightly
 * run uses only `night`, on facts that are not published yet.
 */
export default defineConfig({
  test: {
    environment: "node",
    maxWorkers: 2,
    // Tests of different files do not affect each other, so modules are loaded and sites are opened once for all files.
    isolate: false,
    // Each module is compiled once for all projects and runs: docs/decisions/0029.
    experimental: { fsModuleCache: true },
    setupFiles: "test/environment.setup.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      project("units", {
        include: ["**/*.test.ts"],
        exclude: [...EVERYWHERE, "test/{browser,contract,golden,invariants,live,slow}/**"],
      }),
      // Runs on the site built from the golden facts.
      project("contract", {
        include: ["test/{contract,golden}/**/*.test.ts", INVARIANTS],
        exclude: [...EVERYWHERE, OWN_TESTS],
        globalSetup: SITE,
      }),
      // Runs on the site built from `data/`, or from the facts in ALMANAC_DATA.
      project("whole", {
        ...MINUTES,
        include: ["test/live/**/*.test.ts", INVARIANTS, OWN_TESTS],
        env: { LONG_RUNS: "1" },
      }),
      project("night", { ...MINUTES, include: [SHAPES] }),
      project("browser", {
        ...MINUTES,
        include: ["test/browser/**/*.test.ts"],
        globalSetup: [SITE, "test/browser/programs.setup.ts"],
      }),
      project("slow", {
        ...MINUTES,
        include: ["test/slow/**/*.test.ts", ...PROPERTIES],
        env: { LONG_RUNS: "1" },
      }),
    ],
  },
});
