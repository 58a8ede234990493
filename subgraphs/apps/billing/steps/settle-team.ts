import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { Install } from '../../installs/store/entities.ts';
import { Subscription } from '../store/entities.ts';
import { settleDebt } from './settle-debt.ts';

/**
 * Locks a team's installs and subscriptions to themes that owe a payment, before the transaction changes a statement or a
 * ledger: renewals lock them before a product's balance too, so neither waits for the other.
 */
export async function lockOwing(em: Transaction, teamId: number): Promise<void> {
  const owing = await findOwing(em, teamId);
  const lock = { fields: ['id'], orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  await em.find(Install, { id: owing.flatMap(({ installId }) => installId ?? []) }, lock);
  const ofThemes = owing.filter(({ themeId }) => themeId != null);
  await em.find(Subscription, { id: ofThemes.map(({ id }) => id) }, lock);
}

/** Restores a team's apps and themes whose statements are now paid, in the payment's transaction. */
export async function settleTeam(ctx: SubgraphContext, em: Transaction, teamId: number): Promise<void> {
  await em.flush();
  for (const subscription of await findOwing(em, teamId)) await settleDebt(ctx, em, subscription);
}

const findOwing = (em: Transaction, teamId: number) =>
  em.find(
    Subscription,
    { teamId, status: ['past_due', 'frozen'] },
    { fields: ['installId', 'themeId', 'teamId'], orderBy: { installId: 'asc', id: 'asc' } },
  );
