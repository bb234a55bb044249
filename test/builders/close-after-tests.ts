/** What tests opened is closed after those of a file, by their common setup. */
const open: (() => unknown)[] = [];

export const closeAfterTests = (close: () => unknown): void => void open.push(close);

/** The newest first: one may stand on another. */
export async function closeAllOfTests(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}
