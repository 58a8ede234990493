import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { requireElevated } from '#kit/access.ts';
import { isTimeZone } from '#kit/dates.ts';
import { isEmail } from '#kit/email.ts';
import { newUuid } from '#kit/ids.ts';
import { isLanguageTag } from '#kit/language.ts';
import { isName } from '#kit/names.ts';
import { panelUserId } from '../../access.ts';
import { mayMail, mayMailOwner } from '../../emails/outbox/may-mail.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { normaliseEmail } from '../domain/credentials.ts';
import { TOO_MANY } from '../steps/attempt.ts';
import { endSessions } from '../steps/end-access.ts';
import { newPasswordHash } from '../steps/new-account.ts';
import { refuseUnlessPassword } from '../steps/refuse-unless-password.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { endLinks, mintLink } from '../store/mail-tokens.ts';
import { lockOwnAccount, type OwnAccount } from '../store/own-account.ts';

export interface AccountUpdate {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly password?: string | null;
  readonly currentPassword?: string | null;
  readonly locale?: string | null;
  readonly timeZone?: string | null;
}

/** The changed account, or why it wasn't changed. */
export type AccountUpdated = Refused & { readonly accountId?: number };

/**
 * Changes the signed-in account's name, language, time zone, password or address. A new password requires the
 * current one; a new address takes effect when its emailed link is followed. Throws `STEP_UP_REQUIRED` for
 * either. Refuses with `INVALID`, `EMAIL_TAKEN`, `TOO_MANY_ATTEMPTS` or `BUSY`, and then changes nothing.
 */
export async function updateAccount(ctx: SubgraphContext, given: AccountUpdate): Promise<AccountUpdated> {
  const accountId = panelUserId(ctx);
  const name = given.name?.trim() ?? null;
  const email = given.email == null ? null : normaliseEmail(given.email);
  const { locale = null, timeZone = null } = given;
  const wrong = refuseFields({ name, email, locale, timeZone });
  if (wrong) return wrong;
  if (email !== null || given.password != null) requireElevated(ctx.viewer);
  const passwordHash = given.password == null ? null : await checkedPassword(ctx, accountId, given);
  if (passwordHash !== null && typeof passwordHash !== 'string') return passwordHash;
  return inTransaction(ctx, async (em): Promise<AccountUpdated> => {
    const account = await lockOwnAccount(em, accountId);
    const wanted = email === null || email === account.email ? null : email;
    const refused = wanted === null ? null : await refuseAddress(ctx, em, account, wanted);
    if (refused) return refused;
    const shown = {
      ...(name !== null && { name }),
      ...(locale && { locale }),
      ...(timeZone && { timeZone }),
    };
    if (Object.keys(shown).length > 0) {
      await tables(em).updateTable('accounts').set(shown).where('id', '=', accountId).execute();
    }
    if (passwordHash !== null) await setPassword(ctx, em, account, passwordHash);
    // After the new password, which cancels earlier address changes.
    if (wanted !== null) await askForAddress(ctx, em, account, wanted);
    return { accountId, userErrors: NONE };
  });
}

type Fields = Readonly<Record<'name' | 'email' | 'locale' | 'timeZone', string | null>>;

function refuseFields({ name, email, locale, timeZone }: Fields): Refused | null {
  if (name !== null && !isName(name, 100)) {
    return refuse('INVALID', 'The name must have 1 to 100 visible characters.', ['input', 'name']);
  }
  if (email !== null && !isEmail(email)) {
    return refuse('INVALID', 'The email address is invalid.', ['input', 'email']);
  }
  if (locale !== null && !isLanguageTag(locale)) {
    return refuse('INVALID', 'The language must be a BCP 47 tag, for example `de-CH`.', ['input', 'locale']);
  }
  if (timeZone !== null && !isTimeZone(timeZone)) {
    return refuse('INVALID', 'The time zone must be an IANA name, for example `Europe/Zurich`.', [
      'input',
      'timeZone',
    ]);
  }
  return null;
}

/** Returns the new password's hash if the current password is correct. */
async function checkedPassword(
  ctx: SubgraphContext,
  accountId: number,
  { password, currentPassword }: AccountUpdate,
): Promise<string | Refused> {
  const field = ['input', 'currentPassword'];
  const refused = await refuseUnlessPassword(ctx, accountId, currentPassword ?? '', field);
  if (refused) return refused;
  return newPasswordHash(password ?? '');
}

async function setPassword(
  ctx: SubgraphContext,
  em: Transaction,
  { id: accountId, email: to, name }: OwnAccount,
  passwordHash: string,
): Promise<void> {
  const { viewer, address = null } = ctx;
  await tables(em).updateTable('accounts').set({ passwordHash }).where('id', '=', accountId).execute();
  await endSessions(em, accountId, viewer.kind === 'hostUser' ? viewer.sessionId : 0);
  await endLinks(em, accountId, ['reset']);
  await recordAccountEvent(ctx, em, { accountId, kind: 'password.changed', address });
  await writeMail(ctx, em, {
    key: `password-changed/${newUuid()}`,
    to,
    template: 'password-changed',
    params: { name },
  });
}

/** Returns why an account can't request an address now; null if it can. */
async function refuseAddress(
  ctx: SubgraphContext,
  em: Transaction,
  account: OwnAccount,
  email: string,
): Promise<Refused | null> {
  const known = tables(em).selectFrom('accounts').select('id').where('email', '=', email);
  if (await known.executeTakeFirst()) {
    return refuse('EMAIL_TAKEN', 'An account with this email address already exists.', ['input', 'email']);
  }
  if (!(await mayMail(ctx, em, email))) return TOO_MANY;
  return !account.verifiedAt || (await mayMailOwner(ctx, em, account.email, 'address-change-asked'))
    ? null
    : TOO_MANY;
}

/**
 * Emails a confirmation link to a new address, and a link that stops the change to the current address, if
 * that one was confirmed.
 */
async function askForAddress(
  ctx: SubgraphContext,
  em: Transaction,
  { id: accountId, name, email: current, verifiedAt }: OwnAccount,
  email: string,
): Promise<void> {
  const id = newUuid();
  const change = await mintLink(ctx, em, { accountId, purpose: 'change', email });
  await writeMail(ctx, em, {
    key: `address-change/${id}`,
    to: email,
    template: 'address-change',
    params: { name },
    link: change.path,
    expiresAt: change.expiresAt,
  });
  if (verifiedAt) {
    const stop = await mintLink(ctx, em, { accountId, purpose: 'stop', email });
    await writeMail(ctx, em, {
      key: `address-change-asked/${id}`,
      to: current,
      template: 'address-change-asked',
      params: { name, to: email },
      link: stop.path,
      expiresAt: stop.expiresAt,
    });
  }
  const event = { accountId, kind: 'address.change_asked', address: ctx.address ?? null } as const;
  await recordAccountEvent(ctx, em, event);
}
