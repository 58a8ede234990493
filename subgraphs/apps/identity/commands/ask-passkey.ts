import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ownSessionId, panelUserId } from '../../access.ts';
import { NONE, type Refused } from '../../errors.ts';
import { findAwaiting } from '../store/awaiting.ts';
import { findPasskeys, keepChallenge, relyingParty } from '../store/passkeys.ts';

/** Browser options as JSON text; undefined if the account has no passkey. */
export type PasskeyAsked = Refused & { readonly options?: string };

interface Session {
  readonly accountId: number;
  readonly sessionId: number;
}

/** Returns a challenge for the signed-in account's passkeys, valid once, for 5 minutes, in this session. */
export const askPasskey = (ctx: SubgraphContext): Promise<PasskeyAsked> =>
  ask(ctx, { accountId: panelUserId(ctx), sessionId: ownSessionId(ctx) });

/** Returns a challenge for a sign-in that awaits its second factor. */
export async function askAwaitedPasskey(ctx: SubgraphContext, tokenHash: string): Promise<PasskeyAsked> {
  const session = await findAwaiting(ctx, tokenHash);
  return session ? ask(ctx, session) : { userErrors: NONE };
}

async function ask(ctx: SubgraphContext, { accountId, sessionId }: Session): Promise<PasskeyAsked> {
  return inTransaction(ctx, async (em) => {
    const passkeys = await findPasskeys(em, accountId);
    if (passkeys.length === 0) return { userErrors: NONE };
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(ctx).id,
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
        id,
        transports: [...transports],
      })),
      userVerification: 'discouraged',
    });
    const kept = await keepChallenge(ctx, em, { sessionId, purpose: 'get', challenge: options.challenge });
    return kept ? { options: JSON.stringify(options), userErrors: NONE } : { userErrors: NONE };
  });
}
