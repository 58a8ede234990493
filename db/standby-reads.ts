import { isUnavailable } from '#kit/unavailable.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { SubgraphContext } from './context.ts';

/** The viewer's team, whose changes a viewer expects to see. */
const teamOf = (viewer: Viewer): number | null => ('teamId' in viewer ? viewer.teamId : null);

/** Reports a viewer's change, which the team's reads from the standby then include. */
export function changedBy({ db }: Pick<SubgraphContext, 'db'>, viewer: Viewer): void {
  const teamId = teamOf(viewer);
  if (teamId !== null) db.standby?.changed(teamId);
}

/**
 * Reads data that may be a little old: from the standby if there is one that's young enough, otherwise from the primary.
 * `work` runs again on the primary if the standby fails it.
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

/**
 * Errors that only a standby has: it's down or restarting, cancels a statement for its recovery, can't write, or lacks a
 * migration.
 */
const isStandbys = (error: unknown): boolean =>
  isUnavailable(error) || ['40001', '40P01', '25006', '42703', '42P01', '42883'].includes(codeOf(error));

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
