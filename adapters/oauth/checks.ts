import { checkBilling } from './checks/billing.ts';
import type { Attempt, Check } from './checks/check.ts';
import { checkClient } from './checks/client.ts';
import { checkCodeChallenge } from './checks/code-challenge.ts';
import { checkRedirectUri } from './checks/redirect-uri.ts';
import { checkRepetition } from './checks/repetition.ts';
import { checkResponseType } from './checks/response-type.ts';
import { checkScope } from './checks/scope.ts';
import { checkState } from './checks/state.ts';

/** Every rule of an authorization request, in the order it is asked (docs/interface/oauth.md#checks). */
const CHECKS: readonly Check[] = [
  checkRepetition,
  checkClient,
  checkRedirectUri,
  checkResponseType,
  checkState,
  checkScope,
  checkCodeChallenge,
  checkBilling,
];

/** The first rule that an authorization request breaks, in words; null if it keeps them all. */
export function firstProblem(attempt: Attempt): string | null {
  for (const check of CHECKS) {
    const problem = check(attempt);
    if (problem !== null) return problem;
  }
  return null;
}
