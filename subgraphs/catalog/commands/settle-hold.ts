import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { readModelOf } from '../read-model/read-model.ts';
import { reachOf } from '../viewer-rights.ts';

/**
 * Gives the held nights of a checkout back. Safe to repeat. False when nothing was held, or when it is confirmed.
 * Spec: "Booking hold".
 */
export function releaseStay(ctx: IslandContext, checkoutId: string): Promise<boolean> {
  return settleHold(ctx, checkoutId, 'released');
}

/** Turns the held nights of a checkout into confirmed ones. Safe to repeat. False when they were released. Spec: "Booking hold". */
export function confirmStay(ctx: IslandContext, checkoutId: string): Promise<boolean> {
  return settleHold(ctx, checkoutId, 'confirmed');
}

/** One statement, locks in order (db/migrations, catalog-holds). Another storefront's or team's hold is not found. */
async function settleHold(
  ctx: IslandContext,
  checkoutId: string,
  state: 'released' | 'confirmed',
): Promise<boolean> {
  if (!isUuid(checkoutId)) return false;
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const { rows } = await sql<{ settled: boolean }>`SELECT catalog.settle_hold(
    ${checkoutId}::uuid, ${state}, ${storefrontId}::int, ${teamId}::int) AS settled`.execute(statements(ctx));
  readModelOf(ctx).nightsChanged();
  return rows[0]?.settled ?? false;
}
