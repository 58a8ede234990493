import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { teamOf } from '../../access.ts';
import type { RatesUpdateInput } from '../../generated.ts';
import { type UpdatedNights, updateNights } from '../steps/update-nights.ts';
import { rateColumns } from '../store/night-columns.ts';

/**
 * Sets rates and restrictions for many ranges of nights, all or none. Publishes `rates.updated` for each
 * range with a change.
 */
export const updateRates = (ctx: SubgraphContext, { updates }: RatesUpdateInput): Promise<UpdatedNights> =>
  updateNights(ctx, updates, {
    event: 'rates.updated',
    columns: rateColumns,
    record: (em, unitTypes) =>
      recordUnlessRepeated(ctx, em, teamOf(ctx.viewer), {
        kind: 'prices.set',
        subject: unitTypes.map(({ name }) => name).join(', '),
      }),
  });
