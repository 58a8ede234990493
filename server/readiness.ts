import { within } from '#kit/deadline.ts';

/** One thing without which this process cannot serve. */
export interface Check {
  readonly name: string;
  /** Throws or rejects when it does not work. */
  readonly run: () => unknown;
}

/** Names of the checks that fail, with the reasons; none when the process is ready. */
export type Failures = ReadonlyMap<string, unknown>;

/** A check that has not answered by then has failed. */
const ANSWER_TIMEOUT_MS = 1_500;

/** Runs all checks at once. Callers that come together share a run, so asking often costs nothing. */
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
