import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { MOVES, type SessionMove } from '../domain/session-states.ts';
import { PaymentSession } from '../entities.ts';

/** Ends the sessions whose time is over; money that still arrives is taken all the same. Spec: decisions.md section 11. */
export async function expireSessions(ctx: IslandContext, bookingId?: number): Promise<void> {
  const due = { expiresAt: { $lte: ctx.clock.now() } };
  await end(ctx, 'expire', bookingId === undefined ? due : { ...due, bookingId });
}

/** Ends what is open for a booking that was paid or called off. */
export function cancelSessions(ctx: IslandContext, bookingId: number): Promise<void> {
  return end(ctx, 'cancel', { bookingId });
}

async function end(
  ctx: IslandContext,
  move: Extract<SessionMove, 'expire' | 'cancel'>,
  which: { readonly bookingId?: number; readonly expiresAt?: { readonly $lte: Date } },
): Promise<void> {
  const { from, to } = MOVES[move];
  const changes = { status: to, updatedAt: ctx.clock.now() };
  await reader(ctx).nativeUpdate(PaymentSession, { ...which, status: { $in: [...from] } }, changes);
}
