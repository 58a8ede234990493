import type { Transaction } from '#db/transaction.ts';
import type { CancellationCost } from '#kit/cancellation.ts';
import { CancellationPolicyEntity, type CancellationPolicyRow, StorefrontEntity } from '../store/entities.ts';
import type { CancellationPolicyDefinition } from './definition.ts';
import { fileId } from './file-id.ts';

/** A cancellation policy in its current state. */
export interface CurrentPolicy {
  readonly row: CancellationPolicyRow;
  readonly isDefault: boolean;
}

/** A storefront's active policies, oldest first. */
export async function currentPolicies(
  em: Pick<Transaction, 'find' | 'findOneOrFail'>,
  storefrontId: number,
): Promise<readonly CurrentPolicy[]> {
  const { cancellationPolicy } = await em.findOneOrFail(StorefrontEntity, { id: storefrontId });
  const rows = await em.find(
    CancellationPolicyEntity,
    { storefrontId, archivedAt: null },
    { orderBy: { id: 'asc' } },
  );
  return rows.map((row) => ({ row, isDefault: row.id === cancellationPolicy?.id }));
}

/** Policies in the file's format. */
export const describePolicies = (
  policies: readonly CurrentPolicy[],
): readonly CancellationPolicyDefinition[] =>
  policies.map(({ row, isDefault }) => ({
    externalId: fileId('cancellation-policy', row),
    name: row.name,
    ...(isDefault && { isDefault }),
    timeOfDay: row.terms.timeOfDay,
    tiers: row.terms.tiers.map(({ hoursBefore, ...cost }) => ({ hoursBefore, ...given(cost) })),
    afterLast: given(row.terms.afterLast),
  }));

/** Only the cost field that is given. */
const given = ({ refundPercent, feeNights, feeAmount }: CancellationCost) => ({
  ...(refundPercent !== null && { refundPercent }),
  ...(feeNights !== null && { feeNights }),
  ...(feeAmount !== null && { feeAmount }),
});
