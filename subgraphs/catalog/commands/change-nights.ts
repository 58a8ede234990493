import { type RawBuilder, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { epochDayOf } from '../domain/calendar.ts';
import type { UnitTypeNight, UserError } from '../generated.ts';
import { lengthOf, MOST_NIGHTS, type NightRange, readCalendar } from '../queries/calendar.ts';
import { todayIn } from '../queries/today.ts';
import { readModelOf } from '../read-model/read-model.ts';
import { ownUnitType } from './own-rows.ts';
import { userError } from './user-error.ts';

/** A host's change of a range of nights. */
export interface NightChange {
  readonly unitTypeId: string;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  /** Column assignments, for example `rate = 12000`. */
  readonly assignments: readonly RawBuilder<unknown>[];
  readonly event: 'rates.updated' | 'availability.updated';
  /** Says what speaks against it, with the nights locked. */
  readonly refuse?: (nights: readonly UnitTypeNight[]) => UserError | null;
}

export interface NightsPayload {
  readonly nights: UnitTypeNight[] | null;
  readonly userErrors: UserError[];
}

/**
 * Changes nights of one of the host's unit types in one transaction, locked in the order that holds lock them, and tells
 * the other islands. All nights of the range or none.
 */
export async function changeNights(ctx: IslandContext, change: NightChange): Promise<NightsPayload> {
  const payload = await inTransaction(ctx, async (em): Promise<NightsPayload> => {
    const unitType = await ownUnitType(em, ctx.viewer, change.unitTypeId);
    if (!unitType) return refused(userError('NOT_FOUND', 'unitTypeId', 'There is no such unit type.'));
    const property = unitType.property;
    const range = { unitTypeId: unitType.id, from: change.from, until: change.until };
    const badRange = refuseRange(range, todayIn(property.timeZone, ctx.clock.now()));
    if (badRange) return refused(badRange);

    const db = em.getKysely<unknown>();
    const where = sql`unit_type_id = ${range.unitTypeId}
      AND night >= ${range.from.toString()}::date AND night <= ${range.until.toString()}::date`;
    await sql`SELECT FROM catalog.night WHERE ${where} ORDER BY unit_type_id, night FOR UPDATE`.execute(db);
    const before = await readCalendar(db, range);
    if (before.length < lengthOf(range)) {
      return refused(userError('INVALID', 'until', 'Nights are on sale up to 730 days ahead.'));
    }
    const objection = change.refuse?.(before);
    if (objection) return refused(objection);
    if (change.assignments.length > 0) {
      await sql`UPDATE catalog.night SET ${sql.join(change.assignments)} WHERE ${where}`.execute(db);
      await publish(ctx, em, change.event, {
        teamId: property.storefront.teamId,
        unitTypeId: unitType.id,
        propertyId: property.id,
        from: range.from.toString(),
        until: range.until.toString(),
        version: await nextVersion(em),
      });
    }
    return { nights: await readCalendar(db, range), userErrors: [] };
  });
  readModelOf(ctx).nightsChanged();
  return payload;
}

const refused = (error: UserError): NightsPayload => ({ nights: null, userErrors: [error] });

/** Why a range cannot be changed; null when it can. `today` is the property's. */
export function refuseRange(range: NightRange, today: number): UserError | null {
  const length = lengthOf(range);
  if (epochDayOf(range.from) < today) {
    return userError('INVALID', 'from', 'Nights in the past cannot be changed.');
  }
  if (length < 1) return userError('INVALID', 'until', 'The last night must not be before the first.');
  if (length > MOST_NIGHTS) {
    return userError('INVALID', 'until', `At most ${MOST_NIGHTS} nights can be changed at once.`);
  }
  return null;
}

/** The next version of events about nights. */
export async function nextVersion(em: Transaction): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`SELECT nextval('catalog.change_version')::float8 AS version`.execute(em.getKysely<unknown>());
  return rows[0]?.version ?? 0;
}
