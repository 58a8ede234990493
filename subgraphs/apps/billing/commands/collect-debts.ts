import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { FREEZE_AFTER_MS, GRACE_MS } from '../domain/subscription-states.ts';
import { forEachApart, reportFailures } from '../steps/for-each-apart.ts';
import { type OwingSubscription, settleDebt } from '../steps/settle-debt.ts';

/**
 * Marks subscriptions with overdue statements as past due, later freezes them, and restores those whose statements are
 * paid. Drops webhooks that waited 14 days for a payment. Safe to repeat and to run concurrently. Throws at the end if a
 * team's failed.
 */
export async function collectDebts(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const overdue = new Date(now.getTime() - GRACE_MS);
  const { rows } = await sql<OwingSubscription>`
    SELECT s.install_id AS "installId", s.id::float8 AS id, s.team_id AS "teamId", s.theme_id AS "themeId"
    FROM apps.subscriptions s WHERE s.status IN ('past_due', 'frozen')
    UNION
    SELECT s.install_id, s.id::float8, s.team_id, s.theme_id FROM apps.app_invoices i
    JOIN apps.charges c ON c.invoice_id = i.id
    JOIN apps.subscriptions s
      ON s.team_id = c.team_id AND (s.app_id = c.app_id OR s.theme_id = c.theme_id) AND s.status = 'active'
    WHERE i.status = 'open' AND i.due_at <= ${overdue}
    ORDER BY 1, 2`.execute(statements(ctx));
  const failures = await forEachApart(ctx, rows, (row) =>
    inTransaction(ctx, (em) => settleDebt(ctx, em, row)),
  );
  await sql`
    UPDATE apps.deliveries d SET status = 'failed', next_attempt_at = NULL, last_error = ${WHY_DROPPED}
    FROM apps.installs i
    WHERE i.frozen_at IS NOT NULL AND d.install_id = i.id AND d.status IN ('pending', 'retrying')
      AND d.created_at < ${new Date(now.getTime() - FREEZE_AFTER_MS)}`.execute(statements(ctx));
  reportFailures(failures);
}

const WHY_DROPPED = 'The subscription was frozen for 14 days.';
