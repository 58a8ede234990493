import type { SubgraphContext } from '#db/context.ts';
import { todayIn } from '../../queries/today.ts';
import type { Shelf } from '../domain/quoted-line.ts';
import type { StorefrontModel } from '../read-model/model.ts';

/**
 * A storefront's current offers under their default plans, as quotes read them: other plans aren't found
 * here.
 */
export function shelfOf(ctx: Pick<SubgraphContext, 'clock'>, model: StorefrontModel): Shelf {
  const now = ctx.clock.now();
  return {
    find(unitTypeId) {
      const sold = model.byId.get(unitTypeId);
      return sold?.active ? sold : undefined;
    },
    todayIn: (timeZone) => todayIn(timeZone, now),
    capPercent: model.maxHeldSharePercent,
    fallback: model.fallback,
  };
}
