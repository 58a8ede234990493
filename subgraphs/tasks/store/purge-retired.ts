import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';

/** So many retired kinds of task of one app are shown to the host. */
const KEPT = 50;

/** Deletes retired kinds of task of an app that no task is of, beyond those a host can look through. */
export async function purgeRetired(em: Transaction, teamId: number, app: string): Promise<void> {
  await sql`
    DELETE FROM tasks.task_type WHERE team_id = ${teamId} AND key IN (
      SELECT key FROM tasks.task_type type
      WHERE team_id = ${teamId} AND app = ${app} AND state = 'retired'
        AND NOT EXISTS (SELECT FROM tasks.task t WHERE t.team_id = type.team_id AND t.task_type = type.key)
      ORDER BY key OFFSET ${KEPT}
    )`.execute(statements(em));
}
