import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { PaymentApp } from '../../generated.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';

/** The payment apps of a team: active installs whose version shows where payment sessions go. */
export const findPaymentApps = async (ctx: SubgraphContext, teamId: string): Promise<readonly PaymentApp[]> =>
  (await appsByTeam(ctx, parseId(teamId) ?? 0)) ?? [];

/** The same for the team that payments asks for; none for anyone else. */
export const findOwnPaymentApps = async (ctx: SubgraphContext): Promise<readonly PaymentApp[]> =>
  ctx.viewer.kind === 'payments' ? findPaymentApps(ctx, String(ctx.viewer.teamId)) : [];

const appsByTeam = batch<number, PaymentApp[]>(async (ctx, teamIds) => {
  const { rows } = await sql<PaymentApp & { readonly teamId: number }>`
    SELECT i.team_id AS "teamId", i.id AS "installId", a.slug, a.name, t.slug AS team, i.is_dev_install AS "isDevInstall",
      'refunds' = ANY (i.capabilities) AND v.manifest->>'refundSessionUrl' IS NOT NULL AS refunds
    FROM apps.installs i
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE i.team_id = ANY (${[...teamIds]}::integer[]) AND i.is_active AND a.type = 'payment'
      AND v.manifest->>'paymentSessionUrl' IS NOT NULL
    ORDER BY i.installed_at, i.id`.execute(statements(ctx));
  return Map.groupBy(rows, ({ teamId }) => teamId);
});
