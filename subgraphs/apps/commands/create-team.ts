import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isSlug } from '../domain/slug.ts';
import { Membership, Team } from '../entities/accounts.ts';

/** Makes a team. Throws where the slug is none or taken: teams are made by the platform alone (decisions.md section 1). */
export async function createTeam(
  ctx: IslandContext,
  { slug, name }: { readonly slug: string; readonly name: string },
): Promise<Team> {
  if (!isSlug(slug)) throw new RangeError(`"${slug}" is not a slug.`);
  return inTransaction(ctx, async (em) => em.create(Team, { slug, name, createdAt: ctx.clock.now() }));
}

/** Makes an account a member of a team. Repeating it changes nothing. */
export async function addMember(
  ctx: IslandContext,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number },
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    await em.upsert(
      Membership,
      { accountId, teamId, createdAt: ctx.clock.now() },
      { onConflictAction: 'ignore' },
    );
  });
}
