import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type Booking, type EnteredStay, SessionEntity } from '../../store/entities.ts';
import { type LineParty, type StayedBooking, staysOf } from '../domain/entered-booking.ts';

/** Booking fields that lead to its lines' stays. */
type Staying = StayedBooking & Pick<Booking, 'checkoutId'>;

/**
 * Returns the stay of each line of a booking; null if they can't be changed one by one. Lines sold before their party was
 * recorded have it in their checkout.
 */
export async function bookedStays(
  ctx: SubgraphContext,
  booking: Staying,
): Promise<readonly EnteredStay[] | null> {
  const recorded = staysOf(booking);
  if (recorded || booking.checkoutId === null) return recorded;
  return staysOf(booking, await soldLines(ctx, booking.checkoutId));
}

/** Returns a checkout's lines as they were sold. */
const soldLines = batch<string, readonly LineParty[]>(async (ctx, ids) => {
  const sessions = await reader(ctx).find(
    SessionEntity,
    { id: { $in: [...ids] } },
    { fields: ['id', 'quote'] },
  );
  return new Map(sessions.map(({ id, quote }) => [id, quote.lines]));
});

/** Returns a line's party; null if only the booking's is known. */
export async function partyOfLine(
  ctx: SubgraphContext,
  booking: Staying,
  place: number,
): Promise<Pick<EnteredStay, 'adults' | 'children'> | null> {
  const { adults, children = 0 } = booking.lines[place] ?? {};
  if (adults !== undefined) return { adults, children };
  const stay = (await bookedStays(ctx, booking))?.[place];
  return stay ? { adults: stay.adults, children: stay.children } : null;
}
