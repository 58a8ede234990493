import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE, type Refused } from '../../errors.ts';
import { writeMail } from '../mail/outbox.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { endAccess, endSessions } from '../store/end-access.ts';
import { endLinks, findLink, useLink } from '../store/mail-tokens.ts';
import { newPasswordHash } from '../store/new-account.ts';

export interface NewPassword {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly password: string;
  /** Network address of who follows it. */
  readonly address: string;
}

/** How many access tokens still work, where the password was changed. */
export type PasswordReset = Refused & { readonly accessTokens?: number };

interface ResetAccount {
  readonly email: string;
  readonly name: string;
  readonly wasVerified: boolean;
}

/**
 * Sets a new password by a mailed link, which proves the address too. Every session and every other link of the account ends; access
 * tokens stay, but for those made before anyone had confirmed the address. Refuses with `LINK_OVER`, `INVALID` or `BUSY`.
 */
export async function resetPassword(ctx: SubgraphContext, given: NewPassword): Promise<PasswordReset> {
  const { tokenHash, password, address } = given;
  if (!(await findLink(ctx, 'reset', tokenHash))) return LINK_OVER;
  const hashed = await newPasswordHash(password);
  if (typeof hashed !== 'string') return hashed;
  return inTransaction(ctx, async (em): Promise<PasswordReset> => {
    const db = em.getKysely<unknown>();
    const link = await useLink(ctx, em, 'reset', tokenHash);
    if (!link?.accountId) return LINK_OVER;
    const { accountId } = link;
    const { rows } = await sql<ResetAccount>`
      UPDATE apps.accounts AS a SET password_hash = ${hashed}, password_disputed = false, status = 'active',
        verified_at = coalesce(a.verified_at, ${ctx.clock.now()})
      FROM (SELECT id, verified_at FROM apps.accounts WHERE id = ${accountId} FOR UPDATE) AS earlier
      WHERE a.id = earlier.id AND a.status IN ('unverified', 'active')
      RETURNING a.email, a.name, earlier.verified_at IS NOT NULL AS "wasVerified"`.execute(db);
    const [account] = rows;
    if (!account) return LINK_OVER;
    if (account.wasVerified) await endSessions(em, accountId);
    else await endAccess(ctx, em, accountId);
    await endLinks(em, accountId, ['verify', 'reset', 'change']);
    await recordAccountEvent(ctx, em, { accountId, kind: 'password.reset', address });
    const { email: to, name } = account;
    await writeMail(ctx, em, { key: `reset-done/${link.id}`, to, template: 'reset-done', params: { name } });
    const { rows: tokens } = await sql`
      SELECT 1 FROM apps.access_tokens WHERE account_id = ${accountId} AND revoked_at IS NULL`.execute(db);
    return { accessTokens: tokens.length, userErrors: NONE };
  });
}
