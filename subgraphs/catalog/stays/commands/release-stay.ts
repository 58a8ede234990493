import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { type Metrics, recordMetric } from '#kit/metrics.ts';
import { reachOf } from '../../access.ts';
import { ANNOUNCE_AVAILABILITY } from '../../rates/commands/announce-availability.ts';

/**
 * Releases a checkout's held nights. Safe to repeat. False if there was no hold, or if it's confirmed. See
 * docs/interface/checkout.md#holds.
 */
export function releaseStay(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  return endHold(ctx, holdId, 'released');
}

/**
 * Confirms a checkout's held nights. Safe to repeat. False if they were released. See
 * docs/interface/checkout.md#holds.
 */
export function confirmStay(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  return endHold(ctx, holdId, 'confirmed');
}

/**
 * Releases a checkout's nights, including confirmed ones: its booking is cancelled. Safe to repeat. False if
 * no nights were taken.
 */
export function cancelStay(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const call = sql`catalog.cancel_stay(${holdId}::uuid, ${storefrontId}::int, ${teamId}::int)`;
  return end(ctx, holdId, 'cancelled', call);
}

/** Changes a hold's expiry. Safe to repeat. False if there is no hold. */
export async function keepStay(ctx: SubgraphContext, holdId: string, until: Date): Promise<boolean> {
  if (!isUuid(holdId)) return false;
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const { numAffectedRows = 0n } = await sql`
    UPDATE catalog.stay_holds h SET held_until = ${until} FROM catalog.storefront s
    WHERE h.id = ${holdId}::uuid AND h.state = 'held' AND s.id = h.storefront_id
      AND (${storefrontId}::int IS NULL OR s.id = ${storefrontId}::int)
      AND (${teamId}::int IS NULL OR s.team_id = ${teamId}::int)`.execute(statements(ctx));
  return numAffectedRows > 0n;
}

/**
 * A single statement that locks in order (db/migrations, catalog-holds). Holds from another storefront or
 * team aren't found.
 */
function endHold(ctx: SubgraphContext, holdId: string, state: 'released' | 'confirmed'): Promise<boolean> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  return end(
    ctx,
    holdId,
    state,
    sql`catalog.end_hold(${holdId}::uuid, ${state}, ${storefrontId}::int, ${teamId}::int)`,
  );
}

async function end(
  ctx: SubgraphContext,
  holdId: string,
  outcome: Metrics['hold']['outcome'],
  call: RawBuilder<unknown>,
): Promise<boolean> {
  if (!isUuid(holdId)) return false;
  const { rows } = await sql<{ done: boolean }>`SELECT ${call} AS done`.execute(statements(ctx));
  ctx.services.catalog.readModel.nightsChanged();
  if (!rows[0]?.done) return false;
  recordMetric('hold', { outcome });
  ctx.db.wakeup.wake([ANNOUNCE_AVAILABILITY]);
  return true;
}
