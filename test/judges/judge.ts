import type { TestPlatform } from '../support/platform.ts';

/** One thing a judge looked at: `problem` is what it found wrong, in its own words, or null. */
export interface Outcome {
  readonly check: string;
  readonly problem: string | null;
}

/** Checks that are known to fail, and why they are left so. */
export interface Exception {
  readonly why: string;
  /** As the judge names them. */
  readonly checks: readonly string[];
}

/** Software that others wrote, and that decides whether we keep a standard. */
export interface Judge {
  readonly name: string;
  /** The exact version that decides, with the name of what it belongs to. */
  readonly version: string;
  /** What it looks at, as a sentence for the page. */
  readonly about: string;
  /** `ci`: seconds, in every run of the tests. `nightly`: needs `test/judges/tools` or a checkout of its own. */
  readonly pace: 'ci' | 'nightly';
  readonly exceptions: readonly Exception[];
  /** Environment variable that names the checkout it needs; unset, it is not run and fails nothing. */
  readonly checkout?: string;
  /** What the machine lacks to run it, a checkout that is named but not usable included; null if it can run. */
  readonly missing?: () => string | null;
  readonly run: (server: TestPlatform) => Promise<readonly Outcome[]>;
}

/** What came of a run, held against the judge's exceptions. */
export interface Verdict {
  readonly passed: number;
  /** Not among the exceptions: a defect. */
  readonly failed: readonly Outcome[];
  /** Among the exceptions. */
  readonly expected: readonly Outcome[];
  /** Exceptions that did not fail: the baseline is out of date. */
  readonly overdue: readonly string[];
}

/** Whether a judge can be run: not where its checkout is `unset`, and where it is `unable` the run fails. */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unset'; readonly variable: string }
  | { readonly kind: 'unable'; readonly reason: string };

/** Whether a judge can be run in this environment. */
export function readinessOf(
  { checkout, missing }: Pick<Judge, 'checkout' | 'missing'>,
  environment: Readonly<Record<string, string | undefined>>,
): Readiness {
  if (checkout && !environment[checkout]) return { kind: 'unset', variable: checkout };
  const reason = missing?.() ?? null;
  return reason === null ? { kind: 'ready' } : { kind: 'unable', reason };
}

/** Runs a judge. One that looked at nothing has failed. */
export async function hear(judge: Judge, server: TestPlatform): Promise<Verdict> {
  return verdictOf(judge, await judge.run(server));
}

/** Holds outcomes against the exceptions. */
export function verdictOf({ exceptions }: Pick<Judge, 'exceptions'>, outcomes: readonly Outcome[]): Verdict {
  if (outcomes.length === 0) {
    return {
      passed: 0,
      failed: [{ check: 'anything', problem: 'It looked at nothing.' }],
      expected: [],
      overdue: [],
    };
  }
  const excepted = new Set(exceptions.flatMap(({ checks }) => checks));
  const problems = outcomes.filter(({ problem }) => problem !== null);
  const failing = new Set(problems.map(({ check }) => check));
  return {
    passed: outcomes.length - problems.length,
    failed: problems.filter(({ check }) => !excepted.has(check)),
    expected: problems.filter(({ check }) => excepted.has(check)),
    overdue: [...excepted].filter((check) => !failing.has(check)),
  };
}

/** Whether the run fails the build. */
export const isClean = ({ failed, overdue }: Verdict): boolean => failed.length + overdue.length === 0;

/** The last line of a run: how many judges ran, and which variables the others need. */
export function tallyOf({
  ran,
  chosen,
  unset,
}: {
  readonly ran: number;
  readonly chosen: number;
  readonly unset: readonly string[];
}): string {
  const rest = unset.length > 0 ? `; set ${unset.join(', ')} for the rest` : '';
  return `${ran} of ${chosen} judges ran${rest}`;
}

/** Does `work` as one check: what it throws is the problem. */
export async function check(name: string, work: () => unknown): Promise<Outcome> {
  try {
    await work();
    return { check: name, problem: null };
  } catch (error) {
    return { check: name, problem: error instanceof Error ? error.message : String(error) };
  }
}
