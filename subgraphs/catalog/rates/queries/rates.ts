import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_RANGE } from '#schema/limits.ts';
import { ownProperty } from '../../access.ts';
import { dateOfEpochDay, epochDayOf, lengthOf } from '../../domain/calendar.ts';
import type { UnitTypeNight } from '../../generated.ts';
import { UnitTypeEntity } from '../../store/entities.ts';
import { readCalendar } from './calendar.ts';

/** The nights that a caller requested. */
export interface RateListing extends Listing {
  readonly unitTypeId: string;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/**
 * A page of nights for a team's unit type; null for any other unit type. Throws `BAD_USER_INPUT` for a range
 * that is reversed or too long. A cursor is the night's epoch day.
 */
export async function listRates(
  ctx: SubgraphContext,
  { unitTypeId, from, until, ...listing }: RateListing,
): Promise<Page<UnitTypeNight> | null> {
  const slice = readSlice(listing, 1);
  const id = parseId(unitTypeId) ?? 0;
  const length = lengthOf({ unitTypeId: id, from, until });
  if (length < 1 || length > MAX_RANGE) {
    throw badInput(`A range must have 1 to ${MAX_RANGE} nights, and the last can’t be before the first.`);
  }
  const own = { id, property: ownProperty(ctx.viewer) };
  if ((await reader(ctx).count(UnitTypeEntity, own)) === 0) return null;
  const start = Math.max(epochDayOf(from), slice.after ? slice.after[0] + 1 : 0);
  const end = Math.min(epochDayOf(until), slice.before ? slice.before[0] - 1 : Number.MAX_SAFE_INTEGER);
  const range = () => ({ unitTypeId: id, from: dateOfEpochDay(start), until: dateOfEpochDay(end) });
  const nights = start > end ? [] : await readCalendar(statements(ctx), range(), slice);
  return pageOf(nights, slice, ({ date }) => [epochDayOf(Temporal.PlainDate.from(date))]);
}
