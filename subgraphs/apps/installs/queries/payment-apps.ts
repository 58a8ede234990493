import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { PaymentApp } from '../../generated.ts';
import { runningInstalls } from '../store/running-version.ts';

/** Returns a team's payment apps: active installs whose version has a payment session URL. */
export const findPaymentApps = async (ctx: SubgraphContext, teamId: string): Promise<readonly PaymentApp[]> =>
  (await appsByTeam(ctx, parseId(teamId) ?? 0)) ?? [];

/** Returns the payment apps of payments' current team; empty for any other viewer. */
export const findOwnPaymentApps = async (ctx: SubgraphContext): Promise<readonly PaymentApp[]> =>
  ctx.viewer.kind === 'payments' ? findPaymentApps(ctx, String(ctx.viewer.teamId)) : [];

const appsByTeam = batch<number, PaymentApp[]>(async (ctx, teamIds) => {
  const rows = await runningInstalls(reader(ctx))
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .select(['i.teamId', 'i.id as installId', 'a.slug', 'a.name', 't.slug as team', 'i.isDevInstall'])
    .select(TAKES_REFUNDS.as('refunds'))
    .where('i.teamId', 'in', teamIds)
    .where('i.isActive', '=', true)
    .where('a.type', '=', 'payment')
    .where(sql`v.manifest->>'paymentSessionUrl'`, 'is not', null)
    .orderBy('i.installedAt')
    .orderBy('i.id')
    .execute();
  return Map.groupBy(rows, ({ teamId }) => teamId);
});

const TAKES_REFUNDS: RawBuilder<boolean> = sql`('refunds' = ANY (i.capabilities)
  AND v.manifest->>'refundSessionUrl' IS NOT NULL)`;
