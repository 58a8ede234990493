import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { MOST_TEAMS } from '../domain/invitations.ts';
import { addToTeam } from '../steps/add-to-team.ts';
import { Account } from '../store/entities.ts';
import { INVITATION_OF_ANOTHER, INVITATION_OVER, lockInvitation, useUp } from '../store/invitations.ts';

/** The joined team's slug, or why joining failed. */
export type Joined = Refused & { readonly team?: string };

/**
 * Joins an invitation's team and uses up the invitation: only one concurrent attempt succeeds. An existing
 * member doesn't use it up. Refuses with `INVITATION_OVER`, with `INVITATION_OF_ANOTHER` if it was sent to
 * another address, or with `LIMIT_REACHED`.
 */
export async function joinTeam(ctx: SubgraphContext, tokenHash: string): Promise<Joined> {
  const accountId = panelUserId(ctx);
  return inTransaction(ctx, async (em): Promise<Joined> => {
    const invitation = await lockInvitation(ctx, em, tokenHash);
    if (!invitation) return INVITATION_OVER;
    const { id, teamId, team, role, email, propertyIds } = invitation;
    if (email !== null && (await addressOf(em, accountId)) !== email) return INVITATION_OF_ANOTHER;
    const added = await addToTeam(ctx, em, { accountId, teamId, role, propertyIds });
    if (added === 'full') {
      return refuse(
        'LIMIT_REACHED',
        `You're a member of ${MOST_TEAMS} teams, which is the maximum. Leave one of them first.`,
      );
    }
    if (added === 'added') await useUp(ctx, em, id);
    return { team, userErrors: NONE };
  });
}

const addressOf = async (em: Transaction, accountId: number) =>
  (await em.findOneOrFail(Account, { id: accountId })).email;
