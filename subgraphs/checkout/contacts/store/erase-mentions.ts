import { sql } from 'kysely';
import { eraseFromTeamEvents } from '#db/team-events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { mentionsOf, type Person, REDACTED_NAME } from '../domain/redaction.ts';

interface Mentions {
  readonly teamId: number;
  readonly bookings: readonly { readonly id: number; readonly reference: string }[];
  readonly person: Person;
}

/**
 * Replaces the person's addresses, numbers and full names in texts that the desk keeps for accounting or for the
 * unit: charges' names, source labels, reasons for units out of order, and the activity log's entries about the
 * bookings.
 */
export async function eraseMentions(em: Transaction, { teamId, bookings, person }: Mentions): Promise<void> {
  const mentions = mentionsOf(person);
  if (mentions === null) return;
  const db = statements(em);
  const ids = bookings.map(({ id }) => id);
  await sql`
    UPDATE checkout.folio_entries SET name = regexp_replace(name, ${mentions}, ${REDACTED_NAME}, 'gi')
    WHERE booking_id = ANY (${ids}::bigint[]) AND name ~* ${mentions}`.execute(db);
  await sql`
    UPDATE checkout.bookings SET source_label = regexp_replace(source_label, ${mentions}, ${REDACTED_NAME}, 'gi')
    WHERE id = ANY (${ids}::bigint[]) AND source_label ~* ${mentions}`.execute(db);
  await sql`
    UPDATE checkout.unit_statuses SET version = version + 1,
      out_reason = regexp_replace(out_reason, ${mentions}, ${REDACTED_NAME}, 'gi')
    WHERE team_id = ${teamId} AND out_reason ~* ${mentions}`.execute(db);
  await eraseFromTeamEvents(em, teamId, {
    subjects: bookings.map(({ reference }) => reference),
    pattern: mentions,
    replacement: REDACTED_NAME,
  });
}
