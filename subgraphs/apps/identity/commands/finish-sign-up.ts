import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { HASH_OF_NOBODY } from '#kit/passwords.ts';
import { mayMail } from '../../emails/outbox/may-mail.ts';
import { isWritten, writeMail } from '../../emails/outbox/outbox.ts';
import { tables } from '../../store/tables.ts';
import { endUnproved } from '../steps/end-access.ts';
import { mailVerification } from '../steps/mail-verification.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import type { Account } from '../store/entities.ts';
import { mintLink } from '../store/mail-tokens.ts';
import { openSignUp, type TakenSignUp } from '../store/sign-up-job.ts';

type KnownAccount = Pick<Account, 'id' | 'name' | 'passwordHash'>;

/**
 * Creates a sign-up's account, unconfirmed, and emails its confirmation link; the owner of a confirmed
 * address is notified instead. If two people signed up with an unconfirmed address, neither password is kept:
 * the person who confirms it chooses one. Safe to repeat.
 */
export async function finishSignUp(ctx: SubgraphContext, data: unknown): Promise<void> {
  const signUp = openSignUp(ctx, data);
  await inTransaction(ctx, async (em) => {
    if (!(await mayMail(ctx, em, signUp.email)) || (await isWritten(em, keyOf(signUp)))) return;
    const known = await findKnown(em, signUp.email);
    if (known?.verifiedAt) return tellKnown(ctx, em, signUp, known);
    const accountId = known ? await signUpAgain(ctx, em, signUp, known) : await makeAccount(ctx, em, signUp);
    await mailVerification(ctx, em, { ...signUp, accountId, key: keyOf(signUp) });
    await recordAccountEvent(ctx, em, { accountId, kind: 'account.signed_up', address: signUp.address });
  });
}

const keyOf = ({ id }: TakenSignUp) => `sign-up/${id}`;

const findKnown = (em: Transaction, email: string) =>
  tables(em)
    .selectFrom('accounts')
    .select(['id', 'name', 'passwordHash', 'verifiedAt'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();

async function makeAccount(ctx: SubgraphContext, em: Transaction, signUp: TakenSignUp): Promise<number> {
  const { email, name, passwordHash } = signUp;
  const account = await tables(em)
    .insertInto('accounts')
    .values({ email, name, passwordHash, status: 'unverified', createdAt: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return account.id;
}

/** Repeats a sign-up with an unconfirmed address; a different password makes it disputed. */
async function signUpAgain(
  ctx: SubgraphContext,
  em: Transaction,
  { name, passwordHash }: TakenSignUp,
  { id, passwordHash: earlier }: KnownAccount,
): Promise<number> {
  if (passwordHash === earlier) return id;
  await tables(em)
    .updateTable('accounts')
    .set({ name, passwordHash: HASH_OF_NOBODY, passwordDisputed: true })
    .where('id', '=', id)
    .execute();
  await endUnproved(ctx, em, id);
  return id;
}

/** Notifies an account's owner that someone signed up with their address. */
async function tellKnown(ctx: SubgraphContext, em: Transaction, signUp: TakenSignUp, account: KnownAccount) {
  const { id: accountId, name } = account;
  const { path, expiresAt } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
  const mail = { key: keyOf(signUp), to: signUp.email, params: { name }, link: path, expiresAt };
  await writeMail(ctx, em, { ...mail, template: 'sign-up-known' });
}
