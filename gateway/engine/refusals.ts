import type { ExecutionResult } from 'graphql';
import { happened } from '#kit/happenings.ts';

/** Our codes are short words; anything else isn't a code. */
const CODE = /^[A-Za-z][A-Za-z_]{0,39}$/;

/** Counts user errors in a mutation's response if the operation requests their codes. Returns the response. */
export function countRefusals(subgraph: string, answer: ExecutionResult): ExecutionResult {
  for (const code of codesOf(answer)) happened('refusal', { subgraph, code });
  return answer;
}

function codesOf({ data }: ExecutionResult): readonly string[] {
  const refusals = Object.values(data ?? {}).flatMap((payload) =>
    isObject(payload) ? payload.userErrors : [],
  );
  return refusals.flatMap((refusal) => {
    const code = isObject(refusal) ? refusal.code : null;
    if (typeof code !== 'string') return [];
    return CODE.test(code) ? code : 'other';
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
