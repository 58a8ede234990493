import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Refused, refuse } from '../../errors.ts';

/** The session of the panel that asks; 0 for anyone who has none. */
export const ownSessionId = ({ viewer }: Pick<SubgraphContext, 'viewer'>): number =>
  viewer.kind === 'hostUser' ? viewer.sessionId : 0;

/**
 * Refuses with `STEP_UP_REQUIRED` unless the session's password or second factor was shown within the last 10 minutes; null if it was
 * (docs/interface/accounts.md#security).
 */
export async function refuseUnlessElevated(ctx: SubgraphContext): Promise<Refused | null> {
  const { rows } = await sql`
    SELECT 1 FROM apps.host_sessions WHERE id = ${ownSessionId(ctx)} AND elevated_until > ${ctx.clock.now()}`.execute(
    statements(ctx),
  );
  if (rows.length > 0) return null;
  return refuse(
    'STEP_UP_REQUIRED',
    'Sign in again to do this: your last sign-in was more than 10 minutes ago.',
  );
}
