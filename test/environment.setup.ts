/** Before and after the tests of each file. */
import { afterAll, vi } from "vitest";
import { closeAllOfTests } from "./builders/close-after-tests.ts";
import { removeTemporaryFolders } from "./builders/temporary-folder.ts";

// Vite gives every test a base address of its own, which a build would take for ours.
delete process.env.BASE_URL;
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeAllOfTests();
  removeTemporaryFolders();
});
