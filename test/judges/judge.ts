import type { TestPlatform } from '../support/platform.ts';

/** A judge's single result: `problem` is its finding in its own words, or null. */
export interface Outcome {
  readonly check: string;
  readonly problem: string | null;
}

/** Checks known to fail, and the reasons for leaving them. */
export interface Exception {
  readonly why: string;
  /** Names as the judge reports them. */
  readonly checks: readonly string[];
}

/** Third-party software that decides whether we follow a standard. */
export interface Judge {
  readonly name: string;
  /** The exact version that decides, including the package name. */
  readonly version: string;
  /** Description for the page, as a sentence. */
  readonly about: string;
  /** `ci`: seconds, in every test run. `nightly`: needs `test/judges/tools` or a separate checkout. */
  readonly pace: 'ci' | 'nightly';
  readonly exceptions: readonly Exception[];
  /** Environment variable for its checkout; if it is unset, the judge doesn't run and fails no build. */
  readonly checkout?: string;
  /** Reason why it can't run on this machine, including an unusable checkout; null if it can run. */
  readonly missing?: () => string | null;
  readonly run: (server: TestPlatform) => Promise<readonly Outcome[]>;
}

/** A run's result, compared with the judge's exceptions. */
export interface Verdict {
  readonly passed: number;
  /** Not among the exceptions: a defect. */
  readonly failed: readonly Outcome[];
  /** Among the exceptions. */
  readonly expected: readonly Outcome[];
  /** Exceptions that did not fail: the baseline is out of date. */
  readonly overdue: readonly string[];
}

/** Availability of a judge: not run if its checkout is `unset`; `unable` fails the run. */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unset'; readonly variable: string }
  | { readonly kind: 'unable'; readonly reason: string };

/** Returns a judge's availability in this environment. */
export function readinessOf(
  { checkout, missing }: Pick<Judge, 'checkout' | 'missing'>,
  environment: Readonly<Record<string, string | undefined>>,
): Readiness {
  if (checkout && !environment[checkout]) return { kind: 'unset', variable: checkout };
  const reason = missing?.() ?? null;
  return reason === null ? { kind: 'ready' } : { kind: 'unable', reason };
}

/** Runs a judge. A judge without results has failed. */
export async function hear(judge: Judge, server: TestPlatform): Promise<Verdict> {
  return verdictOf(judge, await judge.run(server));
}

/** Compares outcomes with the exceptions. */
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

/** True if the run doesn't fail the build. */
export const isClean = ({ failed, overdue }: Verdict): boolean => failed.length + overdue.length === 0;

/** A run's last line: the number of judges that ran, and the variables that the others need. */
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

/** Runs `work` as one check: an error it throws is the problem. */
export async function check(name: string, work: () => unknown): Promise<Outcome> {
  try {
    await work();
    return { check: name, problem: null };
  } catch (error) {
    return { check: name, problem: error instanceof Error ? error.message : String(error) };
  }
}
