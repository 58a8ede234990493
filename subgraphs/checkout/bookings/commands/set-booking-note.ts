import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { parseWideId } from '#kit/ids.ts';
import { MAX_BOOKING_NOTE } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import type { BookingResult } from '../../errors.ts';
import type { MutationBookingNoteSetArgs } from '../../generated.ts';
import { tables } from '../../store/tables.ts';
import { findBooking } from '../queries/bookings.ts';
import { reachesBooking } from '../store/entered-bookings.ts';

/**
 * Replaces the team's note on a booking. The activity log names the booking without the note's personal text. No
 * event is published: only the team reads notes.
 */
export async function setBookingNote(
  ctx: SubgraphContext,
  { bookingId, note: given }: MutationBookingNoteSetArgs,
): Promise<BookingResult> {
  const note = given?.trim() || null;
  if (note !== null && hasCardNumber(note)) return refuse('note', 'CARD_DATA', CARD_REFUSAL);
  if (note !== null && note.length > MAX_BOOKING_NOTE) {
    return refuse('note', 'INVALID', `A note can have at most ${MAX_BOOKING_NOTE} characters.`);
  }
  const id = parseWideId(bookingId) ?? 0;
  const teamId = teamOf(ctx.viewer) ?? 0;
  const changed =
    (await reachesBooking(ctx, id)) &&
    (await inTransaction(ctx, async (em) => {
      const row = await tables(em)
        .updateTable('bookings')
        .set({ note })
        .where('id', '=', id)
        .where('teamId', '=', teamId)
        .returning('reference')
        .executeTakeFirst();
      if (!row) return false;
      await recordTeamEvent(ctx, em, [teamId], { kind: 'booking.note_set', subject: row.reference });
      return true;
    }));
  if (!changed) return refuse('bookingId', 'NOT_FOUND', 'This team has no such booking.');
  return { booking: await findBooking(ctx, bookingId), userErrors: [] };
}

const refuse = (
  argument: keyof MutationBookingNoteSetArgs,
  code: string,
  message: string,
): BookingResult => ({ booking: null, userErrors: [{ field: [argument], message, code }] });
