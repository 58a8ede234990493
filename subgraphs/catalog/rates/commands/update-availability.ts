import type { SubgraphContext } from '#db/context.ts';
import type { AvailabilityUpdateInput } from '../../generated.ts';
import { type UpdatedNights, updateNights } from '../steps/update-nights.ts';
import { unitColumns } from '../store/night-columns.ts';

/**
 * Closes and opens units for many ranges of nights, all or none. Publishes `availability.updated` for each
 * range.
 */
export const updateAvailability = (
  ctx: SubgraphContext,
  { updates }: AvailabilityUpdateInput,
): Promise<UpdatedNights> =>
  updateNights(ctx, updates, { event: 'availability.updated', columns: unitColumns });
