import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { Task } from './entities.ts';

interface Row {
  readonly ms: number;
}

/**
 * The instant of a change of a team's tasks. Lists that are asked for with `updatedSince` know until the transaction ends that one is
 * under way (docs/interface/graphql.md#lists); no one waits for it. To be asked for after row locks, never before them.
 */
export async function changeInstant(em: Transaction, teamId: number): Promise<Date> {
  const { rows } = await sql<Row>`
    SELECT (extract(epoch FROM tasks.change_instant(${teamId}::integer)) * 1000)::float8 AS ms`.execute(
    statements(em),
  );
  return instantIn(rows);
}

/**
 * The same for a change that may make a property ready for its next guest, or no longer: waits for its turn at the property, and holds
 * it until the transaction ends. Each turn is later than the one before.
 */
export async function takePropertyTurn(
  em: Transaction,
  { teamId, propertyId }: Pick<Task, 'teamId' | 'propertyId'>,
): Promise<Date> {
  const { rows } = await sql<Row>`
    INSERT INTO tasks.property_turn AS last (property_id, at)
    VALUES (${propertyId}, tasks.change_instant(${teamId}::integer))
    ON CONFLICT (property_id) DO UPDATE
      SET at = greatest(tasks.change_instant(${teamId}::integer), last.at + interval '1 millisecond')
    RETURNING (extract(epoch FROM at) * 1000)::float8 AS ms`.execute(statements(em));
  return instantIn(rows);
}

function instantIn([row]: readonly Row[]): Date {
  if (!row) throw new Error('A change of a task was given no instant.');
  return new Date(row.ms);
}
