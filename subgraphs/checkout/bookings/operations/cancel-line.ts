import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { acceptedRefunds } from '../../folio/domain/due-refunds.ts';
import { claimed } from '../../folio/domain/folio-sums.ts';
import { withEntries } from '../../folio/queries/folio.ts';
import { type Booking, BookingEntity, type StayChange } from '../../store/entities.ts';
import { changeRefusal } from '../domain/change-refusal.ts';
import { remainingLines } from '../domain/changed-stay.ts';
import { guestOf } from '../domain/entered-booking.ts';
import { guestCanCancel } from '../domain/guest-cancel.ts';
import { type LineCancelQuote, lineCancelQuote } from '../domain/line-cancel.ts';
import type { QuotedChange } from '../domain/quoted-change.ts';
import { bookedStays } from '../queries/booked-stays.ts';
import { quoteChange } from './quote-change.ts';

/** A line's priced cancellation, and what its guest sees of it. */
export interface PricedLineCancel {
  readonly change: QuotedChange;
  readonly quote: LineCancelQuote;
}

/**
 * Prices the cancellation of one line of a confirmed booking by its guest now. Null if the guest has to contact the host,
 * or the booking has no other line.
 */
export async function quoteLineCancel(
  ctx: SubgraphContext,
  booking: Booking,
  place: number,
): Promise<PricedLineCancel | null> {
  const now = ctx.clock.now();
  if (booking.lines.length < 2 || changeRefusal(booking, now)) return null;
  if (!guestCanCancel(booking, now)) return null;
  const stays = await bookedStays(ctx, booking);
  if (!stays) return null;
  const lines = remainingLines(booking, stays, place);
  const change = await quoteChange(ctx, booking, { lines, cancelled: place }, { unrestricted: true });
  if ('problems' in change) return null;
  const { entries } = await withEntries(ctx, booking);
  const refunded = claimed(acceptedRefunds(entries));
  return { change, quote: lineCancelQuote(booking, place, change, { refunded, now }) };
}

/** Records a line's priced cancellation under the booking's lock; null if the booking changed since it was priced. */
export function beginLineCancel(
  ctx: SubgraphContext,
  { id, holdId: replaces, status, charged, paid }: Booking,
  { after, agreed }: QuotedChange,
): Promise<StayChange | null> {
  return inTransaction(ctx, async (em) => {
    const locked = await em.findOneOrFail(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (locked.holdId !== replaces || locked.status !== status || locked.changing) return null;
    if (locked.charged !== charged || locked.paid !== paid) return null;
    const changing: StayChange = {
      holdId: newUuid(),
      replaces,
      stay: after,
      guest: guestOf(locked),
      revision: null,
      agreed,
    };
    await em.nativeUpdate(BookingEntity, { id }, { changing, changingSince: ctx.clock.now() });
    return changing;
  });
}
