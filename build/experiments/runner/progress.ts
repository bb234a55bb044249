/** One line that is written over on a terminal; elsewhere a line every few seconds. */
interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const EVERY_MS = 5000;

export function createProgress(output: Output, now: () => number = Date.now) {
  let last: string | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = true;
  return {
    show(line: string): void {
      last = line;
      isShown = output.isTTY === true || now() - shownAt >= EVERY_MS;
      if (!isShown) return;
      shownAt = now();
      output.write(output.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    /** The last state is always told. */
    end(): void {
      if (last === undefined) return;
      if (output.isTTY) output.write("\n");
      else if (!isShown) output.write(`${last}\n`);
    },
  };
}
