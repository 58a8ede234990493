import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { ownSessionId, panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { ALGORITHMS } from '../domain/cose-keys.ts';
import { MOST_PASSKEYS, type Passkey, readCreated } from '../domain/passkeys.ts';
import { followNewFactor } from '../steps/follow-new-factor.ts';
import { hasFactor } from '../store/factors.ts';
import { lockOwnAccount } from '../store/own-account.ts';
import { findPasskeys, keepChallenge, relyingParty, takeChallenge, userHandle } from '../store/passkeys.ts';

/**
 * Browser options as JSON text; or, with the browser's response, the passkey, plus recovery codes if it's the
 * first factor.
 */
export type PasskeyCreated = Refused & {
  readonly options?: string;
  readonly passkey?: {
    readonly id: number;
    readonly kind: 'passkey';
    readonly name: string;
    readonly createdAt: Date;
  };
  readonly recoveryCodes?: readonly string[];
};

const ISSUER = 'Lodging';

/**
 * Without a response, returns options with a challenge that's valid once, for 5 minutes, in this session.
 * With a response, adds a second factor to the account and ends its other sessions. Refuses with
 * `LIMIT_REACHED` or `INVALID`.
 */
export async function createPasskey(
  ctx: SubgraphContext,
  input: { readonly response: string; readonly name: string } | null,
): Promise<PasskeyCreated> {
  const accountId = panelUserId(ctx);
  if (input === null) return inTransaction(ctx, (em) => propose(ctx, em, accountId));
  const name = input.name.trim();
  if (!isName(name, 60)) {
    return refuse('INVALID', 'The name must have 1 to 60 visible characters.', ['input', 'name']);
  }
  return inTransaction(ctx, async (em): Promise<PasskeyCreated> => {
    const account = await lockOwnAccount(em, accountId);
    const challenge = await takeChallenge(ctx, em, ownSessionId(ctx), 'create');
    const made =
      challenge && (await readCreated({ text: input.response, challenge, party: relyingParty(ctx) }));
    if (!made) return NOT_MADE;
    if (await isFull(em, accountId)) return FULL;
    const isFirst = !(await hasFactor(em, accountId));
    const passkey = await insert(ctx, em, accountId, { ...made, name });
    if (!passkey) return NOT_MADE;
    const what = `The passkey "${name}" was added. Signing in now requires a second factor.`;
    const event = { kind: 'passkey.created', what, detail: name, since: passkey.createdAt } as const;
    const shown = await followNewFactor(ctx, em, account, { isFirst, event });
    return { passkey, ...shown, userErrors: NONE };
  });
}

const NOT_MADE = refuse(
  'INVALID',
  "The passkey wasn't added. The browser took too long, or its response wasn't for this page. Try again.",
  ['input', 'response'],
);

const FULL = refuse(
  'LIMIT_REACHED',
  `An account can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
);

const isFull = async (em: Transaction, accountId: number): Promise<boolean> =>
  (await findPasskeys(em, accountId)).length >= MOST_PASSKEYS;

async function propose(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<PasskeyCreated> {
  const { email, name } = await lockOwnAccount(em, accountId);
  if (await isFull(em, accountId)) return FULL;
  const passkeys = await findPasskeys(em, accountId);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: ISSUER,
    rpID: relyingParty(ctx).id,
    userName: email,
    userDisplayName: name,
    userID: userHandle(ctx, accountId),
    attestationType: 'none',
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({
      id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(ctx, em, {
    sessionId: ownSessionId(ctx),
    purpose: 'create',
    challenge: options.challenge,
  });
  return { options: JSON.stringify(options), userErrors: NONE };
}

/** Null if the credential already belongs to an account. */
async function insert(
  ctx: SubgraphContext,
  em: Transaction,
  accountId: number,
  { credentialId, publicKey, counter, transports, name }: Passkey & { readonly name: string },
) {
  const now = ctx.clock.now();
  const row = await tables(em)
    .insertInto('factors')
    .values({
      accountId,
      kind: 'passkey',
      name,
      credentialId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      createdAt: now,
      confirmedAt: now,
    })
    .onConflict((known) => known.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? { id: row.id, kind: 'passkey' as const, name, createdAt: now } : null;
}
