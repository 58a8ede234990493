import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { authorOf } from '../../access.ts';
import type { BookingChangePreview, BookingUpdateInput } from '../../generated.ts';
import { BookingEntity } from '../../store/entities.ts';
import { enteredChange } from '../domain/entered-booking.ts';
import { faultsOf } from '../domain/entry-faults.ts';
import { NO_SUCH_BOOKING } from '../domain/entry-refusal.ts';
import { priceSoldStay } from '../operations/change-sold-stay.ts';
import { findNamed } from '../store/entered-bookings.ts';

const UNPRICED = { oldTotal: 0, total: 0, difference: 0, dropped: 0 } as const;

/** Prices a change of a booking's stay without making it; null if it's priced as a new stay. */
export async function previewChange(
  ctx: SubgraphContext,
  input: BookingUpdateInput,
): Promise<BookingChangePreview | null> {
  const author = authorOf(ctx);
  const id = author && (await findNamed(ctx, author, input));
  const booking = id && (await reader(ctx).findOne(BookingEntity, { id, teamId: author.teamId }));
  if (!booking) return { currency: 'XXX', ...UNPRICED, userErrors: [NO_SUCH_BOOKING] };
  const { currency } = booking;
  const faults = faultsOf({ ...input, guest: null });
  if (faults.length > 0) return { currency, ...UNPRICED, userErrors: faults };
  const waiveFee = input.waiveFee ?? false;
  const priced = await priceSoldStay(ctx, booking, {
    stay: enteredChange(input),
    lineId: input.lineId ?? null,
    waiveFee,
  });
  if (priced === null) return null;
  if ('userErrors' in priced) return { currency, ...UNPRICED, userErrors: [...priced.userErrors] };
  const { oldTotal, total, agreed } = priced;
  return { currency, oldTotal, total, difference: total - oldTotal, dropped: agreed.dropped, userErrors: [] };
}
