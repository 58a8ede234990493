import type { SubgraphContext } from '#db/context.ts';
import { userError } from '../../errors.ts';
import type { StorefrontThemeRow } from '../../store/entities.ts';
import { themeFrozenDocument } from '../operations/generated.ts';

/** Refusal for a theme whose statement is overdue. Guests still see it. */
export const FROZEN = userError(
  'PAYMENT_REQUIRED',
  'id',
  "Pay the theme's overdue statement first. It's listed under Billing. Guests still see your site as it is.",
);

/** True if the team's subscription to the theme is frozen. Must run outside of a transaction. */
export async function isFrozen(
  ctx: SubgraphContext,
  { teamId, slug }: Pick<StorefrontThemeRow, 'teamId' | 'slug'>,
): Promise<boolean> {
  const caller = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  return (await ctx.execute(themeFrozenDocument, { teamId: String(teamId), slug }, caller)).themeFrozen;
}
