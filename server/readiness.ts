import { within } from '#kit/deadline.ts';

/** A requirement for serving. */
export interface Check {
  readonly name: string;
  /** Throws or rejects if the check fails. */
  readonly run: () => unknown;
}

/** Failed checks' names, with the reasons; empty if the process is ready. */
export type Failures = ReadonlyMap<string, unknown>;

/** A check without a result after this long has failed. */
const ANSWER_TIMEOUT_MS = 1_500;

/** Runs all checks in parallel. Concurrent callers share a run, so frequent calls cost nothing. */
export function openReadiness(checks: readonly Check[]): () => Promise<Failures> {
  let running: Promise<Failures> | null = null;

  async function run(): Promise<Failures> {
    const failures = new Map<string, unknown>();
    const runOne = async ({ name, run: ask }: Check) => {
      try {
        await within(ANSWER_TIMEOUT_MS, `The check "${name}"`, Promise.resolve(ask()));
      } catch (error) {
        failures.set(name, error);
      }
    };
    await Promise.all(checks.map(runOne));
    return failures;
  }

  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
