import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { ABILITIES, isAbility } from '../domain/tokens.ts';
import { addAccessToken, refuseUnlessRoom } from '../steps/add-access-token.ts';
import type { AccessToken } from '../store/entities.ts';

export interface NewAccessToken {
  readonly accountId: number;
  readonly name: string;
  readonly abilities: readonly string[];
}

/**
 * Creates a personal access token; its plain text is only in this result
 * (docs/interface/apps.md#credentials). Refuses tokens without a name, unknown abilities, and tokens above
 * the account's limit.
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
  return inTransaction(ctx, async (em) => {
    const { accountId, abilities } = given;
    const full = await refuseUnlessRoom(em, accountId);
    if (full) return full;
    const added = await addAccessToken(ctx, em, { accountId, name, abilities: abilities.filter(isAbility) });
    return { ...added, userErrors: NONE };
  });
}
