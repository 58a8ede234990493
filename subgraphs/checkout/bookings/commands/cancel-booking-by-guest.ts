import type { SubgraphContext } from '#db/context.ts';
import { GUEST, recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { hasCardNumber } from '#kit/card-numbers.ts';
import { MAX_CANCEL_REASON } from '#schema/limits.ts';
import { agentOf } from '../../access.ts';
import type { PercentTax } from '../../folio/domain/added-taxes.ts';
import { acceptedRefunds } from '../../folio/domain/due-refunds.ts';
import { claimed } from '../../folio/domain/folio-sums.ts';
import { lockedCharges } from '../../folio/steps/charge-stay.ts';
import { lockBooking, storedEntries } from '../../folio/store/entries.ts';
import type { BookingCancelByGuestInput, GuestCancelRefusal } from '../../generated.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { guestCancelQuote } from '../domain/guest-cancel.ts';
import { cancelLineByGuest } from '../operations/cancel-line-by-guest.ts';
import { feeTaxesOf } from '../operations/fee-taxes.ts';
import { guestTermsDocument } from '../operations/generated.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { bookingByPermalink } from '../queries/bookings.ts';
import { cancelLocked } from '../steps/cancel-locked.ts';

/** The booking after a guest's cancellation, or the reason it wasn't cancelled. */
interface Answer {
  readonly booking: Booking | null;
  readonly refusal: GuestCancelRefusal | null;
}

const refuse = (refusal: GuestCancelRefusal): Answer => ({ booking: null, refusal });

/**
 * Cancels a booking, or one of its lines, for the guest who has its permalink. The booking's refund is computed
 * under its lock: if it's less than the guest saw, nothing is cancelled. Cancelling the last line cancels the
 * booking. A booking that has ended stays as it is. See docs/interface/bookings.md#cancelling-by-guests.
 */
export async function cancelBookingByGuest(
  ctx: SubgraphContext,
  { permalinkId, lineId, refund, fingerprint, reason: given }: BookingCancelByGuestInput,
): Promise<Answer> {
  const storefrontId = String(agentOf(ctx).storefrontId);
  const found = await bookingByPermalink(ctx, { storefrontId, permalinkId });
  const { guestTerms } = await ctx.execute(guestTermsDocument, { storefrontId }, ctx);
  if (!found || !guestTerms?.guestCancellation) return refuse('not_offered');
  const reason = given?.trim() || null;
  if ((reason?.length ?? 0) > MAX_CANCEL_REASON) return refuse('reason_too_long');
  if (reason !== null && hasCardNumber(reason)) return refuse('card_number');

  if (lineId != null) {
    const outcome = await cancelLineByGuest(ctx, found.id, { lineId, refund, fingerprint });
    if (outcome === 'contact_host') return refuse('contact_host');
    if (outcome === 'changed') return refuse('refund_shrank');
    if (outcome === 'done') return { booking: await bookingOf(ctx, found), refusal: null };
  }
  const taxes = await feeTaxesOf(ctx, found);
  const refusal = await inTransaction(ctx, async (em) => {
    const locked = await lockBooking(em, found.teamId, found.id);
    if (!locked || hasEnded(locked)) return null;
    const quote = await quoteLocked(ctx, em, locked, taxes);
    if (!quote) return 'contact_host';
    if (refund == null || quote.refund < refund) return 'refund_shrank';
    await cancelLocked(ctx, em, locked, { by: 'guest', reason, taxes });
    const event = { kind: 'booking.cancelled', subject: locked.reference, change: 'By the guest' } as const;
    await recordTeamEvent(ctx, em, [locked.teamId], event, GUEST);
    return null;
  });
  if (refusal) return refuse(refusal);
  const booking = await bookingOf(ctx, found);
  if (booking.status === 'cancelled' && booking.nightsSyncedAt === null) await syncNightsNow(ctx, booking);
  return { booking, refusal: null };
}

const bookingOf = (ctx: SubgraphContext, { id }: Pick<Booking, 'id'>): Promise<Booking> =>
  reader(ctx).findOneOrFail(BookingEntity, { id });

const hasEnded = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'cancelled' || status === 'released';

async function quoteLocked(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  taxes: readonly PercentTax[],
) {
  const charges = await lockedCharges(em, booking);
  const refunded = claimed(acceptedRefunds(await storedEntries(em, booking.id)));
  return guestCancelQuote({ ...booking, charges }, { refunded, taxes, now: ctx.clock.now() });
}
