import { createHmac } from 'node:crypto';
import { type NotNull, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { tables } from '../../store/tables.ts';
import { CHALLENGE_TTL_MS, type Passkey, type RelyingParty, relyingPartyAt } from '../domain/passkeys.ts';

/** Expected response to a challenge: a new passkey, or an existing one's signature. */
export type ChallengePurpose = 'create' | 'get';

/** Returns the platform's relying party, always from the settings and never from a request. */
export const relyingParty = (ctx: SubgraphContext): RelyingParty => relyingPartyAt(platformOrigin(ctx));

/** Returns an account's id for its authenticators: bytes that reveal nothing about it. */
export function userHandle({ vault }: SubgraphContext, accountId: number): Uint8Array<ArrayBuffer> {
  const [key] = vault.derive('passkey-user');
  return new Uint8Array(createHmac('sha256', key).update(String(accountId)).digest());
}

/**
 * Stores a session's challenge for 5 minutes, ending an earlier one for that purpose. False if the session
 * has ended.
 */
export async function keepChallenge(
  ctx: SubgraphContext,
  em: Transaction,
  {
    sessionId,
    purpose,
    challenge,
  }: { readonly sessionId: number; readonly purpose: ChallengePurpose; readonly challenge: string },
): Promise<boolean> {
  const expiresAt = new Date(ctx.clock.now().getTime() + CHALLENGE_TTL_MS);
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO apps.passkey_challenges (session_id, purpose, challenge, expires_at)
    SELECT id, ${purpose}, ${challenge}, ${expiresAt} FROM apps.host_sessions WHERE id = ${sessionId} FOR KEY SHARE
    ON CONFLICT (session_id, purpose) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(
    statements(em),
  );
  return numAffectedRows > 0n;
}

/** Uses a session's challenge, whether the response is correct or not; null if it has none. */
export async function takeChallenge(
  ctx: SubgraphContext,
  em: Transaction,
  sessionId: number,
  purpose: ChallengePurpose,
): Promise<string | null> {
  const taken = await tables(em)
    .deleteFrom('passkey_challenges')
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expiresAt'])
    .executeTakeFirst();
  return taken && taken.expiresAt > ctx.clock.now() ? taken.challenge : null;
}

interface PasskeyRow extends Passkey {
  readonly id: number;
}

/** Returns an account's passkeys with their rows locked. */
export async function findPasskeys(em: Transaction, accountId: number): Promise<readonly PasskeyRow[]> {
  const rows = await tables(em)
    .selectFrom('factors')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'passkey')
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ credentialId: NotNull; publicKey: NotNull; counter: NotNull; transports: NotNull }>()
    .execute();
  return rows.map((row) => ({ ...row, publicKey: new Uint8Array(row.publicKey) }));
}
