import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { PaymentApp } from '../../generated.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';

/** The payment apps of the team payments asks for: active installs whose version says where payment sessions go. */
export async function findPaymentApps(ctx: IslandContext): Promise<readonly PaymentApp[]> {
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  const { rows } = await sql<PaymentApp>`
    SELECT i.id AS "installId", a.slug, a.name, t.slug AS team, i.is_dev_install AS "isDevInstall",
      'refunds' = ANY (i.capabilities) AND v.manifest->>'refundSessionUrl' IS NOT NULL AS refunds
    FROM apps.installs i
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE i.team_id = ${teamId} AND i.is_active AND a.type = 'payment'
      AND v.manifest->>'paymentSessionUrl' IS NOT NULL
    ORDER BY i.installed_at, i.id`.execute(statements(ctx));
  return rows;
}
