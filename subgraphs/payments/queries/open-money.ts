import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** Whether a payment of the host's team may still arrive, or a refund is not with its guest yet. */
export async function hasOpenMoney(ctx: SubgraphContext): Promise<boolean> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const { rows } = await sql<{ readonly open: boolean }>`
    SELECT EXISTS (SELECT 1 FROM payments.session
        WHERE team_id = ${teamId}::int AND status IN ('INITIATED', 'REDIRECTED', 'PENDING'))
      OR EXISTS (SELECT 1 FROM payments.refund
        WHERE team_id = ${teamId}::int AND status IN ('INITIATED', 'REQUESTED')) AS open`.execute(
    statements(ctx),
  );
  return rows[0]?.open ?? false;
}
