import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import type { BookingPayOutcome } from '../../generated.ts';
import { releaseStayDocument } from '../../operations/generated.ts';
import { type Booking, BookingEntity, StrayHoldEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { payOutcome } from '../domain/booking.ts';
import { weighMoney } from '../domain/booking-payment.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { takeNightsAgain } from '../operations/take-nights-again.ts';
import { moveBookings } from '../steps/move-bookings.ts';

interface Money {
  readonly teamId: number;
  readonly bookingId: number;
  /** Of payments; also catalog's key for nights that this money takes again. */
  readonly sessionId: string;
  readonly amount: number;
  readonly currency: string;
  /** Of a session that pays the balance: what had been paid when it was opened. */
  readonly paidBefore: number | null;
  /** Whether the guest agreed to pay later, and nothing came. */
  readonly promised: boolean;
}

/** `released`: undecided, because the nights must be taken first. */
type Decision = BookingPayOutcome | 'released';

/**
 * Books money that arrived for a booking: confirms it where it is held, or released with nights that are still free, and the
 * money covers what is due by now; money for the balance of a confirmed one is counted, unless other money came in between. What
 * was answered once for a payment session is answered ever after, and of all sessions only one confirms. Throws for a
 * booking that the team payments asks for does not have. With `heldOnly` nights that were released stay so. See docs/interface/payments.md#resolving.
 */
export async function payBooking(
  ctx: SubgraphContext,
  given: {
    readonly bookingId: string;
    readonly paymentSessionId: string;
    readonly amount: number;
    readonly currency: string;
    readonly paidBefore?: number | null;
    readonly promised: boolean;
    readonly heldOnly: boolean;
  },
): Promise<BookingPayOutcome> {
  const bookingId = parseWideId(given.bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (bookingId === null || teamId === null || !isUuid(given.paymentSessionId))
    throw new Error('There is no such booking.');
  const { paymentSessionId: sessionId, amount, currency, promised, paidBefore = null } = given;
  const money = { teamId, bookingId, sessionId, amount, currency, paidBefore, promised };
  const first = await decide(ctx, money, given.heldOnly ? false : null);
  const outcome = first === 'released' ? await payReleased(ctx, money) : first;
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id: bookingId });
  if (outcome === 'confirmed' && booking.nightsSyncedAt === null) await syncNightsNow(ctx, booking);
  return outcome;
}

/** Takes the nights of a released booking, then decides; nights that turn out not to be needed are given back. */
async function payReleased(ctx: SubgraphContext, money: Money): Promise<BookingPayOutcome> {
  await reader(ctx).upsert(StrayHoldEntity, { holdId: money.sessionId, since: ctx.clock.now() });
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id: money.bookingId });
  const taken = await takeNightsAgain(ctx, booking, money.sessionId);
  const outcome = await decide(ctx, money, taken);
  if (outcome === 'released') throw new Error(`Booking ${booking.reference} could not be decided.`);
  const { holdId } = await reader(ctx).findOneOrFail(BookingEntity, { id: money.bookingId });
  if (taken && holdId !== money.sessionId) {
    await ctx.execute(releaseStayDocument, { holdId: money.sessionId }, ctx);
  }
  return outcome;
}

/** One transaction under the booking's lock. `nightsTaken` is null while no one tried to take them again. */
function decide(ctx: SubgraphContext, money: Money, nightsTaken: boolean | null): Promise<Decision> {
  return inTransaction(ctx, async (em) => {
    const booking = await tables(em)
      .selectFrom('bookings')
      .select(['status', 'total', 'currency', 'dueNow', 'paid'])
      .where('id', '=', money.bookingId)
      .where('teamId', '=', money.teamId)
      .forUpdate()
      .executeTakeFirst();
    if (!booking) throw new Error('There is no such booking.');
    const { rows: earlier } = await sql<{ readonly outcome: BookingPayOutcome }>`
      SELECT outcome FROM checkout.payments WHERE session_id = ${money.sessionId}
    `.execute(statements(em));
    if (earlier[0]) return earlier[0].outcome;

    const outcome = payOutcome(booking.status, weighMoney(booking, money), nightsTaken);
    if (outcome === null) return 'released';
    await sql`
      INSERT INTO checkout.payments (session_id, booking_id, outcome, created_at)
      VALUES (${money.sessionId}, ${money.bookingId}, ${outcome}, ${ctx.clock.now()})
    `.execute(statements(em));
    if (outcome === 'confirmed') await confirm(ctx, em, money, booking.status);
    if (outcome === 'balance_paid')
      await moveBookings(ctx, em, 'payBalance', {
        which: sql`id = ${money.bookingId}`,
        also: received(money),
      });
    return outcome;
  });
}

async function confirm(
  ctx: SubgraphContext,
  em: Transaction,
  money: Money,
  from: Booking['status'],
): Promise<void> {
  const { bookingId, sessionId } = money;
  // Nights taken again are under the session's id. The sweep may have found them stray: then all is tried again.
  if (
    from === 'released' &&
    (await em.nativeDelete(StrayHoldEntity, { holdId: sessionId, releasing: false })) === 0
  ) {
    throw new Error(`The nights of booking ${bookingId} were taken again and given back since.`);
  }
  const which = sql`id = ${bookingId}`;
  if (from === 'released') {
    await moveBookings(ctx, em, 'confirmLate', {
      which,
      also: sql`, hold_id = ${sessionId}::uuid ${received(money)}`,
    });
  } else await moveBookings(ctx, em, 'confirm', { which, also: received(money) });
}

/** What the booking has of it: nothing of what is only agreed. */
const received = ({ amount, promised }: Money) => sql`, paid = paid + ${promised ? 0 : amount}::bigint`;
