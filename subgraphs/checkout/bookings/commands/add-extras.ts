import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { GUEST, recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { MAX_LINES } from '#schema/limits.ts';
import { agentOf } from '../../access.ts';
import { guestExtras, type OfferedExtra, refusedExtra } from '../../folio/domain/extras.ts';
import { appendEntries, withCharges } from '../../folio/steps/append-entries.ts';
import { chargesForExtras } from '../../folio/steps/charge-extras.ts';
import { lockedCharges } from '../../folio/steps/charge-stay.ts';
import { settleDue } from '../../folio/steps/settle-due.ts';
import { lockBooking } from '../../folio/store/entries.ts';
import type { BookingExtrasAddInput, BookingExtrasPayload, ExtrasRefusal } from '../../generated.ts';
import type { Booking } from '../../store/entities.ts';
import { offeredExtras, takesExtras } from '../queries/booking-extras.ts';
import { bookingByPermalink } from '../queries/bookings.ts';
import { moveBookings } from '../steps/move-bookings.ts';

const ADDED: BookingExtrasPayload = { refusal: null, extraId: null };
const refuse = (refusal: ExtrasRefusal): BookingExtrasPayload => ({ refusal, extraId: null });

/**
 * Adds extras to a booking for the guest who has its permalink, at the prices that the guest saw. They're due with the
 * rest of the price: before a held booking is confirmed, otherwise with its balance. See
 * docs/interface/folios.md#extras.
 */
export async function addExtras(
  ctx: SubgraphContext,
  input: BookingExtrasAddInput,
): Promise<BookingExtrasPayload> {
  const { permalinkId, attempt, extras } = input;
  if (!isUuid(attempt)) throw badInput('`attempt` must be a UUID.');
  if (extras.length > MAX_LINES) throw badInput(`Choose at most ${MAX_LINES} extras at a time.`);
  const storefrontId = String(agentOf(ctx).storefrontId);
  const found = await bookingByPermalink(ctx, { storefrontId, permalinkId });
  if (!found || !takesExtras(found, ctx.clock.now())) return refuse('closed');
  if (extras.length === 0) return refuse('nothing_chosen');
  const offered = await offeredExtras(ctx, found);
  return inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, found.teamId, found.id);
    if (!booking || !takesExtras(booking, ctx.clock.now())) return refuse('closed');
    // Otherwise the extras were priced for another stay.
    if (booking.holdId !== found.holdId) return refuse('price_changed');
    return addTo(ctx, em, booking, offered, input);
  });
}

async function addTo(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  offered: readonly OfferedExtra[],
  { attempt, extras, fingerprint }: BookingExtrasAddInput,
): Promise<BookingExtrasPayload> {
  const charges = await lockedCharges(em, booking);
  const idPrefix = `${booking.id}-${attempt.toLowerCase()}-`;
  if (charges.some(({ id }) => id.startsWith(idPrefix))) return ADDED;
  const shown = guestExtras(offered, charges);
  if (fingerprint != null && fingerprint !== shown.fingerprint) return refuse('price_changed');
  const refused = refusedExtra(extras, shown, offered);
  if (refused) return refused;
  const added = chargesForExtras(booking.id, extras, offered, { date: booking.checkIn, idPrefix });
  const { entries, charged } = withCharges(booking, added);
  await appendEntries(ctx, em, booking, entries, { charged });
  const isDueInFull = booking.status === 'held' && booking.paymentMode === 'now';
  await moveBookings(ctx, em, 'recharge', {
    which: sql`id = ${booking.id}::bigint`,
    also: isDueInFull ? sql`, due_now = ${charged}::bigint` : sql``,
  });
  await settleDue(ctx, em, booking.id);
  for (const { name, quantity = 1, amount } of added.filter(({ kind }) => kind === 'extra')) {
    const change = `By the guest: ${quantity} × ${name}, ${formatMoney(amount, booking.currency)}`;
    const event = { kind: 'folio.charge_added', subject: booking.reference, change } as const;
    await recordTeamEvent(ctx, em, [booking.teamId], event, GUEST);
  }
  return ADDED;
}
