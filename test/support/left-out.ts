import type { Reporter } from 'vitest/node';
import type { leftOut } from './programs.ts';

/** Lists the files skipped because this machine lacks a program, one line each. */
export class LeftOut implements Reporter {
  readonly #without: ReturnType<typeof leftOut>;

  constructor(without: ReturnType<typeof leftOut>) {
    this.#without = without;
  }

  onTestRunEnd(): void {
    for (const { install, files } of this.#without) {
      process.stdout.write(
        `\nFiles of tests that were left out: ${files.length}. To run them, install ${install}.\n`,
      );
    }
  }
}
