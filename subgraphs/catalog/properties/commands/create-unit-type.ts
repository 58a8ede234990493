import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { plainBeginning } from '#kit/plain-text.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import { readUnitTypeContent } from '../../domain/content-change.ts';
import { mistaken, userError } from '../../errors.ts';
import type { UnitTypeCreateInput } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { addFirstPlan } from '../../rates/store/rate-plans.ts';
import { PropertyEntity, type PropertyRow, UnitTypeEntity } from '../../store/entities.ts';
import { nextVersion } from '../../store/next-version.ts';
import { describeUnitType } from '../../store/records.ts';
import { filled, mistakesInUnitType } from '../domain/property-change.ts';
import type { EditedUnitType } from './update-unit-type.ts';

/** Maximum active unit types per property. */
const MOST_UNIT_TYPES = 500;
/** Maximum unit types per property including archived ones, so that `Property.unitTypes` has a bound. */
const MOST_UNIT_TYPES_EVER = 1_000;

/**
 * Adds a unit type to a team's property and puts its nights on sale, or returns the existing unit type with
 * the given external id. Locks the property, so that a concurrent second call finds the first call's unit
 * type. Agents find it as soon as this returns. Publishes `unit_type.updated`, and `rates.updated` and
 * `availability.updated` for its nights. See docs/interface/catalog.md#adding.
 */
export async function createUnitType(
  ctx: SubgraphContext,
  input: UnitTypeCreateInput,
): Promise<EditedUnitType> {
  const read = readInput(input);
  if ('userErrors' in read) return { unitType: null, userErrors: read.userErrors };
  const teamId = teamOf(ctx.viewer);
  const { storefront, ...payload } = await inTransaction(ctx, async (em) => {
    const property = await em.findOne(
      PropertyEntity,
      { $and: [{ id: parseId(input.propertyId) ?? 0 }, ownProperty(ctx.viewer)] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] },
    );
    if (!property) return refused('NOT_FOUND', 'There is no such property.');
    if (property.archivedAt) return refused('ARCHIVED', 'This property is archived and can’t be sold.');
    const { externalId } = read.row;
    const there = externalId ? await em.findOne(UnitTypeEntity, { property, externalId }) : null;
    if (there) return { unitType: describeUnitType(there), userErrors: [], storefront: null };
    if ((await em.count(UnitTypeEntity, { property, archivedAt: null })) >= MOST_UNIT_TYPES)
      return refused('LIMIT_REACHED', `A property can have at most ${MOST_UNIT_TYPES} unit types.`);
    if ((await em.count(UnitTypeEntity, { property })) >= MOST_UNIT_TYPES_EVER)
      return refused(
        'LIMIT_REACHED',
        `A property can have at most ${MOST_UNIT_TYPES_EVER} unit types, including archived ones.`,
      );
    const unitType = em.create(UnitTypeEntity, { ...read.row, property });
    addFirstPlan(em, unitType);
    await em.flush();
    await em.refresh(unitType); // the database sets its creation time
    await ctx.services.catalog.hooks.unitTypesCreated(ctx, em, [unitType.id]);
    const nights = await putOnSale(ctx, em, property, unitType.id);
    const about = { teamId, unitTypeId: unitType.id, propertyId: property.id };
    const { revision: version, active } = unitType;
    await publish(ctx, em, 'unit_type.updated', { ...about, version, active });
    for (const event of ['rates.updated', 'availability.updated'] as const)
      await publish(ctx, em, event, { ...about, ...nights, version: await nextVersion(em) });
    await recordUnlessRepeated(ctx, em, teamId, { kind: 'unit_type.created', subject: unitType.name });
    return { unitType: describeUnitType(unitType), userErrors: [], storefront: property.storefront.id };
  });
  if (storefront !== null) ctx.services.catalog.changes.announce(storefront, parseId(input.propertyId));
  return payload;
}

/** Converts the input to a row's columns, or returns all validation errors. */
function readInput({
  propertyId: _property,
  name,
  units,
  baseRate,
  maxGuests,
  ...given
}: UnitTypeCreateInput) {
  const {
    kind: _kind,
    beds: _beds,
    childAgeBands: _bands,
    amenities: _amenities,
    descriptions: _texts,
    externalId: _id,
    ...numbers
  } = given;
  const change = { ...numbers, name, units, baseRate, maxGuests };
  const { content, mistakes: unreadable } = readUnitTypeContent(given);
  const current = { maxGuests, maxAdults: null, maxChildren: null, baseGuests: 1 };
  const mistakes = [...mistakesInUnitType(change, current), ...unreadable];
  if (mistakes.length > 0) return { userErrors: mistakes.map(mistaken) };
  const row = {
    ...filled(numbers),
    ...content,
    name,
    units,
    baseRate,
    maxGuests,
    baseGuests: given.baseGuests ?? maxGuests,
    description: plainBeginning(content.descriptions?.[0]?.markdown ?? ''),
  };
  return { row };
}

/** Puts a new unit type's nights on sale, starting yesterday, which is still today in some time zones. */
async function putOnSale(
  ctx: SubgraphContext,
  em: Transaction,
  { timeZone }: PropertyRow,
  unitTypeId: number,
): Promise<{ readonly from: string; readonly until: string }> {
  const today = todayIn(timeZone, ctx.clock.now());
  const [from, until] = [dateOfEpochDay(today).toString(), dateOfEpochDay(today + HORIZON_DAYS).toString()];
  await sql`SELECT catalog.extend_nights(${from}::date - 1, ${until}::date, ARRAY[${unitTypeId}::int])`.execute(
    statements(em),
  );
  return { from, until };
}

const refused = (code: 'NOT_FOUND' | 'ARCHIVED' | 'LIMIT_REACHED', message: string) => ({
  unitType: null,
  userErrors: [userError(code, 'propertyId', message)],
  storefront: null,
});
