import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { MOVES, type SessionMove } from '../domain/session-states.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';
import { type Tables, tables } from '../store/tables.ts';

const BATCH = 100;

/** A condition on sessions. */
type Which = (row: ExpressionBuilder<Tables, 'session'>) => ExpressionWrapper<Tables, 'session', SqlBool>;

/** What an event says about a session that ended. */
interface Ended {
  readonly paymentSessionId: string;
  readonly teamId: number;
  readonly version: number;
  readonly bookingId: number;
  readonly appSlug: string;
  readonly wasPending: boolean;
}

/**
 * Ends the sessions whose time is over, of one booking or of all, and notifies their apps; money that still arrives is taken all
 * the same. See docs/interface/webhooks.md#topics.
 */
export async function expireSessions(ctx: SubgraphContext, bookingId?: number): Promise<void> {
  while ((await expireBatch(ctx, bookingId ?? null)) === BATCH);
}

async function expireBatch(ctx: SubgraphContext, bookingId: number | null): Promise<number> {
  const now = ctx.clock.now();
  const due: Which = (row) =>
    row.and([row('expiresAt', '<=', now), ...(bookingId === null ? [] : [row('bookingId', '=', bookingId)])]);
  const expired = await inTransaction(ctx, async (em) => {
    const ended = await end(em, 'expire', due, now);
    const occurredAt = now.toISOString();
    for (const { wasPending: _, ...session } of ended)
      await publish(ctx, em, 'payment_session.expired', { ...session, occurredAt });
    return ended;
  });
  for (const session of expired) if (session.wasPending) await giveHoldBack(ctx, session);
  return expired.length;
}

/** Ends what is open for a booking that was paid or cancelled. */
export async function cancelSessions(ctx: SubgraphContext, bookingId: number): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, (em) => end(em, 'cancel', (row) => row('bookingId', '=', bookingId), now));
}

async function end(
  em: Transaction,
  move: Extract<SessionMove, 'expire' | 'cancel'>,
  which: Which,
  now: Date,
): Promise<readonly Ended[]> {
  const { from, to } = MOVES[move];
  const db = tables(em);
  const open = db
    .selectFrom('session')
    .select('id')
    .where('status', 'in', from)
    .where(which)
    .orderBy('expiresAt')
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('session')
    .set((row) => ({ status: to, version: row('version', '+', 1), updatedAt: now }))
    .where('id', 'in', open)
    .returning((row) => [
      'id as paymentSessionId',
      ...(['teamId', 'version', 'bookingId', 'appSlug'] as const),
      row('pendingReason', 'is not', null).$castTo<boolean>().as('wasPending'),
    ])
    .execute();
}
