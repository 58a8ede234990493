import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { hearAfterCommit, inTransaction } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import { hashToken } from '#kit/secrets.ts';
import { staysMember } from '../../identity/store/membership.ts';
import { tables } from '../../store/tables.ts';
import { judgeCode } from '../domain/authorization-code.ts';
import { firstProblem } from '../domain/oauth-checks.ts';
import { authenticateClient, type ClientCredentials } from '../queries/authenticate-client.ts';
import { type Granted, grantInstall } from '../store/grant-install.ts';

export interface Redemption extends ClientCredentials {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier?: string | null;
}

/** Why a token endpoint refuses, by the codes of RFC 6749 section 5.2. */
export interface OauthProblem {
  readonly code: 'invalid_request' | 'invalid_client' | 'unauthorized_client' | 'invalid_grant';
  readonly message: string;
}

/** What the app gets, or why it gets nothing. */
export type Redeemed =
  | { readonly granted: Granted; readonly problem: null }
  | { readonly granted: null; readonly problem: OauthProblem };

const refused = (code: OauthProblem['code'], message: string): Redeemed => ({
  granted: null,
  problem: { code, message },
});

/**
 * Exchanges a code for the install it stands for. Checked in order: what is asked of every step, then the code
 * (docs/interface/oauth.md#code). The code's row is locked, so of any number at once one gets the token. One that comes more
 * than 2 s later is a reuse, which revokes it.
 */
export async function redeemCode(ctx: SubgraphContext, redemption: Redemption): Promise<Redeemed> {
  const client = await authenticateClient(ctx, redemption);
  const problem = firstProblem('token', { parameters: null, client });
  if (problem) return refused(problem.error, problem.message);
  if (!client) throw new Error('A client that is not there passes no check.');
  const { code: plain, redirectUri, codeVerifier } = redemption;
  const now = ctx.clock.now();
  return inTransaction(ctx, async (em) => {
    const [code = null] = await lockCode(em, { codeHash: hashToken(plain) });
    const verifierChallenge = codeVerifier ? s256(codeVerifier) : null;
    const verdict = judgeCode(code, { appId: client.appId, redirectUri, verifierChallenge, now });
    if (verdict.kind === 'reused' && code?.runtimeTokenHash) {
      const tokenHash = code.runtimeTokenHash;
      hearAfterCommit(em);
      await tables(em)
        .updateTable('runtime_tokens')
        .set({ revokedAt: now })
        .where('tokenHash', '=', tokenHash)
        .where('revokedAt', 'is', null)
        .execute();
    }
    if (verdict.kind !== 'redeem') return refused('invalid_grant', verdict.message);
    if (!code) throw new Error('A code that is not there cannot be good.');
    if (!(await staysMember(em, code))) {
      return refused('invalid_grant', 'The person who consented is no longer a member of the team.');
    }
    const { teamId, scopes, capabilities, accountId } = code;
    const grant = { app: client.app, teamId, scopes, capabilities, isDevInstall: false };
    const doer = { accountId, installId: null, address: ctx.address ?? null };
    const granted = await grantInstall(ctx, em, grant, doer);
    const runtimeTokenHash = hashToken(granted.token);
    await consumeCode(em, { id: code.id, consumedAt: ctx.clock.now(), runtimeTokenHash });
    return { granted, problem: null };
  });
}

/** The PKCE challenge of a verifier (RFC 7636 section 4.2, S256). */
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const lockCode = prepared(tables, (db, given: Given<{ readonly codeHash: string }>) =>
  db
    .selectFrom('authorization_codes')
    .select(['id', 'appId', 'teamId', 'accountId', 'redirectUri', 'scopes', 'capabilities', 'codeChallenge'])
    .select(['expiresAt', 'consumedAt', 'runtimeTokenHash'])
    .where('codeHash', '=', given.codeHash)
    .forUpdate(),
);

interface Consumed {
  readonly id: number;
  readonly consumedAt: Date;
  readonly runtimeTokenHash: string;
}

const consumeCode = prepared(tables, (db, { id, consumedAt, runtimeTokenHash }: Given<Consumed>) =>
  db.updateTable('authorization_codes').set({ consumedAt, runtimeTokenHash }).where('id', '=', id),
);
