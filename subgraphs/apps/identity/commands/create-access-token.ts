import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { mintToken } from '#kit/secrets.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { ABILITIES, isAbility, MOST_TOKENS, PREFIX } from '../domain/tokens.ts';
import { AccessToken, Account } from '../store/entities.ts';
import { recordForTeamsOf } from '../store/record-for-teams.ts';

export interface NewAccessToken {
  readonly accountId: number;
  readonly name: string;
  readonly abilities: readonly string[];
}

/**
 * Makes a personal access token; its plain text is in the answer and nowhere else (docs/interface/apps.md#credentials).
 * Refuses a nameless token, abilities that do not exist, and a token above the most an account may have.
 */
export async function createAccessToken(
  ctx: SubgraphContext,
  given: NewAccessToken,
): Promise<Refused & { readonly accessToken?: AccessToken; readonly token?: string }> {
  const name = given.name.trim();
  if (!isName(name, 60)) {
    return refuse('INVALID', 'The name must have 1 to 60 visible characters.', ['input', 'name']);
  }
  if (given.abilities.length === 0 || !given.abilities.every(isAbility)) {
    return refuse('INVALID', `Choose from these abilities: ${ABILITIES.join(', ')}.`, ['input', 'abilities']);
  }
  const { plain, hash, hint } = mintToken(PREFIX.accessToken);
  return inTransaction(ctx, async (em) => {
    const { accountId } = given;
    await em.findOneOrFail(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((await em.count(AccessToken, { accountId, revokedAt: null })) >= MOST_TOKENS) {
      const full = `An account has at most ${MOST_TOKENS} access tokens. Revoke one that is no longer used.`;
      return refuse('LIMIT_REACHED', full);
    }
    const accessToken = em.create(AccessToken, {
      accountId,
      name,
      abilities: [...new Set(given.abilities)],
      tokenHash: hash,
      hint,
      createdAt: ctx.clock.now(),
    });
    await em.flush();
    await recordForTeamsOf(ctx, em, accountId, { kind: 'access_token.created', subject: name });
    return { accessToken, token: plain, userErrors: NONE };
  });
}
