import type { SubgraphContext } from '#db/context.ts';
import { purge } from '#db/history.ts';
import { HISTORY } from '../history.ts';

/** Deletes rows after their retention (docs/reference/history.md). Safe to repeat. */
export const purgeExpired = (ctx: Pick<SubgraphContext, 'db' | 'clock'>): Promise<void> =>
  purge(ctx, HISTORY);
