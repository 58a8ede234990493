import { bookedParty } from '../../domain/totals.ts';
import { type ExtraStay, extraStayOf, extrasIn, type OfferedExtra } from '../../folio/domain/extras.ts';
import type { Booking, Quote } from '../../store/entities.ts';

/** Returns the stays before and after a change, and the extras offered for the new one. */
export function extrasChange(
  booking: Pick<Booking, 'checkIn' | 'checkOut' | 'lines' | 'adults' | 'children'>,
  quote: Quote,
): { readonly offered: readonly OfferedExtra[]; readonly before: ExtraStay; readonly after: ExtraStay } {
  const before = extraStayOf(booking);
  const { checkIn, checkOut, lines } = quote;
  const after = extraStayOf({
    checkIn: checkIn ?? before.checkIn,
    checkOut: checkOut ?? before.checkOut,
    lines,
    ...bookedParty(quote),
  });
  return { offered: extrasIn(quote), before, after };
}
