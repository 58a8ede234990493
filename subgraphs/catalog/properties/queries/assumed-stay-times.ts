import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { AssumedStayTimes, StatedStayTimes } from '../../generated.ts';
import { PropertyEntity } from '../../store/entities.ts';

/** Times assumed for a property that doesn't state its own. */
const USUAL_CHECK_IN = '15:00';
const USUAL_CHECK_OUT = '11:00';

/**
 * Returns the times at which properties' guests are assumed to arrive and leave; leaves out properties with
 * manual check-in.
 */
export async function assumedStayTimes(
  ctx: SubgraphContext,
  ids: readonly string[],
): Promise<readonly AssumedStayTimes[]> {
  const found = await reader(ctx).find(
    PropertyEntity,
    { id: ids.flatMap((id) => parseId(id) ?? []), manualCheckIn: false },
    { fields: ['checkInFrom', 'checkOutUntil'] },
  );
  return found.map(({ id, checkInFrom, checkOutUntil }) => ({
    propertyId: String(id),
    checkIn: checkInFrom ?? USUAL_CHECK_IN,
    checkOut: checkOutUntil ?? USUAL_CHECK_OUT,
  }));
}

/** Returns the check-in and check-out times that properties state. */
export async function statedStayTimes(
  ctx: SubgraphContext,
  ids: readonly string[],
): Promise<readonly StatedStayTimes[]> {
  const found = await reader(ctx).find(
    PropertyEntity,
    { id: ids.flatMap((id) => parseId(id) ?? []) },
    { fields: ['checkInFrom', 'checkOutUntil'] },
  );
  return found.map(({ id, checkInFrom, checkOutUntil }) => ({
    propertyId: String(id),
    checkInFrom: checkInFrom ?? null,
    checkOutUntil: checkOutUntil ?? null,
  }));
}
