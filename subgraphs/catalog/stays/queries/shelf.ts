import type { SubgraphContext } from '#db/context.ts';
import { todayIn } from '../../queries/today.ts';
import type { Shelf } from '../domain/quoted-line.ts';
import type { StorefrontModel } from '../read-model/model.ts';

/** What a storefront sells now with the default plans, as quotes read it: no other plan is found here. */
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
