import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { Task } from './entities.ts';

interface Row {
  readonly ms: number;
}

/**
 * Returns the change instant for a team's tasks. Until the transaction ends, lists with `updatedSince` see
 * that a change is in progress (docs/interface/graphql.md#lists), without waiting for it. Call it after
 * locking rows, never before.
 */
export async function changeInstant(em: Transaction, teamId: number): Promise<Date> {
  const { rows } = await sql<Row>`
    SELECT (extract(epoch FROM tasks.change_instant(${teamId}::integer)) * 1000)::float8 AS ms`.execute(
    statements(em),
  );
  return instantIn(rows);
}

/**
 * Returns the change instant for a change that may affect a property's readiness: waits for the property's
 * turn and holds it until the transaction ends. Each turn is later than the previous one.
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
  if (!row) throw new Error("A task's change has no instant.");
  return new Date(row.ms);
}
