import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import type { PercentTax } from '../../folio/domain/added-taxes.ts';
import type { Booking } from '../../store/entities.ts';
import { hasTerms } from '../domain/refund.ts';
import { cancellationTaxesDocument } from './generated.ts';

/** Returns the taxes on a booking's cancellation fee: those of its property, unless there can't be a fee. */
export async function feeTaxesOf(
  ctx: SubgraphContext,
  booking: Pick<Booking, 'status' | 'lines' | 'propertyId'>,
): Promise<readonly PercentTax[]> {
  if (booking.status !== 'confirmed' || !hasTerms(booking)) return [];
  return (await taxesByProperty(ctx, booking.propertyId)) ?? [];
}

/** Requests each property's taxes once per list of bookings. */
const taxesByProperty = batch<number, readonly PercentTax[]>(async (ctx, propertyIds) => {
  const found = new Map<number, readonly PercentTax[]>();
  await forEachAtOnce(propertyIds, async (id) => {
    const { cancellationTaxes } = await ctx.execute(
      cancellationTaxesDocument,
      { propertyId: String(id) },
      ctx,
    );
    found.set(id, cancellationTaxes);
  });
  return found;
});
