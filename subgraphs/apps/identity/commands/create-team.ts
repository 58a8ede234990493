import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { isSlug } from '#manifest/slug.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { MOST_TEAMS } from '../domain/invitations.ts';
import { MOST_OWN_TEAMS } from '../domain/member-rules.ts';
import { type OwnTeamRow, TEAM } from '../queries/teams.ts';
import { addToTeam } from '../steps/add-to-team.ts';
import { Membership } from '../store/entities.ts';

/** The new team, or why it wasn't created. */
export type Opened = Refused & { readonly team?: OwnTeamRow };

/**
 * Creates a team owned by the caller. Slugs are never reused, even after their team is closed. Refuses with
 * `INVALID`, `SLUG_TAKEN`, `UNVERIFIED` until the account's address is confirmed, or `LIMIT_REACHED` for an
 * owner's eleventh team (docs/interface/teams.md#opening).
 */
export async function createTeam(
  ctx: SubgraphContext,
  given: { readonly name: string; readonly slug: string },
): Promise<Opened> {
  const accountId = panelUserId(ctx);
  const name = given.name.trim();
  const { slug } = given;
  if (!isName(name, 100)) {
    return refuse('INVALID', "A team's name must have 1 to 100 visible characters.", ['input', 'name']);
  }
  if (!isSlug(slug)) {
    return refuse(
      'INVALID',
      'A slug must have 3 to 50 lower-case letters, digits and hyphens, with no hyphen at either end.',
      ['input', 'slug'],
    );
  }
  return inTransaction(ctx, async (em): Promise<Opened> => {
    // If an account creates several teams concurrently, each creation also counts the teams created just
    // before it.
    const verified = tables(em)
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('status', '=', 'active')
      .forUpdate();
    if (!(await verified.executeTakeFirst()))
      return refuse('UNVERIFIED', 'Confirm your email address first.');
    const memberships = await em.find(Membership, { accountId });
    const owned = memberships.filter(({ role }) => role === 'owner').length;
    if (owned >= MOST_OWN_TEAMS || memberships.length >= MOST_TEAMS) {
      return refuse('LIMIT_REACHED', `You own ${owned} teams. An account can own at most ${MOST_OWN_TEAMS}.`);
    }
    const team = await tables(em)
      .insertInto('teams')
      .values({ slug, name, createdAt: ctx.clock.now() })
      .onConflict((known) => known.column('slug').doNothing())
      .returning(TEAM)
      .executeTakeFirst();
    if (!team) return refuse('SLUG_TAKEN', `The slug "${slug}" is taken.`, ['input', 'slug']);
    await addToTeam(ctx, em, { accountId, teamId: team.id, role: 'owner' });
    await recordTeamEvent(ctx, em, [team.id], { kind: 'team.created', subject: name });
    return { team: { ...team, role: 'owner', propertyIds: null }, userErrors: NONE };
  });
}
