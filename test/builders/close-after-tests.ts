/** Collects what the tests of a file open; `environment.setup.ts` closes it after them. */
const open: (() => unknown)[] = [];

export const closeAfterTests = (close: () => unknown): void => void open.push(close);

/** Closes the newest first, because it may depend on one opened earlier. */
export async function closeAllOfTests(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}
