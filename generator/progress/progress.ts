/** What a build says while it works. */
import type { Published } from "../publish.ts";

export class Progress {
  readonly #started = performance.now();
  readonly #quiet: boolean;

  /** @param quiet Only the line at the end. */
  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  step(name: string): void {
    if (!this.#quiet) process.stderr.write(`${this.#seconds(1).padStart(5)} s  ${name}\n`);
  }

  end({ written, unchanged, removed, bytes }: Published): void {
    process.stdout.write(
      `built ${unchanged + written.length} files, ${(bytes / 1e6).toFixed(1)} MB in ${this.#seconds(2)} s: ${written.length} written, ${unchanged} unchanged, ${removed.length} removed\n`,
    );
  }

  #seconds(digits: number): string {
    return ((performance.now() - this.#started) / 1000).toFixed(digits);
  }
}
