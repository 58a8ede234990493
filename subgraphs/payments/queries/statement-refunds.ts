import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { Refund } from '../store/entities.ts';
import { tables } from '../store/tables.ts';

/** Maximum number of refunds per statement. */
const MOST_REFUNDS = 20;

/**
 * Lists the refunds of a statement's payments that the payment app couldn't make, oldest first. For operators, whatever
 * team they selected (`@access`).
 */
export async function findFailedRefunds(ctx: SubgraphContext, statement: string): Promise<readonly Refund[]> {
  return (await failedByStatement(ctx, parseWideId(statement) ?? 0)) ?? [];
}

const failedByStatement = batch<number, Refund[]>(async (ctx, statements) => {
  const failed = await tables(reader(ctx))
    .selectFrom(
      sql<{ id: string; statementId: number }>`(SELECT r.id, s.id::float8 AS "statementId"
        FROM unnest(${[...statements]}::bigint[]) AS s (id)
        CROSS JOIN LATERAL (
          SELECT refund.id FROM payments.session
          JOIN payments.refund ON refund.session_id = session.id
          WHERE session.statement_id = s.id AND refund.status IN ('MANUAL', 'REJECTED')
          ORDER BY refund.created_at, refund.id LIMIT ${MOST_REFUNDS}
        ) r)`.as('failed'),
    )
    .select(['failed.id', 'failed.statementId'])
    .execute();
  if (failed.length === 0) return new Map();
  const refunds = await reader(ctx).find(
    Refund,
    { id: { $in: failed.map(({ id }) => id) } },
    { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  );
  const statementOf = new Map(failed.map(({ id, statementId }) => [id, statementId]));
  return Map.groupBy(refunds, ({ id }) => statementOf.get(id) ?? 0);
});
