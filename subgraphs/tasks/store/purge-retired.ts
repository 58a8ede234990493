import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** Retired task types shown to the host per app. */
const KEPT = 50;

/** Deletes an app's retired task types that have no tasks, beyond the number shown to the host. */
export async function purgeRetired(em: Transaction, teamId: number, app: string): Promise<void> {
  await sql`
    DELETE FROM tasks.task_type WHERE team_id = ${teamId} AND key IN (
      SELECT key FROM tasks.task_type type
      WHERE team_id = ${teamId} AND app = ${app} AND state = 'retired'
        AND NOT EXISTS (SELECT FROM tasks.task t WHERE t.team_id = type.team_id AND t.task_type = type.key)
      ORDER BY key OFFSET ${KEPT}
    )`.execute(statements(em));
}
