import type { Reporter, TestModule } from 'vitest/node';

/** A proof's tests by result. */
export interface Tally {
  readonly ran: number;
  readonly skipped: number;
}

/** A proof's last line, and true if it proved anything. */
export function proofLine(
  name: string,
  { ran, skipped }: Tally,
): { readonly line: string; readonly ok: boolean } {
  const total = ran + skipped;
  const rest =
    skipped === 0 ? '' : '; this machine or its settings lack what the rest needs (test/README.md#proofs)';
  return { line: `${name}: ${ran} of ${total} tests ran${rest}`, ok: ran > 0 };
}

/**
 * Ends a proof's report (`PROOF=<its name>`) with the number of tests that ran. A proof without tests fails:
 * with only skipped tests, vitest's exit code would be 0.
 */
export class ProofTally implements Reporter {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped').length;
    const { line, ok } = proofLine(this.#name, { ran: tests.length - skipped, skipped });
    process.stdout.write(`\n${line}\n`);
    if (!ok) process.exitCode = 1;
  }
}
