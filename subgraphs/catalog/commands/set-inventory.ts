import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import type { InventorySetInput, UserError } from '../generated.ts';
import { changeNights, type NightsPayload } from './change-nights.ts';
import { userError } from './user-error.ts';

/** Most units a unit type may have. */
const MOST_UNITS = 10_000;

/**
 * Sets how many units exist or are closed for a range of nights; never fewer than held and confirmed ones. A field left
 * out or null stays. Publishes `availability.updated`. Spec: decisions.md section 2, "Inventory".
 */
export async function setInventory(ctx: IslandContext, input: InventorySetInput): Promise<NightsPayload> {
  const { total, closed } = input;
  const error = refuseUnits('total', total) ?? refuseUnits('closed', closed);
  if (error) return { nights: null, userErrors: [error] };
  return changeNights(ctx, {
    ...input,
    event: 'availability.updated',
    assignments: [
      ...(total == null ? [] : [sql`total = ${total}::int`]),
      ...(closed == null ? [] : [sql`closed = ${closed}::int`]),
    ],
    refuse(nights) {
      const taken = nights.find(({ held, confirmed }) => total != null && held + confirmed > total);
      if (!taken) return null;
      const units = taken.held + taken.confirmed;
      return userError('INVALID', 'total', `On ${taken.date}, ${units} units are held or booked already.`);
    },
  });
}

function refuseUnits(field: 'total' | 'closed', units: number | null | undefined): UserError | null {
  if (units == null || (units >= 0 && units <= MOST_UNITS)) return null;
  return userError('INVALID', field, `A number of units is 0 to ${MOST_UNITS}.`);
}
