import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { AppInvoice } from '../store/entities.ts';
import { settleTeam } from './settle-team.ts';

/** Returns a statement, locked; null if it doesn't exist, or for a credit note. */
export const lockStatement = (em: Transaction, id: number): Promise<AppInvoice | null> =>
  em.findOne(AppInvoice, { id, kind: 'statement' }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Marks a locked, open statement as paid and restores the team's apps, in the caller's transaction. */
export async function payInvoice(ctx: SubgraphContext, em: Transaction, invoice: AppInvoice): Promise<void> {
  invoice.status = 'paid';
  invoice.paidAt = ctx.clock.now();
  const { teamId, number } = invoice;
  await recordTeamEvent(ctx, em, [teamId], { kind: 'app_invoice.paid', subject: number });
  await settleTeam(ctx, em, teamId);
}
