import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { isUuid, newUuid } from '#kit/ids.ts';
import { agentOf } from '../../access.ts';
import type { BookingStayChangeInput } from '../../generated.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import {
  changeRefusal,
  NO_LINE_CHOSEN,
  NO_SUCH_LINE,
  SEVERAL_LINES,
  STAY_BEGAN,
} from '../domain/change-refusal.ts';
import { changedLines } from '../domain/changed-stay.ts';
import { areSame, changedStays, guestOf, placeOf } from '../domain/entered-booking.ts';
import { type EntryError, entryError, faultsOf } from '../domain/entry-faults.ts';
import { NO_SUCH_BOOKING, refuseNights } from '../domain/entry-refusal.ts';
import type { QuotedChange, StayChanged } from '../domain/quoted-change.ts';
import { finishChange } from '../operations/finish-change.ts';
import { guestTermsDocument } from '../operations/generated.ts';
import { quoteChange } from '../operations/quote-change.ts';
import { bookedStays } from '../queries/booked-stays.ts';
import { moveBookings } from '../steps/move-bookings.ts';

const done: StayChanged = { isDone: true, quote: null, userErrors: [] };
const refuse = (...userErrors: readonly EntryError[]): StayChanged => ({
  isDone: false,
  quote: null,
  userErrors,
});

/** Attempts per change while other changes to the same booking are in progress. */
const ATTEMPTS = 5;

/**
 * Changes a guest's stay at the price that the guest saw, requests the change if the host decides, or returns the
 * price. Nothing changes without the
 * fingerprint of the current price and stay. See docs/interface/bookings.md#changes-by-guests.
 */
export async function changeBookingStay(
  ctx: SubgraphContext,
  input: BookingStayChangeInput,
): Promise<StayChanged> {
  const faults = faultsOf(input);
  if (faults.length > 0) return refuse(...faults);
  const { storefrontId } = agentOf(ctx);
  const { guestTerms } = await ctx.execute(guestTermsDocument, { storefrontId: String(storefrontId) }, ctx);
  if (!guestTerms || guestTerms.guestChanges === 'off') return refuse(NOT_OFFERED);
  const isRequest = guestTerms.guestChanges === 'request';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const booking = isUuid(input.permalinkId)
      ? await reader(ctx).findOne(BookingEntity, { storefrontId, permalinkId: input.permalinkId })
      : null;
    if (!booking) return refuse(NO_SUCH_BOOKING);
    if (booking.changing) {
      await finishChange(ctx, booking.id, booking.changing);
      continue;
    }
    const changed = await changeOnce(ctx, booking, input, isRequest);
    if (changed) return changed;
  }
  throw new Error('Failed to change a stay because others kept changing it.');
}

/** Quotes, requests or applies the change; null if the booking was changed at the same time. */
async function changeOnce(
  ctx: SubgraphContext,
  booking: Booking,
  { arrivalTime = null, fingerprint, ...input }: BookingStayChangeInput,
  isRequest: boolean,
): Promise<StayChanged | null> {
  const closed = changeRefusal(booking, ctx.clock.now());
  const before = await bookedStays(ctx, booking);
  if (closed || !before) return refuse(closed ?? SEVERAL_LINES);
  if (before.length > 1 && input.lineId == null) return refuse(NO_LINE_CHOSEN);
  const place = input.lineId == null ? 0 : placeOf(booking, input.lineId);
  if (place === -1) return refuse(NO_SUCH_LINE);
  const { adults, children } = input;
  const dates = { checkIn: input.checkIn.toString(), checkOut: input.checkOut.toString() };
  const after = changedStays(before, dates, { place, adults, children });
  if (areSame(before, after))
    return keepStay(ctx, booking, { arrivalTime, isConfirmed: fingerprint != null });
  const lines = changedLines(booking, before, after);
  const quote = await quoteChange(ctx, booking, { lines, cancelled: null });
  if ('problems' in quote) return refuse(...refuseNights(quote).userErrors);
  if (quote.fingerprint !== fingerprint)
    return { isDone: false, quote: { ...quote, booking }, userErrors: [] };
  return isRequest
    ? requestIt(ctx, booking, quote, arrivalTime)
    : applyChange(ctx, booking, quote, arrivalTime);
}

/** Requests the change from the host; null if the booking changed since the quote. */
async function requestIt(
  ctx: SubgraphContext,
  booking: Booking,
  quote: QuotedChange,
  arrivalTime: string | null,
): Promise<StayChanged | null> {
  const outcome = await ctx.services.checkout.hooks.requestChange(ctx, booking, quote, arrivalTime);
  if (outcome === 'changed') return null;
  return outcome === 'requested' ? done : refuse(STAY_BEGAN);
}

/** Records only the arrival time. A form sent again finds the stay as wanted. */
async function keepStay(
  ctx: SubgraphContext,
  { id, arrivalTime: known }: Booking,
  { arrivalTime, isConfirmed }: { readonly arrivalTime: string | null; readonly isConfirmed: boolean },
): Promise<StayChanged> {
  if (arrivalTime !== known) {
    const also = sql`, arrival_time = ${arrivalTime}::text`;
    await inTransaction(ctx, (em) =>
      moveBookings(ctx, em, 'expectArrival', { which: sql`id = ${id}::bigint`, also }),
    );
    return done;
  }
  return isConfirmed ? done : refuse(SAME_STAY);
}

/** Begins the change under the booking's lock and finishes it; null if the booking changed since the quote. */
async function applyChange(
  ctx: SubgraphContext,
  { id, holdId: replaces, status }: Booking,
  { after, agreed }: QuotedChange,
  arrivalTime: string | null,
): Promise<StayChanged | null> {
  const change = await inTransaction(ctx, async (em) => {
    const locked = await em.findOneOrFail(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (locked.holdId !== replaces || locked.status !== status || locked.changing) return null;
    const begun = { holdId: newUuid(), replaces, stay: after, guest: guestOf(locked), revision: null };
    const changing = { ...begun, agreed, arrivalTime };
    await em.nativeUpdate(BookingEntity, { id }, { changing, changingSince: ctx.clock.now() });
    return changing;
  });
  if (!change) return null;
  const { userErrors } = await finishChange(ctx, id, change);
  if (userErrors.length === 0) return done;
  return userErrors.some(({ code }) => code === 'CONFLICT') ? null : refuse(...userErrors);
}

const NOT_OFFERED = entryError(
  'NOT_OFFERED',
  'permalinkId',
  "Guests can't change bookings at this storefront.",
);
const SAME_STAY = entryError('SAME_STAY', 'checkIn', 'The booking already has these dates and guests.');
