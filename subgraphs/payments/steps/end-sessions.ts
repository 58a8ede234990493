import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { countAfterCommit, type Transaction } from '#db/transaction.ts';
import { MOVES, type SessionMove } from '../domain/session-states.ts';
import { type Tables, tables } from '../store/tables.ts';

/** Most sessions that expire together. */
export const BATCH = 100;

/** A condition for sessions. */
export type Which = (
  row: ExpressionBuilder<Tables, 'session'>,
) => ExpressionWrapper<Tables, 'session', SqlBool>;

/** A session that ended. */
export interface Ended {
  readonly paymentSessionId: string;
  readonly teamId: number;
  readonly version: number;
  readonly bookingId: number | null;
  readonly appSlug: string;
  readonly wasPending: boolean;
}

const EVENTS = { expire: 'payment_session.expired', cancel: 'payment_session.canceled' } as const;

/**
 * Ends open sessions and notifies their apps in the same transaction, so that an app can close its payment page.
 * Expiring takes at most `BATCH`, without those that another transaction is changing, because the next sweep finds
 * the others; canceling waits for all.
 */
export async function endSessions(
  ctx: SubgraphContext,
  em: Transaction,
  move: Extract<SessionMove, 'expire' | 'cancel'>,
  which: Which,
): Promise<readonly Ended[]> {
  const { from, to } = MOVES[move];
  const now = ctx.clock.now();
  const db = tables(em);
  const open = db.selectFrom('session').select('id').where('status', 'in', from).where(which);
  const locked =
    move === 'expire'
      ? open.orderBy('expiresAt').limit(BATCH).forUpdate().skipLocked()
      : open.orderBy('id').forUpdate();
  const ended = await db
    .updateTable('session')
    .set((row) => ({ status: to, version: row('version', '+', 1), updatedAt: now }))
    .where('id', 'in', locked)
    .returning((row) => [
      'id as paymentSessionId',
      ...(['teamId', 'version', 'bookingId', 'statementId', 'statementNumber', 'appSlug'] as const),
      row('pendingReason', 'is not', null).$castTo<boolean>().as('wasPending'),
      row('method', 'is not', null).$castTo<boolean>().as('isBuiltIn'),
    ])
    .execute();
  for (const { wasPending: _, isBuiltIn, statementId: id, statementNumber, ...session } of ended) {
    countAfterCommit(em, 'paymentSession', { state: to });
    const statement = id === null ? null : { id, number: statementNumber ?? '' };
    const event = { ...session, statement, occurredAt: now.toISOString() };
    // A method without an app has no subscriber.
    if (!isBuiltIn) await publish(ctx, em, EVENTS[move], event);
  }
  return ended;
}
