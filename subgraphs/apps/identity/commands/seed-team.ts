import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { isSlug } from '#manifest/slug.ts';
import { Team } from '../store/entities.ts';

/**
 * Creates a team. Throws if the slug is invalid or taken, or the name is invalid: only the platform creates
 * teams this way (docs/interface/host.md#teams-and-members).
 */
export async function seedTeam(
  ctx: SubgraphContext,
  { slug, name }: { readonly slug: string; readonly name: string },
): Promise<Team> {
  if (!isSlug(slug)) throw new RangeError(`"${slug}" isn't a valid slug.`);
  if (!isName(name, 100)) throw new RangeError('The name must have 1 to 100 visible characters.');
  return inTransaction(ctx, async (em) => em.create(Team, { slug, name, createdAt: ctx.clock.now() }));
}
