import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { budgetAddress } from '#kit/address.ts';
import { mayMail } from '../../emails/outbox/may-mail.ts';
import { NONE, type RefusalCode, type Refused } from '../../errors.ts';
import { findOpenInvitation } from '../queries/members.ts';
import { addToTeam } from '../steps/add-to-team.ts';
import { attempt } from '../steps/attempt.ts';
import { mailVerification } from '../steps/mail-verification.ts';
import { newAccountRow, unlessEmailTaken } from '../steps/new-account.ts';
import { type Started, startSession } from '../steps/start-session.ts';
import { Account } from '../store/entities.ts';
import { counted } from '../store/failed-attempts.ts';
import { INVITATION_OF_ANOTHER, INVITATION_OVER, lockInvitation, useUp } from '../store/invitations.ts';

export interface SignUp {
  /** SHA-256 of the invitation's token. */
  readonly tokenHash: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** IP address of the request. */
  readonly address: string;
  /** SHA-256 of the browser's previous session token, to be ended. */
  readonly replaces?: string | null;
}

/** The new account's session and its joined team's slug, or why sign-up failed. */
export type SignedUp = Refused & Partial<Started> & { readonly team?: string };

/**
 * Creates an account for an invited person, joins the team and signs them in: one account per invitation,
 * which stays open after a refusal. The address counts as confirmed only if the invitation was emailed to it;
 * otherwise this emails a confirmation link. Refuses with `INVITATION_OVER`, `INVALID`, `EMAIL_TAKEN`,
 * `BUSY`, or `TOO_MANY_ATTEMPTS` after 5 refusals in 15 minutes, so that an invitation can't be used to probe
 * for accounts.
 */
export async function signUp(ctx: SubgraphContext, given: SignUp): Promise<SignedUp> {
  const { tokenHash, address, replaces } = given;
  if (!(await findOpenInvitation(ctx, tokenHash))) return INVITATION_OVER;
  const tried = await attempt(
    ctx,
    counted('invitation', tokenHash, budgetAddress(address)),
    () => join(ctx, given),
    (looked) => 'userErrors' in looked && looked.userErrors.some(({ code }) => REVEALING.has(code)),
  );
  if ('refused' in tried) return tried.refused;
  const { looked: joined } = tried;
  if ('userErrors' in joined) return joined;
  const session = await startSession(ctx, joined.accountId, { replaces: replaces ?? null, address });
  return { ...session, team: joined.team, userErrors: NONE };
}

/** Refusals that reveal something about an address. */
const REVEALING: ReadonlySet<RefusalCode> = new Set(['EMAIL_TAKEN', 'INVITATION_OF_ANOTHER']);

async function join(ctx: SubgraphContext, given: SignUp) {
  const row = await newAccountRow(ctx, given);
  if ('userErrors' in row) return row;
  return unlessEmailTaken(() => joinAs(ctx, given.tokenHash, row, given.address));
}

/**
 * An account whose creator hasn't followed a link emailed to its address: the password may not be the
 * owner's.
 */
const UNPROVED = { status: 'unverified', verifiedAt: null, passwordDisputed: true } as const;

type AccountRow = Exclude<Awaited<ReturnType<typeof newAccountRow>>, Refused>;

async function joinAs(ctx: SubgraphContext, tokenHash: string, row: AccountRow, address: string) {
  return inTransaction(ctx, async (em) => {
    const invitation = await lockInvitation(ctx, em, tokenHash);
    if (!invitation) return INVITATION_OVER;
    if (invitation.email !== null && invitation.email !== row.email) return INVITATION_OF_ANOTHER;
    const account = em.create(Account, invitation.isMailed ? row : { ...row, ...UNPROVED });
    await em.flush();
    if (!invitation.isMailed && (await mayMail(ctx, em, row.email)))
      await mailVerification(ctx, em, {
        ...row,
        accountId: account.id,
        key: `sign-up/invited-${account.id}`,
      });
    const { teamId, role, propertyIds } = invitation;
    await addToTeam(ctx, em, { accountId: account.id, teamId, role, propertyIds }, address);
    await useUp(ctx, em, invitation.id);
    return { accountId: account.id, team: invitation.team };
  });
}
