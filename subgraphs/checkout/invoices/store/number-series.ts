import { sql } from 'kysely';
import { lockName, statements, type Transaction } from '#db/transaction.ts';
import type { Series } from '../domain/series.ts';

/**
 * Waits until the team issues no other document. Read the time afterwards: within a series, later numbers then never
 * have earlier dates.
 */
export const lockNumbers = (em: Transaction, teamId: number): Promise<void> =>
  lockName(em, `invoices of team ${teamId}`);

/** Returns the next number of a series. It's taken only if the transaction commits, so a failure leaves no gap. */
export async function nextNumber(
  em: Transaction,
  { teamId, series, year }: { readonly teamId: number; readonly series: Series; readonly year: number },
): Promise<number> {
  const { rows } = await sql<{ readonly last: number }>`
    INSERT INTO checkout.invoice_series AS s (team_id, series, year, last) VALUES (${teamId}, ${series}, ${year}, 1)
    ON CONFLICT (team_id, series, year) DO UPDATE SET last = s.last + 1
    RETURNING last`.execute(statements(em));
  const [row] = rows;
  if (!row) throw new Error('The series has no next number.');
  return row.last;
}
