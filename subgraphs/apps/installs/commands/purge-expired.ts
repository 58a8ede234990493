import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { purgeTeamEvents } from '#db/team-events.ts';
import { statements } from '#db/transaction.ts';
import { purgeAccounts } from '../../identity/store/purge-accounts.ts';

/** Codes are kept this long after they expired, so that a late replay still revokes what they gave; revoked tokens as long. */
const ENDED_KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Deletes what ended: sessions and sign-in windows at once, invitations, codes and revoked tokens after 30 days, audit events
 * after 400, and links, mails and unconfirmed accounts. Safe to repeat.
 */
export async function purgeExpired(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const longAgo = new Date(now.getTime() - ENDED_KEPT_MS);
  const db = statements(ctx);
  await sql`DELETE FROM apps.host_sessions WHERE expires_at <= ${now}`.execute(db);
  await sql`DELETE FROM apps.sign_in_failures WHERE ends_at <= ${now}`.execute(db);
  await sql`DELETE FROM apps.team_invitations WHERE coalesce(ended_at, expires_at) <= ${longAgo}`.execute(db);
  await purgeTeamEvents(ctx);
  await purgeAccounts(ctx);
  await sql`DELETE FROM apps.runtime_tokens WHERE revoked_at <= ${longAgo}`.execute(db);
  await sql`DELETE FROM apps.access_tokens WHERE revoked_at <= ${longAgo}`.execute(db);
  await sql`DELETE FROM apps.authorization_codes WHERE expires_at <= ${longAgo}`.execute(db);
}
