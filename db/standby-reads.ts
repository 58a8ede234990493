import { isUnavailable } from '#kit/unavailable.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { SubgraphContext } from './context.ts';

/** The team whose changes the viewer expects to see. */
const teamOf = (viewer: Viewer): number | null => ('teamId' in viewer ? viewer.teamId : null);

/** Reports a viewer's change: the team's reads use the standby again once it has the change. */
export function changedBy({ db }: Pick<SubgraphContext, 'db'>, viewer: Viewer): void {
  const teamId = teamOf(viewer);
  if (teamId !== null) db.standby?.changed(teamId);
}

/**
 * Reads data that may be a little old from the standby, or from the primary without a standby that's young enough. If the
 * standby fails, `work` runs again on the primary.
 */
export async function fromStandby<C extends Pick<SubgraphContext, 'db' | 'viewer'>, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const { standby } = ctx.db;
  if (!standby?.serves(teamOf(ctx.viewer))) return work(ctx);
  try {
    return await work({ ...ctx, db: { ...ctx.db, orm: standby.orm } });
  } catch (error) {
    if (!isStandbys(error)) throw error;
    return work(ctx);
  }
}

/** As `fromStandby`, for apps' lists; people see their own changes at once, whichever process served them. */
export const appsFromStandby: typeof fromStandby = (ctx, work) =>
  ctx.viewer.kind === 'app' ? fromStandby(ctx, work) : work(ctx);

/** SQLSTATEs that only a standby returns for a query. */
const STANDBYS = new Set([
  '40001', // cancelled for its recovery
  '40P01', // the same, as a deadlock with its recovery
  '25006', // a write
  // Migrations that it lacks: a column, a table and a function.
  '42703',
  '42P01',
  '42883',
]);

const isStandbys = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof Error && 'code' in error && STANDBYS.has(String(error.code)));
