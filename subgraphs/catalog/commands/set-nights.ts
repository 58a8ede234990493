import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { epochDayOf } from '../domain/calendar.ts';
import { mistakesIn, objectionsTo } from '../domain/night-change.ts';
import type { NightsSetInput, UnitTypeNight, UserError } from '../generated.ts';
import { lengthOf, MOST_NIGHTS, type NightRange, readCalendar } from '../queries/calendar.ts';
import { todayIn } from '../queries/today.ts';
import { readModelOf } from '../read-model/read-model.ts';
import { rateColumns, unitColumns } from './night-columns.ts';
import { ownUnitType } from './own-rows.ts';
import { mistaken, userError } from './user-error.ts';

/** What a change of nights did: `nights` is null exactly when something was refused. */
export interface NightsPayload {
  readonly nights: UnitTypeNight[] | null;
  readonly userErrors: UserError[];
}

/**
 * Sets rates, restrictions and units for a range of nights of one of the host's unit types in one transaction, with the
 * nights locked in the order that holds lock them: all that is given for all of the range, or nothing and every reason.
 * Publishes `rates.updated` and `availability.updated`, each where something of its kind is set. See docs/interface/catalog.md#inventory.
 */
export async function setNights(ctx: IslandContext, input: NightsSetInput): Promise<NightsPayload> {
  const payload = await inTransaction(ctx, async (em): Promise<NightsPayload> => {
    const mistakes = mistakesIn(input).map(mistaken);
    const unitType = await ownUnitType(em, ctx.viewer, input.unitTypeId);
    if (!unitType) return refused([NO_UNIT_TYPE, ...mistakes]);
    const range = { unitTypeId: unitType.id, from: input.from, until: input.until };
    const badRange = refuseRange(range, todayIn(unitType.property.timeZone, ctx.clock.now()));
    if (badRange) return refused([badRange, ...mistakes]);

    const db = em.getKysely<unknown>();
    const where = sql`unit_type_id = ${range.unitTypeId}
      AND night >= ${range.from.toString()}::date AND night <= ${range.until.toString()}::date`;
    await sql`SELECT FROM catalog.night WHERE ${where} ORDER BY unit_type_id, night FOR UPDATE`.execute(db);
    const before = await readCalendar(db, range);
    const tooLate = before.length < lengthOf(range) ? [TOO_LATE] : [];
    const objections = objectionsTo(input, before).map(mistaken);
    const errors = [
      ...tooLate,
      ...mistakes,
      ...objections.filter((objection) => !sameField(objection, mistakes)),
    ];
    if (errors.length > 0) return refused(errors);

    const columns = { 'rates.updated': rateColumns(input), 'availability.updated': unitColumns(input) };
    const set = Object.values(columns).flat();
    if (set.length === 0) return { nights: before, userErrors: [] };
    await sql`UPDATE catalog.night SET ${sql.join(set)} WHERE ${where}`.execute(db);
    for (const event of ['rates.updated', 'availability.updated'] as const) {
      if (columns[event].length === 0) continue;
      await publish(ctx, em, event, {
        teamId: unitType.property.storefront.teamId,
        unitTypeId: unitType.id,
        propertyId: unitType.property.id,
        from: range.from.toString(),
        until: range.until.toString(),
        version: await nextVersion(em),
      });
    }
    if (columns['rates.updated'].length > 0) {
      const { from: first, until, unitTypeId: _id, ...given } = input;
      const set = Object.entries(given).filter(([, value]) => value != null);
      await recordUnlessRepeated(ctx, em, unitType.property.storefront.teamId, {
        kind: 'prices.set',
        subject: unitType.name,
        change: `${first} to ${until}: ${set.map(([name, value]) => `${name} ${value}`).join(', ')}`,
      });
    }
    return { nights: await readCalendar(db, range), userErrors: [] };
  });
  readModelOf(ctx).nightsChanged();
  return payload;
}

/** Nobody of this team sells it. */
export const NO_UNIT_TYPE = userError('NOT_FOUND', 'unitTypeId', 'There is no such unit type.');
/** Not all nights of the range exist. */
export const TOO_LATE = userError('INVALID', 'until', 'Nights are on sale up to 730 days ahead.');

/** Whether a field is at fault already. */
const sameField = ({ field }: UserError, known: readonly UserError[]): boolean =>
  known.some((error) => error.field?.join() === field?.join());

const refused = (userErrors: UserError[]): NightsPayload => ({ nights: null, userErrors });

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
