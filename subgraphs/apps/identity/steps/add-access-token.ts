import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Doer } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { type Refused, refuse } from '../../errors.ts';
import { type Ability, MOST_TOKENS, PREFIX } from '../domain/tokens.ts';
import { AccessToken, Account } from '../store/entities.ts';
import { recordForTeamsOf } from './record-for-teams.ts';

interface NewToken {
  readonly accountId: number;
  readonly name: string;
  readonly abilities: readonly Ability[];
  /** Client that receives it through a device sign-in. */
  readonly clientId?: string | null;
  /** Actor who created it, if no one is signed in. */
  readonly doer?: Doer;
}

/** Refuses with `LIMIT_REACHED` if an account has reached its access token limit. Locks the account. */
export async function refuseUnlessRoom(em: Transaction, accountId: number): Promise<Refused | null> {
  await em.findOneOrFail(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if ((await em.count(AccessToken, { accountId, revokedAt: null })) < MOST_TOKENS) return null;
  const full = `An account can have at most ${MOST_TOKENS} access tokens. Revoke one you no longer use.`;
  return refuse('LIMIT_REACHED', full);
}

/** Adds an access token in the caller's transaction; its plain text is only in the result. */
export async function addAccessToken(
  ctx: SubgraphContext,
  em: Transaction,
  { accountId, name, abilities, clientId = null, doer }: NewToken,
): Promise<{ readonly accessToken: AccessToken; readonly token: string }> {
  const { plain, hash, hint } = mintToken(PREFIX.accessToken);
  const accessToken = em.create(AccessToken, {
    accountId,
    name,
    abilities: [...new Set(abilities)],
    tokenHash: hash,
    hint,
    clientId,
    createdAt: ctx.clock.now(),
  });
  await em.flush();
  await recordForTeamsOf(ctx, em, accountId, { kind: 'access_token.created', subject: name }, doer);
  return { accessToken, token: plain };
}
