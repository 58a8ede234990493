import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { isEmail } from '#kit/email.ts';
import { isName } from '#kit/names.ts';
import type { Role } from '#kit/roles.ts';
import { mintToken } from '#kit/secrets.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { NONE, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { normaliseEmail } from '../domain/credentials.ts';
import { INVITATION_TTL_MS, MOST_INVITATIONS } from '../domain/invitations.ts';
import { refuseInvite } from '../domain/member-rules.ts';
import { readLimits } from '../operations/limits.ts';
import { asMember } from '../steps/as-member.ts';
import { Team } from '../store/entities.ts';
import { type InvitationRow, type Invited, invitationColumns, isWaiting } from '../store/invitations.ts';
import type { MemberNow } from '../store/membership.ts';

/** Invitee and role for a new invitation. */
export interface NewInvitation {
  readonly name: string;
  /** The only address allowed to use it; the invitation is emailed there. */
  readonly email?: string | null;
  readonly role: Role;
  /** Properties the membership will be limited to. */
  readonly propertyIds?: readonly string[] | null;
}

/**
 * Creates an invitation to the selected team: a link with 32 random bytes, stored as SHA-256, valid once and
 * for 7 days. The emailed link differs from the inviter's copy, so that following it verifies the address.
 * Refuses with `INVALID`, with `ROLE_REQUIRED` for a role that isn't below the inviter's, with `NOT_FOUND`
 * for another team's property, with `LIMIT_REACHED` while 50 are open, or with `TEAM_FORBIDDEN`
 * (docs/interface/teams.md#invitations).
 */
export async function createInvitation(ctx: SubgraphContext, given: NewInvitation): Promise<Invited> {
  const name = given.name.trim();
  const email = given.email == null ? null : normaliseEmail(given.email);
  if (!isName(name, 60)) {
    return refuse('INVALID', 'Enter who the invitation is for, in 1 to 60 visible characters.', [
      'input',
      'name',
    ]);
  }
  if (email !== null && !isEmail(email)) {
    return refuse('INVALID', "This isn't a valid email address.", ['input', 'email']);
  }
  const limits = await readLimits(ctx, given.role, given.propertyIds ?? null);
  if ('userErrors' in limits) return limits;
  return asMember(ctx, ['manager'], async (em, member): Promise<Invited> => {
    const refused = refuseInvite(member.role, given.role);
    if (refused) return refuse('ROLE_REQUIRED', refused, ['input', 'role']);
    if ((await countWaiting(ctx, em, member.teamId)) >= MOST_INVITATIONS) {
      return refuse('LIMIT_REACHED', `${MOST_INVITATIONS} invitations are already open. Revoke one first.`);
    }
    const [shown, mailed] = [mintToken(''), email === null ? null : mintToken('')];
    const asked = { name, email, role: given.role, propertyIds: limits.propertyIds ?? member.propertyIds };
    const tokens = { tokenHash: (mailed ?? shown).hash, shownTokenHash: mailed && shown.hash };
    const invitation = await insert(ctx, em, member, { ...asked, ...tokens });
    const change = email === null ? given.role : `${given.role}, ${email}`;
    await recordTeamEvent(ctx, em, [member.teamId], { kind: 'invitation.created', subject: name, change });
    if (email !== null && mailed)
      await mailInvitation(ctx, em, member.teamId, { ...invitation, email }, `/join/${mailed.plain}`);
    return { invitation, path: `/join/${shown.plain}`, userErrors: NONE };
  });
}

async function countWaiting(ctx: SubgraphContext, em: Transaction, teamId: number): Promise<number> {
  const waiting = await tables(em)
    .selectFrom('team_invitations')
    .select('id')
    .where('teamId', '=', teamId)
    .where(isWaiting(ctx))
    .execute();
  return waiting.length;
}

async function insert(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, accountId }: MemberNow,
  invited: Pick<InvitationRow, 'name' | 'email' | 'role'> & {
    readonly propertyIds: readonly number[] | null;
    readonly tokenHash: string;
    readonly shownTokenHash: string | null;
  },
): Promise<InvitationRow> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + INVITATION_TTL_MS);
  const { name, email, role, propertyIds, tokenHash, shownTokenHash } = invited;
  return tables(em)
    .insertInto('team_invitations')
    .values({
      teamId,
      invitedBy: accountId,
      name,
      email,
      role,
      propertyIds: propertyIds && [...propertyIds],
      tokenHash,
      shownTokenHash,
      createdAt: now,
      expiresAt,
    })
    .returning(invitationColumns(ctx))
    .executeTakeFirstOrThrow();
}

async function mailInvitation(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  { id, name, email, invitedBy, expiresAt }: InvitationRow & { readonly email: string },
  link: string,
): Promise<void> {
  const { name: team } = await em.findOneOrFail(Team, { id: teamId });
  await writeMail(ctx, em, {
    key: `invitation/${id}`,
    to: email,
    template: 'invitation',
    params: { name, invitedBy, team },
    link,
    expiresAt,
  });
}
