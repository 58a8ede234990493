import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { StorefrontEntity } from '../../store/entities.ts';

/** The team's storefront with this id, or the oldest that is neither closed nor a sandbox: as `propertyCreate` chooses it. */
export function chosenStorefront(em: Transaction, teamId: number, id: string | null) {
  const which = id === null ? { sandbox: false } : { id: parseId(id) ?? 0 };
  return em.findOne(StorefrontEntity, { teamId, closedAt: null, ...which }, { orderBy: { id: 'asc' } });
}
