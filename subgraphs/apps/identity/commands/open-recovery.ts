import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { type MintedLink, mintLink } from '../store/mail-tokens.ts';

/** A link that recovers an operator's account and the account's address, or the reason there is none. */
export type RecoveryOpened = Refused & Partial<MintedLink> & { readonly email?: string };

/** Maximum number of addresses listed in a refusal. */
const MOST_NAMED = 10;

/**
 * Creates a link that sets an operator's password and removes the second factors; invalidates earlier links.
 * Nothing else changes until someone uses the link. Intended for anyone who can run programs on the server.
 * Refuses with `NOT_FOUND` for any other account, and with `INVALID` for a suspended operator.
 */
export function openRecovery(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  address: string,
): Promise<RecoveryOpened> {
  return inTransaction(ctx, async (em): Promise<RecoveryOpened> => {
    const email = address.trim().toLowerCase();
    const account = await tables(em)
      .selectFrom('accounts')
      .select(['id', 'status'])
      .where('email', '=', email)
      .where('operator', '=', true)
      .where('status', '!=', 'deleted')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) return refuse('NOT_FOUND', `${email} isn't an operator. ${await otherOperators(em)}`);
    if (account.status === 'locked')
      return refuse('INVALID', `${email} is suspended. Another operator can resume the account.`);
    const link = await mintLink(ctx, em, { accountId: account.id, purpose: 'recover' });
    return { ...link, email, userErrors: NONE };
  });
}

/** Returns a sentence that names the platform's operators. */
async function otherOperators(em: Transaction): Promise<string> {
  const operators = await tables(em)
    .selectFrom('accounts')
    .select('email')
    .where('operator', '=', true)
    .where('status', '!=', 'deleted')
    .orderBy('id')
    .limit(MOST_NAMED)
    .execute();
  return operators.length === 0
    ? 'The platform has no operator yet: use the setup link that the server prints at startup.'
    : `Operators: ${operators.map(({ email }) => email).join(', ')}.`;
}
