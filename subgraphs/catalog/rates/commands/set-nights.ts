import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { lengthOf } from '../../domain/calendar.ts';
import { mistaken, NO_UNIT_TYPE, refuseRange, TOO_LATE } from '../../errors.ts';
import type { NightsSetInput, UnitTypeNight, UserError } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { nextVersion } from '../../store/next-version.ts';
import { ownUnitType } from '../../store/own-rows.ts';
import { mistakesIn, objectionsTo } from '../domain/night-change.ts';
import { readCalendar } from '../queries/calendar.ts';
import { rateColumns, unitColumns } from '../store/night-columns.ts';

/** Result: `nights` is null only if the change was refused. */
export interface NightsPayload {
  readonly nights: UnitTypeNight[] | null;
  readonly userErrors: UserError[];
}

/**
 * Sets rates, restrictions and units for a range of nights in a host's unit type, in one transaction, with
 * the nights locked in the same order as holds lock them. Applies every given field to the whole range, or
 * none and returns all the reasons. Publishes `rates.updated` if a rate or restriction is set, and
 * `availability.updated` if units are set. See docs/interface/catalog.md#inventory.
 */
export async function setNights(ctx: SubgraphContext, input: NightsSetInput): Promise<NightsPayload> {
  const payload = await inTransaction(ctx, async (em): Promise<NightsPayload> => {
    const mistakes = mistakesIn(input).map(mistaken);
    const unitType = await ownUnitType(em, ctx.viewer, input.unitTypeId);
    if (!unitType) return refused([NO_UNIT_TYPE, ...mistakes]);
    const range = { unitTypeId: unitType.id, from: input.from, until: input.until };
    const badRange = refuseRange(range, todayIn(unitType.property.timeZone, ctx.clock.now()));
    if (badRange) return refused([badRange, ...mistakes]);

    const db = statements(em);
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
  ctx.services.catalog.readModel.nightsChanged();
  return payload;
}

/** True if the field already has an error. */
const sameField = ({ field }: UserError, known: readonly UserError[]): boolean =>
  known.some((error) => error.field?.join() === field?.join());

const refused = (userErrors: UserError[]): NightsPayload => ({ nights: null, userErrors });
