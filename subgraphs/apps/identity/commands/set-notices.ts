import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { readUnsubscribeToken } from '../../emails/outbox/unsubscribe-link.ts';
import type { NoticeSubscription } from '../../generated.ts';
import { tables } from '../../store/tables.ts';

/**
 * Finds a member's subscription to a notice by an unsubscribe link's token; null if the link isn't ours or
 * the member has left.
 */
export async function findNoticeSubscription(
  ctx: SubgraphContext,
  token: string,
): Promise<NoticeSubscription | null> {
  const notice = readUnsubscribeToken(ctx, token);
  if (!notice) return null;
  const member = await tables(reader(ctx))
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.teamId')
    .select(['t.name as team', 'm.muted'])
    .where('m.accountId', '=', notice.accountId)
    .where('m.teamId', '=', notice.teamId)
    .executeTakeFirst();
  return member ? { team: member.team, kind: notice.kind, muted: member.muted.includes(notice.kind) } : null;
}

/** Unsubscribes a member from a notice, or subscribes them again. Safe to repeat. */
export async function setNotices(
  ctx: SubgraphContext,
  token: string,
  muted: boolean,
): Promise<NoticeSubscription | null> {
  const notice = readUnsubscribeToken(ctx, token);
  if (!notice) return null;
  const { accountId, teamId, kind } = notice;
  await sql`UPDATE apps.memberships
    SET muted = array_remove(muted, ${kind}::text) || CASE WHEN ${muted} THEN ARRAY[${kind}::text] ELSE '{}' END
    WHERE account_id = ${accountId} AND team_id = ${teamId}`.execute(statements(ctx));
  return findNoticeSubscription(ctx, token);
}
