import type { SubgraphContext } from '#db/context.ts';
import { type Egress, openEgress } from '#kit/http.ts';

/** One way out per process. */
const EGRESS = new WeakMap<SubgraphContext['db'], Egress>();

/** The way out for calls that someone waits for. Its idle sockets keep no process alive. */
export function egressOf(ctx: Pick<SubgraphContext, 'db' | 'config'>): Egress {
  const known = EGRESS.get(ctx.db);
  if (known) return known;
  const opened = openEgress({ allowPrivate: ctx.config.webhookAllowPrivate });
  EGRESS.set(ctx.db, opened);
  return opened;
}
