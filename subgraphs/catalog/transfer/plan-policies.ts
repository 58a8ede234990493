import { isDeepStrictEqual } from 'node:util';
import { readTerms } from '../rates/domain/cancellation-input.ts';
import { type CurrentPolicy, describePolicies } from './current-policies.ts';
import type { CancellationPolicyDefinition } from './definition.ts';
import { fileId } from './file-id.ts';
import type { PlannedRow } from './plan-property.ts';
import type { WantedPart } from './wanted.ts';

/** An import's plan for a storefront's cancellation policies, or the errors. */
export function planPolicies(
  wanted: readonly WantedPart<CancellationPolicyDefinition>[],
  current: readonly CurrentPolicy[],
): readonly PlannedRow[] {
  return wanted.map(({ definition, path, line }) => {
    const about = { path, line, kind: 'cancellation_policy' as const, externalId: definition.externalId };
    const [mistake] = readTerms(termsOf(definition)).mistakes ?? [];
    if (mistake) return { ...about, action: 'error', ...mistake, code: 'INVALID' };
    const known = findPolicy(current, definition.externalId);
    const action = known ? (isAs(definition, known) ? 'same' : 'update') : 'create';
    return { ...about, action, field: null, code: null, message: null };
  });
}

/** The policy with the given id from a file. */
export const findPolicy = (current: readonly CurrentPolicy[], id: string): CurrentPolicy | undefined =>
  current.find(({ row }) => fileId('cancellation-policy', row) === id);

/** A policy's terms as mutation input. */
export const termsOf = ({ tiers, afterLast, timeOfDay }: CancellationPolicyDefinition) => ({
  tiers: tiers.map(({ hoursBefore, ...cost }) => ({ hoursBefore, ...costOf(cost) })),
  afterLast: costOf(afterLast),
  timeOfDay: timeOfDay ?? null,
});

const costOf = (cost: CancellationPolicyDefinition['afterLast']) => ({
  refundPercent: cost.refundPercent ?? null,
  feeNights: cost.feeNights ?? null,
  feeAmount: cost.feeAmount ?? null,
});

/** True if a policy matches the file; the current default matches even if the file doesn't mark it. */
export function isAs(wanted: CancellationPolicyDefinition, current: CurrentPolicy): boolean {
  const [now] = describePolicies([current]);
  const isChosen = !wanted.isDefault || current.isDefault;
  return (
    isChosen &&
    now?.name === wanted.name.trim() &&
    isDeepStrictEqual(readTerms(termsOf(wanted)).terms, readTerms(termsOf(now)).terms)
  );
}
