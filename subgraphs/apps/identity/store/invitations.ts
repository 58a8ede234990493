import { expressionBuilder, type Selectable } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Refused, refuse } from '../../errors.ts';
import { type Tables, tables } from '../../store/tables.ts';

/** What someone hears whose link does not work: not which of the reasons it is. */
export const INVITATION_OVER = refuse(
  'INVITATION_OVER',
  'This invitation was used, revoked or has expired. Ask for a new one.',
);

const { and, case: either, eb, or, ref, selectFrom } = expressionBuilder<Tables, 'team_invitations'>();

/** Whether an invitation can still be followed. */
export const isWaiting = ({ clock }: Pick<SubgraphContext, 'clock'>) =>
  and([eb('team_invitations.status', '=', 'waiting'), eb('team_invitations.expiresAt', '>', clock.now())]);

/** What someone hears who follows an invitation that was mailed to someone else. */
export const INVITATION_OF_ANOTHER = refuse(
  'INVITATION_OF_ANOTHER',
  'This invitation is for another e-mail address. Sign in with the account that was invited, or ask for a new one.',
);

/** An open invitation by its token's SHA-256, its row locked; null if there is none. */
export async function lockInvitation(ctx: SubgraphContext, em: Transaction, tokenHash: string) {
  const invitation = await tables(em)
    .selectFrom('team_invitations')
    .select(['id', 'teamId', 'role', 'email', 'propertyIds', slugOfActiveTeam.as('team')])
    .select(isMailed(tokenHash).as('isMailed'))
    .where(isNamed(tokenHash))
    .where(isWaiting(ctx))
    .forUpdate()
    .executeTakeFirst();
  return invitation?.team ? invitation : null;
}

/** Whether a token's SHA-256 is that of an invitation, by the link that was mailed or by the one its inviter saw. */
export const isNamed = (tokenHash: string) =>
  or([
    eb('team_invitations.tokenHash', '=', tokenHash),
    eb('team_invitations.shownTokenHash', '=', tokenHash),
  ]);

/** Whether only the owner of the invitation's address can have the link. */
const isMailed = (tokenHash: string) =>
  and([
    eb('team_invitations.tokenHash', '=', tokenHash),
    eb('team_invitations.shownTokenHash', 'is not', null),
  ]).$castTo<boolean>();

const slugOfActiveTeam = selectFrom('teams')
  .select('teams.slug')
  .whereRef('teams.id', '=', 'team_invitations.teamId')
  .where('teams.status', '=', 'active')
  .$asScalar();

/** Ends an invitation that someone followed. */
export async function useUp(ctx: SubgraphContext, em: Transaction, id: number): Promise<void> {
  await tables(em)
    .updateTable('team_invitations')
    .set({ status: 'accepted', endedAt: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
}

/** Revokes what invitations of a team still wait, all or those one member made. */
export async function revokeWaiting(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, invitedBy }: { readonly teamId: number; readonly invitedBy: number | null },
): Promise<void> {
  await tables(em)
    .updateTable('team_invitations')
    .set({ status: 'revoked', endedAt: ctx.clock.now() })
    .where('teamId', '=', teamId)
    .where('status', '=', 'waiting')
    .$if(invitedBy !== null, (waiting) => waiting.where('invitedBy', '=', invitedBy ?? 0))
    .execute();
}

/** An invitation, as its team sees it. */
export type InvitationRow = Readonly<
  Pick<Selectable<Tables['team_invitations']>, (typeof OF_INVITATION)[number]>
> & {
  readonly status: 'waiting' | 'accepted' | 'revoked' | 'expired';
  /** Name of the member who made it. */
  readonly invitedBy: string;
};

const OF_INVITATION = ['id', 'name', 'role', 'email', 'propertyIds', 'createdAt', 'expiresAt'] as const;

/** What a statement selects of an `InvitationRow`. */
export const invitationColumns = ({ clock }: Pick<SubgraphContext, 'clock'>) =>
  [
    ...OF_INVITATION,
    either()
      .when(and([eb('status', '=', 'waiting'), eb('expiresAt', '<=', clock.now())]))
      .then('expired' as const)
      .else(ref('status'))
      .end()
      .as('status'),
    nameOfInviter.as('invitedBy'),
  ] as const;

const nameOfInviter = selectFrom('accounts')
  .select('accounts.name')
  .whereRef('accounts.id', '=', 'team_invitations.invitedBy')
  .$asScalar()
  .$notNull();

/** An invitation, or why there is none. */
export type Invited = Refused & { readonly invitation?: InvitationRow; readonly path?: string };
