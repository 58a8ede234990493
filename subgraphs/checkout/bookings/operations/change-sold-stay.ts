import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import type { Author } from '../../access.ts';
import {
  type BookedGuest,
  type Booking,
  BookingEntity,
  type EnteredStay,
  type StayChange,
} from '../../store/entities.ts';
import { begunFault, NO_LINE_CHOSEN, NO_SUCH_LINE } from '../domain/change-refusal.ts';
import { changedLines } from '../domain/changed-stay.ts';
import { areSame, changedStays, guestOf, placeOf, summaryOf } from '../domain/entered-booking.ts';
import type { EntryError } from '../domain/entry-faults.ts';
import {
  closedError,
  type Entry,
  NO_SUCH_BOOKING,
  refuseEntry,
  refuseNights,
} from '../domain/entry-refusal.ts';
import type { QuotedChange } from '../domain/quoted-change.ts';
import { bookedStays } from '../queries/booked-stays.ts';
import { finishChange } from './finish-change.ts';
import { quoteChange } from './quote-change.ts';

/** A change that the team asks for; absent fields stay as they are. */
export interface TeamChange {
  readonly stay: Partial<EnteredStay>;
  /** Line whose guests change, in a booking with several lines; null for its only one. */
  readonly lineId: string | null;
  readonly guest: BookedGuest | null;
  readonly revision: number | null;
  /** True if dropped nights cost nothing. */
  readonly waiveFee: boolean;
}

/** The price of a change, or the reasons against it. */
export type PricedChange = QuotedChange | { readonly userErrors: readonly EntryError[] };

/** Attempts per change while another change to the same booking is in progress. */
const ATTEMPTS = 5;

/**
 * Changes a confirmed booking's stay at the price that the team's change costs. Null if the change isn't priced that
 * way: `priceSoldStay`.
 */
export async function changeSoldStay(
  ctx: SubgraphContext,
  { teamId }: Author,
  id: number,
  wanted: TeamChange,
): Promise<Entry | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const booking = await reader(ctx).findOne(BookingEntity, { id, teamId });
    if (!booking) return refuseEntry(NO_SUCH_BOOKING);
    if (booking.changing) {
      await finishChange(ctx, id, booking.changing);
      continue;
    }
    const { enteredRevision } = booking;
    if (wanted.revision !== null && enteredRevision !== null && wanted.revision <= enteredRevision)
      return null;
    const priced = await priceSoldStay(ctx, booking, wanted);
    if (priced === null) return null;
    if ('userErrors' in priced) return refuseEntry(...priced.userErrors);
    const change = await begin(ctx, booking, priced, wanted);
    if (change) return finishChange(ctx, id, change);
  }
  throw new Error(`Failed to change booking ${id} because others kept changing it.`);
}

/**
 * Prices a change of a confirmed booking's dates or party, in which kept nights keep their price: see
 * docs/interface/bookings.md#changes. Null for any other change: of another booking, of the unit type or the quantity, or
 * of the guest only.
 */
export async function priceSoldStay(
  ctx: SubgraphContext,
  booking: Booking,
  { stay, lineId, waiveFee }: Pick<TeamChange, 'stay' | 'lineId' | 'waiveFee'>,
): Promise<PricedChange | null> {
  if (booking.status !== 'confirmed' || booking.channelRevision !== null || closedError(booking)) return null;
  const stays = await bookedStays(ctx, booking);
  if (stays === null || isForOneLine(stays, stay)) return null;
  const { adults, children, ...shared } = stay;
  const isParty = adults !== undefined || children !== undefined;
  if (stays.length > 1 && isParty && lineId === null) return { userErrors: [NO_LINE_CHOSEN] };
  const place = lineId === null ? 0 : placeOf(booking, lineId);
  if (place === -1) return { userErrors: [NO_SUCH_LINE] };
  const party = {
    ...(adults === undefined ? {} : { adults }),
    ...(children === undefined ? {} : { children }),
  };
  const changed = changedStays(stays, shared, { place, ...party });
  if (areSame(stays, changed)) return null;
  const [before, after] = [summaryOf(stays), summaryOf(changed)];
  const fault = begunFault(booking, { before, after, keepsPrices: true }, ctx.clock.now());
  if (fault) return { userErrors: [fault] };
  if (after.unitTypeId !== before.unitTypeId || after.quantity !== before.quantity) return null;
  if (after.checkOut <= after.checkIn) return null;
  const lines = changedLines(booking, stays, changed);
  const quote = await quoteChange(ctx, booking, { lines, cancelled: null }, { unrestricted: true, waiveFee });
  return 'problems' in quote ? { userErrors: refuseNights(quote).userErrors } : quote;
}

/** True for a change that a booking with several lines can't have: to its unit type or quantity. */
const isForOneLine = (
  { length }: readonly EnteredStay[],
  { unitTypeId, quantity }: Partial<EnteredStay>,
): boolean => length > 1 && (unitTypeId !== undefined || quantity !== undefined);

/** Records the change under the booking's lock; null if the booking changed since it was priced. */
function begin(
  ctx: SubgraphContext,
  { id, holdId: replaces, status }: Booking,
  { after, agreed }: QuotedChange,
  { guest, revision }: TeamChange,
): Promise<StayChange | null> {
  return inTransaction(ctx, async (em) => {
    const locked = await em.findOneOrFail(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (locked.holdId !== replaces || locked.status !== status || locked.changing) return null;
    const known = locked.enteredRevision;
    const changing: StayChange = {
      holdId: newUuid(),
      replaces,
      stay: after,
      guest: guest ?? guestOf(locked),
      revision: known === null ? null : (revision ?? known + 1),
      agreed: { ...agreed, isFixed: true, byTeam: true },
    };
    await em.nativeUpdate(BookingEntity, { id }, { changing, changingSince: ctx.clock.now() });
    return changing;
  });
}
