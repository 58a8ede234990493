import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import {
  type CustomField,
  type CustomFieldProblem,
  customFieldProblem,
  hasCustomField,
  withCustomField,
} from '#kit/custom-fields.ts';
import { parseId } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type Booking, BookingEntity } from '../entities.ts';
import { findBooking } from '../queries.ts';

/** What writing did: `booking` is null exactly when something was refused. */
export interface WrittenBooking {
  readonly booking: Booking | null;
  readonly userErrors: readonly (Omit<CustomFieldProblem, 'code'> & { readonly code: string })[];
}

/**
 * Writes one custom field of a booking of the team in the app's own namespace: a change of the booking, unless it had the
 * value already.
 */
export async function setBookingCustomField(
  ctx: IslandContext,
  { bookingId, namespace, key, type, value }: CustomField & { readonly bookingId: string },
): Promise<WrittenBooking> {
  const { appSlug, teamId } = ctx.viewer as ViewerOf<'app'>; // the SDL lets apps alone call this
  const field: CustomField = { namespace, key, type, value };
  const id = parseId(bookingId) ?? 0;
  const problem = await inTransaction(ctx, async (em) => {
    const booking = await em.findOne(BookingEntity, { id, teamId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!booking) return NOT_FOUND;
    const refusal = customFieldProblem(booking.customFields, field, appSlug);
    if (refusal || hasCustomField(booking.customFields, field)) return refusal;
    await sql`
      UPDATE checkout.bookings SET custom_fields = ${JSON.stringify(withCustomField(booking.customFields, field))}::jsonb,
        version = version + 1
      WHERE id = ${id}`.execute(em.getKysely<unknown>());
    return null;
  });
  if (problem) return { booking: null, userErrors: [problem] };
  return { booking: await findBooking(ctx, bookingId), userErrors: [] };
}

const NOT_FOUND = { field: ['bookingId'], message: 'There is no such booking.', code: 'NOT_FOUND' } as const;
