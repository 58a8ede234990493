import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { utcDate } from '../domain/periods.ts';
import { billedMonth, dueAt, numberOf, statementOf } from '../domain/statements.ts';
import { findPlatformTeam } from '../queries/platform-team.ts';
import { failuresOf, forEachApart, reportFailures } from '../steps/for-each-apart.ts';
import { mailStatement } from '../steps/mail-statement.ts';
import { lockUnbilled, putOnInvoice } from '../store/charges.ts';
import { AppInvoice } from '../store/entities.ts';
import { nextNumber } from '../store/invoice-series.ts';
import { partyOf } from '../store/parties.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';

/**
 * Issues the statements for last month, after its periods have ended: one per team and currency. Amounts that are too
 * little to be paid, and credits, wait for a later statement. Safe to repeat and to run concurrently. Throws at the end if
 * a team's failed; without its renewal, a team gets no statement yet, which would lack the last charges.
 */
export async function issueStatements(ctx: SubgraphContext): Promise<void> {
  const unrenewed = await failuresOf(renewSubscriptions(ctx));
  const { month, until } = billedMonth(utcDate(ctx.clock.now()));
  const { rows } = await sql<OfTeam>`
    SELECT c.team_id AS "teamId", c.currency FROM apps.charges c
    WHERE c.invoice_id IS NULL AND c.day < ${until.toString()}::date AND NOT EXISTS (
      SELECT FROM apps.app_invoices i
      WHERE i.team_id = c.team_id AND i.currency = c.currency AND i.month = ${month.toString()}::date AND i.kind = 'statement')
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(statements(ctx));
  const platformTeam = await findPlatformTeam(ctx);
  const waiting = new Set(unrenewed.map(({ teamId }) => teamId));
  const billed = rows.filter(({ teamId }) => !waiting.has(teamId));
  const unissued = await forEachApart(ctx, billed, (of) =>
    inTransaction(ctx, (em) => issue(ctx, em, { ...of, month, until, platformTeam })),
  );
  reportFailures([...unrenewed, ...unissued]);
}

interface OfTeam {
  readonly teamId: number;
  readonly currency: string;
}

interface Billing extends OfTeam {
  readonly month: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  /** The issuing operator's team, if it has one. */
  readonly platformTeam: number | null;
}

async function issue(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, currency, month, until, platformTeam }: Billing,
): Promise<void> {
  const charges = await lockUnbilled(em, { teamId, currency, until: until.toString() });
  const taxThousandths = ctx.config.platformTaxThousandths;
  const statement = statementOf(charges, { currency, taxThousandths });
  if (!statement) return;
  const issuedAt = ctx.clock.now();
  const year = utcDate(issuedAt).year;
  // Concurrent issuers wait here for each other's number.
  const number = numberOf('statement', year, await nextNumber(em, { kind: 'statement', year }));
  const invoice = em.create(AppInvoice, {
    ...statement,
    teamId,
    currency,
    kind: 'statement',
    number,
    status: 'open',
    month: month.toString(),
    issuedAt,
    dueAt: dueAt(issuedAt),
    permalinkId: newUuid(),
    issuer: platformTeam === null ? null : await partyOf(em, platformTeam),
    recipient: await partyOf(em, teamId),
  });
  await em.flush();
  await putOnInvoice(em, charges, invoice.id);
  await mailStatement(ctx, em, 'statement-issued', { invoice });
}
