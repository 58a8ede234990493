import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/**
 * Waits for the team's turn and returns its instant, later than that of every change the team committed before. It is held
 * until the transaction ends, so `updated_at` grows in the order in which changes become visible: a client that polls with
 * `updatedSince` cannot miss one that committed late. Taken after row locks, never before them.
 */
export async function takeTurn(em: Transaction, teamId: number): Promise<Date> {
  const { rows } = await sql<{ ms: string }>`
    INSERT INTO tasks.turn AS last (team_id, at) VALUES (${teamId}, clock_timestamp())
    ON CONFLICT (team_id) DO UPDATE
      SET at = greatest(clock_timestamp()::timestamptz(3), last.at + interval '1 millisecond')
    RETURNING (extract(epoch FROM at) * 1000)::bigint::text AS ms`.execute(statements(em));
  const [row] = rows;
  if (!row) throw new Error(`Team ${teamId} was given no turn.`);
  return new Date(Number(row.ms));
}
