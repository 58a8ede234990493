import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { Role } from '#kit/roles.ts';
import { type Refused, refuse } from '../../errors.ts';
import { refuseLimits } from '../domain/member-rules.ts';
import { propertyInReachDocument } from './generated.ts';

/**
 * Resolves the properties that limit a membership, null for all of them. Refuses with `INVALID`, or with
 * `NOT_FOUND` for a property that the team doesn't have or the caller can't access.
 */
export async function readLimits(
  ctx: SubgraphContext,
  role: Role,
  given: readonly string[] | null,
): Promise<Refused | { readonly propertyIds: readonly number[] | null }> {
  const field = ['input', 'propertyIds'];
  const ids = [...new Set(given?.map((id) => parseId(id) ?? 0) ?? [])];
  const propertyIds = ids.length === 0 ? null : ids;
  const refused = refuseLimits(role, propertyIds);
  if (refused) return refuse('INVALID', refused, field);
  const found = await Promise.all(
    ids.map((id) => ctx.execute(propertyInReachDocument, { id: String(id) }, ctx)),
  );
  const missing = ids.find((_id, place) => !found[place]?.property);
  if (missing === undefined) return { propertyIds };
  return refuse('NOT_FOUND', `The team has no property ${missing}.`, field);
}
