import type { SubgraphContext } from '#db/context.ts';
import { storedMoves } from '#db/jobs/lease-states.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** An email's moves in the outbox. A lease ends at `claimedUntil`. */
export const MAIL_MOVES = storedMoves({
  waiting: 'queued',
  leased: 'queued',
  done: 'sent',
  given_up: 'failed',
});

/** Maximum emails per scan. */
const MOST_SCANNED = 100;

/** Finds waiting emails in due order; each recipient has its own share. */
export async function scanMails(
  ctx: Pick<SubgraphContext, 'db' | 'config'>,
  { shares, ids }: LeftOut<string>,
): Promise<readonly WaitingItem<string>[]> {
  if (ctx.config.mailUrl === null) return [];
  const rows = await tables(reader(ctx))
    .selectFrom('mails')
    .select(['id', 'recipient as share', 'dueAt', 'claimedUntil'])
    .where('status', '=', MAIL_MOVES.claim.from)
    .$if(shares.length > 0, (waiting) => waiting.where('recipient', 'not in', [...shares]))
    .$if(ids.length > 0, (waiting) => waiting.where('id', 'not in', [...ids]))
    .orderBy('dueAt')
    .orderBy('id')
    .limit(MOST_SCANNED)
    .execute();
  return rows.map(({ dueAt, claimedUntil, ...row }) => ({
    ...row,
    at: claimedUntil && claimedUntil > dueAt ? claimedUntil : dueAt,
  }));
}
