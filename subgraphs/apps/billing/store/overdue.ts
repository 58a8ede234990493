import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { SubscriptionStatus } from '../domain/subscription-states.ts';
import { AppInvoice, type Subscription } from './entities.ts';

/** A team's oldest unpaid statement with an app's or theme's charges, and the names of its apps with these statuses. */
export async function findOverdue(
  em: Transaction,
  { teamId, appId, themeId }: Pick<Subscription, 'teamId' | 'appId' | 'themeId'>,
  statuses: readonly SubscriptionStatus[],
): Promise<{ readonly invoice: AppInvoice; readonly apps: readonly string[] }> {
  const { rows } = await sql<{ readonly id: number; readonly apps: readonly string[] }>`
    SELECT i.id, ARRAY(
      SELECT a.name FROM apps.apps a WHERE a.id IN (
        SELECT c.app_id FROM apps.charges c JOIN apps.subscriptions s ON s.team_id = c.team_id AND s.app_id = c.app_id
        WHERE c.invoice_id = i.id AND s.status = ANY (${[...statuses]}::text[])) ORDER BY a.name) AS apps
    FROM apps.app_invoices i
    WHERE i.team_id = ${teamId} AND i.status = 'open'
      AND EXISTS (SELECT FROM apps.charges c WHERE c.invoice_id = i.id AND (c.app_id = ${appId ?? null} OR c.theme_id = ${themeId ?? null}))
    ORDER BY i.due_at, i.id LIMIT 1`.execute(statements(em));
  const [found] = rows;
  if (!found) throw new Error('There is no unpaid statement.');
  return { invoice: await em.findOneOrFail(AppInvoice, { id: found.id }), apps: found.apps };
}
