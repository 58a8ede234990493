import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Happenings, happened } from '#kit/happenings.ts';
import { isUuid } from '#kit/ids.ts';
import { reachOf } from '../../access.ts';
import { ANNOUNCE_AVAILABILITY } from '../../rates/commands/announce-availability.ts';

/**
 * Gives the held nights of a checkout back. Safe to repeat. False when nothing was held, or when it is confirmed.
 * See docs/interface/checkout.md#holds.
 */
export function releaseStay(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  return endHold(ctx, holdId, 'released');
}

/** Turns the held nights of a checkout into confirmed ones. Safe to repeat. False when they were released. See docs/interface/checkout.md#holds. */
export function confirmStay(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  return endHold(ctx, holdId, 'confirmed');
}

/** Gives the nights of a checkout back, confirmed ones too: its booking is cancelled. Safe to repeat. False when none were taken. */
export function cancelStay(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const call = sql`catalog.cancel_stay(${holdId}::uuid, ${storefrontId}::int, ${teamId}::int)`;
  return end(ctx, holdId, 'cancelled', call);
}

/** Notes that a hold ends at another time now. Safe to repeat. False when nothing is held. */
export async function keepStay(ctx: SubgraphContext, holdId: string, until: Date): Promise<boolean> {
  if (!isUuid(holdId)) return false;
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const { numAffectedRows = 0n } = await sql`
    UPDATE catalog.stay_hold h SET held_until = ${until} FROM catalog.storefront s
    WHERE h.checkout_id = ${holdId}::uuid AND h.state = 'held' AND s.id = h.storefront_id
      AND (${storefrontId}::int IS NULL OR s.id = ${storefrontId}::int)
      AND (${teamId}::int IS NULL OR s.team_id = ${teamId}::int)`.execute(statements(ctx));
  return numAffectedRows > 0n;
}

/** One statement, locks in order (db/migrations, catalog-holds). Another storefront's or team's hold is not found. */
function endHold(ctx: SubgraphContext, holdId: string, state: 'released' | 'confirmed'): Promise<boolean> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  return end(
    ctx,
    holdId,
    state,
    sql`catalog.settle_hold(${holdId}::uuid, ${state}, ${storefrontId}::int, ${teamId}::int)`,
  );
}

async function end(
  ctx: SubgraphContext,
  holdId: string,
  outcome: Happenings['hold']['outcome'],
  call: RawBuilder<unknown>,
): Promise<boolean> {
  if (!isUuid(holdId)) return false;
  const { rows } = await sql<{ done: boolean }>`SELECT ${call} AS done`.execute(statements(ctx));
  ctx.services.catalog.readModel.nightsChanged();
  if (!rows[0]?.done) return false;
  happened('hold', { outcome });
  ctx.db.wakeup.wake([ANNOUNCE_AVAILABILITY]);
  return true;
}
