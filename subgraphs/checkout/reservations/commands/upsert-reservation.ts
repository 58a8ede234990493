import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { authorOf } from '../../access.ts';
import { toGuest } from '../../bookings/domain/entered-booking.ts';
import { type Entry, entered, refuseEntry } from '../../bookings/domain/entry-refusal.ts';
import { releaseUnused } from '../../bookings/operations/release-unused.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { unitsToFill } from '../../bookings/operations/units-to-fill.ts';
import { insertElsewhere } from '../../bookings/steps/insert-elsewhere.ts';
import { bookedLines } from '../../domain/totals.ts';
import type { ChannelReservationInput } from '../../generated.ts';
import { BookingEntity, StrayHoldEntity } from '../../store/entities.ts';
import {
  keptOf,
  paymentOf,
  quoteOf,
  refusalOf,
  toReservation,
  totalMismatch,
} from '../domain/reservation.ts';
import { reservationFaults } from '../domain/reservation-faults.ts';
import { changeReservation } from '../operations/change-reservation.ts';
import { takeReservation } from '../operations/take-reservation.ts';
import { type ChannelEntry, findReservation, reservationHold } from '../store/reservations.ts';

/** Attempts per reservation if another has the same id, or a change is in progress. */
const ATTEMPTS = 5;

/**
 * Applies a reservation from a channel: creates, changes or cancels its booking if the revision is newer.
 * Takes available nights and waits for the rest; keeps the channel's prices. See
 * docs/interface/channels.md#reservations.
 */
export async function upsertReservation(
  ctx: SubgraphContext,
  input: ChannelReservationInput,
): Promise<Entry> {
  const author = authorOf(ctx);
  if (!author) return refuseEntry(refusalOf({ outcome: 'not_active', line: null }));
  const faults = reservationFaults(input);
  if (faults.length > 0) return refuseEntry(...faults);
  const entry: ChannelEntry = {
    author,
    connectionId: parseId(input.connectionId) ?? 0,
    externalId: input.externalId,
    revision: input.revision,
    guest: toGuest(input.guest),
    reservation: toReservation(input),
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const known = await findReservation(ctx, entry);
    const done = known ? await changeReservation(ctx, known.id, entry) : await place(ctx, entry);
    if (done) return flagged(done, entry);
  }
  throw new Error('Failed to save a reservation because its booking kept changing.');
}

/**
 * Reports a total that differs from the itemized sum; the reservation is still applied, with the channel's
 * total.
 */
function flagged(done: Entry, { reservation }: ChannelEntry): Entry {
  const isApplied = done.booking !== null && done.applied && !reservation.cancelled;
  const error = isApplied ? totalMismatch(reservation) : null;
  return error === null ? done : { ...done, userErrors: [...done.userErrors, error] };
}

/** Takes the nights and creates the booking; null if another runner created one first. */
async function place(ctx: SubgraphContext, entry: ChannelEntry): Promise<Entry | null> {
  const { author, connectionId, externalId, guest, revision, reservation } = entry;
  const holdId = reservationHold(entry, null);
  const since = ctx.clock.now();
  // After a crash, the sweep finds this row and releases the nights.
  await reader(ctx).upsert(StrayHoldEntity, { holdId, since });
  const took = await takeReservation(ctx, { connectionId, holdId, replaces: null, reservation, since });
  if (took.outcome !== 'taken' || !took.sold) {
    const known = await findReservation(ctx, entry);
    return known ? null : refuseEntry(refusalOf(took));
  }
  const { sold } = took;
  const quote = quoteOf(reservation, sold);
  const kept = keptOf(reservation, sold);
  const made = await insertElsewhere(
    ctx,
    {
      author,
      externalId,
      guest,
      storefrontId: Number(sold.storefrontId),
      holdId,
      revision: null,
      status: reservation.cancelled ? 'cancelled' : 'confirmed',
      source: { kind: 'channel', name: sold.name },
      channel: { connectionId, revision, kept },
      holdExpiresAt: since,
      terms: null,
      ...paymentOf(kept.collectedBy, quote.total),
      paid: kept.collectedBy === 'channel' ? quote.total : 0,
      units: reservation.cancelled ? [] : await unitsToFill(ctx, bookedLines(quote)),
    },
    quote,
  );
  const booking = await reader(ctx).findOne(BookingEntity, { holdId });
  if (made && booking) await syncNightsNow(ctx, booking);
  else await releaseUnused(ctx, holdId, booking);
  return made && booking ? entered(booking, true) : null;
}
