import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { Minor } from '#kit/money.ts';
import { MOST_REVERSALS } from '../domain/reversals.ts';
import { PaymentSession, Refund, Reversal } from '../store/entities.ts';
import { leftByRefund } from '../store/reversals.ts';
import { tables } from '../store/tables.ts';

/** Maximum number of refunds per statement. */
const MOST_REFUNDS = 20;

/**
 * Lists a statement's refunds that the payment app couldn't make and that aren't paid back yet, oldest first. For
 * operators, whatever team they selected (`@access`).
 */
export async function findFailedRefunds(ctx: SubgraphContext, statement: string): Promise<readonly Refund[]> {
  const failed = (await failedByStatement(ctx, parseWideId(statement) ?? 0)) ?? [];
  const left = await Promise.all(failed.map((refund) => amountLeft(ctx, refund)));
  return failed.filter((_refund, place) => left[place] !== 0);
}

/** Lists a statement's failed refunds that an operator paid back by hand, oldest first. */
export const findPaidBackRefunds = async (
  ctx: SubgraphContext,
  statement: string,
): Promise<readonly Refund[]> => (await paidBackByStatement(ctx, parseWideId(statement) ?? 0)) ?? [];

const refundsByStatement = (which: RawBuilder<boolean>) =>
  batch<number, Refund[]>(async (ctx, ids) => {
    const found = await tables(reader(ctx))
      .selectFrom(
        sql<{ id: string; statementId: number }>`(SELECT r.id, s.id::float8 AS "statementId"
        FROM unnest(${[...ids]}::bigint[]) AS s (id)
        CROSS JOIN LATERAL (
          SELECT refund.id FROM payments.session
          JOIN payments.refund ON refund.session_id = session.id
          WHERE session.statement_id = s.id AND ${which}
          ORDER BY refund.created_at, refund.id LIMIT ${MOST_REFUNDS}
        ) r)`.as('found'),
      )
      .select(['found.id', 'found.statementId'])
      .execute();
    if (found.length === 0) return new Map();
    const refunds = await reader(ctx).find(
      Refund,
      { id: { $in: found.map(({ id }) => id) } },
      { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    );
    const statementOf = new Map(found.map(({ id, statementId }) => [id, statementId]));
    return Map.groupBy(refunds, ({ id }) => statementOf.get(id) ?? 0);
  });

const failedByStatement = refundsByStatement(
  sql`refund.status IN ('MANUAL', 'REJECTED') AND refund.paid_back_at IS NULL`,
);
const paidBackByStatement = refundsByStatement(sql`refund.paid_back_at IS NOT NULL`);

/** Returns a failed refund's part that isn't paid back yet; 0 for any other refund. */
export const amountLeft = async (
  ctx: SubgraphContext,
  { id, sessionId }: Pick<Refund, 'id' | 'sessionId'>,
): Promise<Minor> => (await leftBySession(ctx, sessionId))?.get(id) ?? 0;

const leftBySession = batch<string, ReadonlyMap<string, Minor>>(async (ctx, ids) => {
  const em = reader(ctx);
  const sessions = await em.find(PaymentSession, { id: { $in: [...ids] }, statementId: { $ne: null } });
  const ofStatements = { sessionId: { $in: sessions.map(({ id }) => id) } };
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
  const refunds = await em.find(Refund, ofStatements, { orderBy: [...orderBy] });
  const reversals = await em.find(Reversal, ofStatements);
  const refundsOf = Map.groupBy(refunds, ({ sessionId }) => sessionId);
  const reversalsOf = Map.groupBy(reversals, ({ sessionId }) => sessionId);
  return new Map(
    sessions.map((session) => {
      const { id } = session;
      const payment = {
        session,
        reversals: reversalsOf.get(id) ?? [],
        refunds: refundsOf.get(id) ?? [],
      };
      return [id, leftByRefund(payment)];
    }),
  );
});

/** Lists a statement's disputes and outside refunds, oldest first. */
export const findReversals = async (ctx: SubgraphContext, statement: string): Promise<readonly Reversal[]> =>
  (await reversalsByStatement(ctx, parseWideId(statement) ?? 0)) ?? [];

const reversalsByStatement = batch<number, Reversal[]>(async (ctx, ids) => {
  const { rows } = await sql<{
    readonly id: string;
    readonly reference: string;
    readonly statementId: number;
  }>`
    SELECT r.session_id AS id, r.reference, s.id::float8 AS "statementId"
    FROM unnest(${[...ids]}::bigint[]) AS s (id)
    CROSS JOIN LATERAL (
      SELECT found.session_id, found.reference FROM payments.session
      JOIN payments.reversals found ON found.session_id = session.id
      WHERE session.statement_id = s.id ORDER BY found.created_at, found.reference LIMIT ${MOST_REVERSALS}
    ) r`.execute(statements(ctx));
  if (rows.length === 0) return new Map();
  const reversals = await reader(ctx).find(
    Reversal,
    { sessionId: { $in: [...new Set(rows.map(({ id }) => id))] } },
    { orderBy: [{ createdAt: 'asc' }, { reference: 'asc' }] },
  );
  const statementOf = new Map(
    rows.map(({ id, reference, statementId }) => [`${id} ${reference}`, statementId]),
  );
  return Map.groupBy(
    reversals.filter(({ sessionId, reference }) => statementOf.has(`${sessionId} ${reference}`)),
    ({ sessionId, reference }) => statementOf.get(`${sessionId} ${reference}`) ?? 0,
  );
});
