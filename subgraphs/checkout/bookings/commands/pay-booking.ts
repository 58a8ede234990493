import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements, type Transaction } from '#db/transaction.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import { enterPayment } from '../../folio/steps/enter-payment.ts';
import type { BookingPayOutcome } from '../../generated.ts';
import { releaseStayDocument } from '../../operations/generated.ts';
import { type Booking, BookingEntity, StrayHoldEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { payOutcome } from '../domain/booking.ts';
import { weighMoney } from '../domain/booking-payment.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { takeNightsAgain } from '../operations/take-nights-again.ts';
import { inConfirmation } from '../operations/units-to-fill.ts';
import { confirmLocked } from '../steps/fill-units.ts';
import { moveBookings } from '../steps/move-bookings.ts';

interface Money {
  readonly teamId: number;
  readonly bookingId: number;
  /** Payment session id; also catalog's key if this payment takes the nights again. */
  readonly sessionId: string;
  readonly amount: number;
  readonly currency: string;
  /** For a balance payment: the amount paid when its session was opened. */
  readonly paidBefore: number | null;
  /** True if the guest agreed to pay later and no money was received. */
  readonly promised: boolean;
  /** `app:` and the slug of the app that took the payment; null for a built-in method. */
  readonly method: string | null;
  /** The payment's reference at the provider. */
  readonly reference: string | null;
}

/** `released`: undecided, because the nights must be taken again first. */
type Decision = BookingPayOutcome | 'released';

/**
 * Applies a payment to a booking. It confirms a held booking, or a released booking with free nights, if it
 * covers the amount now due; for a confirmed booking, it pays the balance, unless another payment has arrived
 * since the session was opened. A payment session always returns its first outcome, and only one session
 * confirms the booking. Throws if the team that payments acts for has no such booking. With `heldOnly`, a
 * released booking stays released. See docs/interface/payments.md#resolving.
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
    readonly method?: string | null;
    readonly reference?: string | null;
  },
): Promise<BookingPayOutcome> {
  const bookingId = parseWideId(given.bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (bookingId === null || teamId === null || !isUuid(given.paymentSessionId))
    throw new Error('There is no such booking.');
  const { paymentSessionId: sessionId, amount, currency, promised, paidBefore = null } = given;
  const { method = null, reference = null } = given;
  const money = { teamId, bookingId, sessionId, amount, currency, paidBefore, promised, method, reference };
  const first = await decide(ctx, money, given.heldOnly ? false : null);
  const outcome = first === 'released' ? await payReleased(ctx, money) : first;
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id: bookingId });
  if (outcome === 'confirmed' && booking.nightsSyncedAt === null) await syncNightsNow(ctx, booking);
  return outcome;
}

/** Takes a released booking's nights, then decides; releases the nights if they turn out to be unnecessary. */
async function payReleased(ctx: SubgraphContext, money: Money): Promise<BookingPayOutcome> {
  await reader(ctx).upsert(StrayHoldEntity, { holdId: money.sessionId, since: ctx.clock.now() });
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id: money.bookingId });
  const taken = await takeNightsAgain(ctx, booking, money.sessionId);
  const outcome = await decide(ctx, money, taken);
  if (outcome === 'released') throw new Error(`Failed to decide booking ${booking.reference}.`);
  const { holdId } = await reader(ctx).findOneOrFail(BookingEntity, { id: money.bookingId });
  if (taken && holdId !== money.sessionId) {
    await ctx.execute(releaseStayDocument, { holdId: money.sessionId }, ctx);
  }
  return outcome;
}

/**
 * Decides in one transaction under the booking's lock. `nightsTaken` is null before any attempt to take them
 * again.
 */
function decide(ctx: SubgraphContext, money: Money, nightsTaken: boolean | null): Promise<Decision> {
  return inConfirmation(ctx, money.bookingId, async (em, units) => {
    const booking = await tables(em)
      .selectFrom('bookings')
      .select(['status', 'total', 'currency', 'dueNow', 'paid', 'charged'])
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
    const accepted = outcome === 'confirmed' || outcome === 'balance_paid';
    await enter(ctx, em, money, accepted);
    if (outcome === 'confirmed') await confirm(ctx, em, money, { from: booking.status, units });
    if (outcome === 'balance_paid')
      await moveBookings(ctx, em, 'payBalance', { which: sql`id = ${money.bookingId}` });
    return outcome;
  });
}

async function confirm(
  ctx: SubgraphContext,
  em: Transaction,
  money: Money,
  { from, units }: { readonly from: Booking['status']; readonly units: readonly Unit[] },
): Promise<void> {
  const { bookingId, sessionId } = money;
  // Nights taken again have the session's id as their key. If the sweep released them as stray, everything is
  // retried.
  if (
    from === 'released' &&
    (await em.nativeDelete(StrayHoldEntity, { holdId: sessionId, releasing: false })) === 0
  ) {
    throw new Error(`The nights of booking ${bookingId} were since taken again and released.`);
  }
  if (from === 'released') {
    const also = sql`, hold_id = ${sessionId}::uuid`;
    await confirmLocked(ctx, em, bookingId, { name: 'confirmLate', units, also });
  } else await confirmLocked(ctx, em, bookingId, { units });
}

/**
 * Enters the payment in the booking's folio. A promise isn't money, and neither is a payment by a built-in
 * method that the booking can't accept.
 */
async function enter(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, bookingId, sessionId, amount, promised, method, reference }: Money,
  accepted: boolean,
): Promise<void> {
  if (promised || (method === null && !accepted)) return;
  const payment = { amount, reference, accepted, paymentSessionId: sessionId, receivedAt: ctx.clock.now() };
  const booking = { id: bookingId, teamId };
  await enterPayment(ctx, em, booking, { ...payment, method: method ?? 'other' }, { bumps: !accepted });
}
