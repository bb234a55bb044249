/** Before and after the tests of each file. */
import { afterAll, vi } from "vitest";
import { closeAllOfTests } from "./builders/close-after-tests.ts";

// Vite sets BASE_URL for every test; a build would take it for the site's base URL.
delete process.env.BASE_URL;
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeAllOfTests();
});
