import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import {
  type CustomFieldInput,
  type CustomFieldProblem,
  customFieldProblem,
  customFieldToWrite,
  hasCustomField,
  namesCustomField,
  namespaceProblem,
  type StoredCustomField,
  withCustomField,
  withoutCustomField,
} from '#kit/custom-fields.ts';
import { parseWideId } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { lockBooking } from '../../folio/store/entries.ts';
import type { Booking } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { findBooking } from '../queries/bookings.ts';

/** Result of writing a custom field; `booking` is null only if the write was refused. */
export interface WrittenBooking {
  readonly booking: Booking | null;
  readonly userErrors: readonly (Omit<CustomFieldProblem, 'code'> & { readonly code: string })[];
}

/**
 * Writes one custom field on a team's booking, in the app's namespace. It counts as a change to the booking,
 * unless the value is the same.
 */
export function setBookingCustomField(
  ctx: SubgraphContext,
  { bookingId, ...field }: CustomFieldInput & { readonly bookingId: string },
): Promise<WrittenBooking> {
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return changeCustomFields(ctx, bookingId, {
    refuse: (fields) => customFieldProblem(fields, field, appSlug),
    change: (fields) => {
      const written = customFieldToWrite(fields, field);
      return hasCustomField(fields, written) ? null : withCustomField(fields, written);
    },
  });
}

/** Deletes one custom field that the app wrote on a booking; deleting a missing field changes nothing. */
export function deleteBookingCustomField(
  ctx: SubgraphContext,
  { bookingId, ...field }: { readonly bookingId: string; readonly namespace: string; readonly key: string },
): Promise<WrittenBooking> {
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return changeCustomFields(ctx, bookingId, {
    refuse: () => namespaceProblem(field.namespace, appSlug),
    change: (fields) => (namesCustomField(fields, field) ? withoutCustomField(fields, field) : null),
  });
}

type Refusal = WrittenBooking['userErrors'][number];

interface Change {
  readonly refuse: (fields: readonly StoredCustomField[]) => Refusal | null;
  /** Returns the new fields; null if they don't change. */
  readonly change: (fields: readonly StoredCustomField[]) => readonly StoredCustomField[] | null;
}

async function changeCustomFields(
  ctx: SubgraphContext,
  bookingId: string,
  { refuse, change }: Change,
): Promise<WrittenBooking> {
  const { teamId } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  const id = parseWideId(bookingId) ?? 0;
  const problem = await inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, id);
    if (!booking) return NOT_FOUND;
    const refusal = refuse(booking.customFields);
    const changed = refusal ? null : change(booking.customFields);
    if (!changed) return refusal;
    await tables(em)
      .updateTable('bookings')
      .set(({ eb }) => ({ customFields: changed, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return null;
  });
  if (problem) return { booking: null, userErrors: [problem] };
  return { booking: await findBooking(ctx, bookingId), userErrors: [] };
}

const NOT_FOUND = { field: ['bookingId'], message: 'There is no such booking.', code: 'NOT_FOUND' } as const;
