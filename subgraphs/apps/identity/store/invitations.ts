import { expressionBuilder, type Selectable } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Refused, refuse } from '../../errors.ts';
import { type Tables, tables } from '../../store/tables.ts';

/** Refusal for an invalid link; doesn't reveal the reason. */
export const INVITATION_OVER = refuse(
  'INVITATION_OVER',
  'This invitation was used or revoked, or has expired. Ask for a new one.',
);

const { and, case: either, eb, or, ref, selectFrom } = expressionBuilder<Tables, 'team_invitations'>();

/** True while an invitation can still be used. */
export const isWaiting = ({ clock }: Pick<SubgraphContext, 'clock'>) =>
  and([eb('team_invitations.status', '=', 'waiting'), eb('team_invitations.expiresAt', '>', clock.now())]);

/** Refusal for an invitation emailed to someone else. */
export const INVITATION_OF_ANOTHER = refuse(
  'INVITATION_OF_ANOTHER',
  'This invitation is for another email address. Sign in with the invited account or ask for a new invitation.',
);

/** Returns an open invitation by its token's SHA-256, with its row locked, or null. */
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

/** True if a token's SHA-256 matches an invitation's emailed link or the link shown to its inviter. */
export const isNamed = (tokenHash: string) =>
  or([
    eb('team_invitations.tokenHash', '=', tokenHash),
    eb('team_invitations.shownTokenHash', '=', tokenHash),
  ]);

/** True if only the owner of the invitation's address can have the link. */
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

/** Ends a used invitation. */
export async function useUp(ctx: SubgraphContext, em: Transaction, id: number): Promise<void> {
  await tables(em)
    .updateTable('team_invitations')
    .set({ status: 'accepted', endedAt: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
}

/** Revokes a team's open invitations, either all or one member's. */
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

/** An invitation as shown to its team. */
export type InvitationRow = Readonly<
  Pick<Selectable<Tables['team_invitations']>, (typeof OF_INVITATION)[number]>
> & {
  readonly status: 'waiting' | 'accepted' | 'revoked' | 'expired';
  /** Name of the member who created it. */
  readonly invitedBy: string;
};

const OF_INVITATION = ['id', 'name', 'role', 'email', 'propertyIds', 'createdAt', 'expiresAt'] as const;

/** Returns the columns selected for an `InvitationRow`. */
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

/** An invitation, or why it was refused. */
export type Invited = Refused & { readonly invitation?: InvitationRow; readonly path?: string };
