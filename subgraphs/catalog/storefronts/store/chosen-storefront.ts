import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { StorefrontEntity } from '../../store/entities.ts';

/**
 * The team's storefront with this id, or its oldest open one outside the sandbox: the same choice as in
 * `propertyCreate`.
 */
export function chosenStorefront(em: Transaction, teamId: number, id: string | null) {
  const which = id === null ? { sandbox: false } : { id: parseId(id) ?? 0 };
  return em.findOne(StorefrontEntity, { teamId, closedAt: null, ...which }, { orderBy: { id: 'asc' } });
}
