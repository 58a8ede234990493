import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { recordMetric } from '#kit/metrics.ts';
import { toMajor } from '../domain/amounts.ts';
import { MOVES } from '../domain/session-states.ts';
import type { StatementToPayQuery } from '../operations/generated.ts';
import { PaymentSession } from './entities.ts';
import { withOutcome } from './insert-session.ts';

/** A statement, as payments reads it. */
export type DueStatement = NonNullable<StatementToPayQuery['appInvoiceByPermalink']>;

interface Attempt {
  readonly statement: DueStatement & { readonly payeeTeamId: string };
  readonly app: DueStatement['paymentApps'][number];
  /** Page to which the payer returns. */
  readonly returnUrl: string;
}

/** A session's lifetime: a later choice opens another session. */
const LIFETIME_MS = 24 * 3_600_000;

/** Finds or creates the statement's open session for an app; null if it ended concurrently. */
export async function insertStatementSession(
  ctx: SubgraphContext,
  { statement, app, returnUrl }: Attempt,
): Promise<{ readonly session: PaymentSession; readonly isNew: boolean } | null> {
  const id = newUuid();
  const now = ctx.clock.now();
  const em = reader(ctx);
  const statementId = Number(statement.id);
  const installId = Number(app.installId);
  const endsAt = new Date(now.getTime() + LIFETIME_MS);
  const request = JSON.stringify({ payment_session: describe(id, { statement, app, returnUrl }, endsAt) });
  const { rows } = await sql`
    INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, statement_id, statement_number, amount, currency,
      test, status, request, expires_at, created_at, updated_at)
    VALUES (${id}, ${Number(statement.payeeTeamId)}, ${installId}, ${app.slug}, ${app.name}, ${statementId}, ${statement.number},
      ${statement.amountDue}, ${statement.currency}, false, 'INITIATED', ${request}, ${endsAt}, ${now}, ${now})
    ON CONFLICT DO NOTHING
    RETURNING 1
  `.execute(statements(em));
  recordMetric('paymentSession', { state: 'INITIATED' }, rows.length);
  const open = { status: { $in: [...MOVES.pend.from] } };
  const session = await em.findOne(PaymentSession, { statementId, installId, ...open });
  return session && { session, isNew: rows.length > 0 };
}

/**
 * Builds the `payment_session` for an app, with wire-format keys. It contains nothing about the paying team
 * (docs/interface/payments.md#statements).
 */
const describe = (id: string, { statement, app, returnUrl }: Attempt, endsAt: Date) => ({
  id,
  test: false,
  amount: toMajor(statement.amountDue, statement.currency),
  currency: statement.currency,
  team: app.team,
  statement: { id: Number(statement.id), number: statement.number },
  return_url: withOutcome(returnUrl, 'returned'),
  cancel_url: withOutcome(returnUrl, 'canceled'),
  expires_at: endsAt.toISOString(),
});
