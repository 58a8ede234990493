import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { dateIn, nightsBetween } from '#kit/dates.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_RANGE } from '#schema/limits.ts';
import { ownProperty } from '../../access.ts';
import type { IcalBlock } from '../../generated.ts';
import { PropertyEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

const MOST_BLOCKS = 1_000;
const MOST_OVERBOOKED = 100;

/** Fields shown for an event and its feed. */
const SHOWN = [
  'ical_feed.id as feedId',
  'ical_feed.name as feedName',
  'ical_feed.unitType as unitTypeId',
  'ical_event.firstNight as checkIn',
  'ical_event.departure as checkOut',
  // On a unit type with one unit, a feed's events are a union.
  sql<number>`CASE unit_type.units WHEN 1 THEN 1 ELSE ical_feed.units END`.as('units'),
] as const;

interface Span {
  readonly propertyId: string;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/**
 * Nights that feeds take at a team's property. Throws `BAD_USER_INPUT` for a span that is too long or
 * reversed.
 */
export async function listIcalBlocks(
  ctx: SubgraphContext,
  { propertyId, from, until }: Span,
): Promise<IcalBlock[]> {
  const nights = nightsBetween(from, until) + 1;
  if (nights < 1 || nights > MAX_RANGE) throw badInput(`Request 1 to ${MAX_RANGE} nights.`);
  const em = reader(ctx);
  const property = await em.findOne(PropertyEntity, {
    $and: [{ id: parseId(propertyId) ?? 0 }, ownProperty(ctx.viewer)],
  });
  if (!property) return [];
  const rows = await tables(em)
    .selectFrom('ical_event')
    .innerJoin('ical_feed', 'ical_feed.id', 'ical_event.feed')
    .innerJoin('unit_type', 'unit_type.id', 'ical_feed.unitType')
    .select(({ exists, selectFrom }) => [
      ...SHOWN,
      exists(
        selectFrom('ical_night')
          .select('ical_night.night')
          .whereRef('ical_night.unitType', '=', 'ical_feed.unitType')
          .whereRef('ical_night.feed', '=', 'ical_feed.id')
          .whereRef('ical_night.night', '>=', 'ical_event.firstNight')
          .whereRef('ical_night.night', '<', 'ical_event.departure')
          .whereRef('ical_night.taken', '<', 'ical_night.wanted'),
      ).as('overbooked'),
    ])
    .where('unit_type.property', '=', property.id)
    .where('ical_feed.removedAt', 'is', null)
    .where('ical_event.echo', '=', false)
    .where('ical_event.firstNight', '<=', until.toString())
    .where('ical_event.departure', '>', from.toString())
    .orderBy('ical_event.firstNight')
    .orderBy('ical_event.externalId')
    .limit(MOST_BLOCKS)
    .execute();
  return rows.map(({ overbooked, ...row }) => ({ ...row, overbooked: Boolean(overbooked) }));
}

/** Events in the team's feeds with an upcoming night that had no free unit. */
export async function listOverbooked(ctx: SubgraphContext): Promise<IcalBlock[]> {
  const em = reader(ctx);
  const properties = await em.find(PropertyEntity, ownProperty(ctx.viewer), { fields: ['id', 'timeZone'] });
  const now = ctx.clock.now();
  const [today] = properties.map(({ timeZone }) => dateIn(timeZone, now).toString()).sort();
  if (today === undefined) return [];
  const rows = await tables(em)
    .selectFrom('ical_event')
    .innerJoin('ical_feed', 'ical_feed.id', 'ical_event.feed')
    .innerJoin('unit_type', 'unit_type.id', 'ical_feed.unitType')
    .innerJoin('ical_night', (join) =>
      join
        .onRef('ical_night.unitType', '=', 'ical_feed.unitType')
        .onRef('ical_night.feed', '=', 'ical_feed.id')
        .onRef('ical_night.night', '>=', 'ical_event.firstNight')
        .onRef('ical_night.night', '<', 'ical_event.departure'),
    )
    .select([...SHOWN, 'ical_event.externalId'])
    .distinct()
    .where(
      'unit_type.property',
      'in',
      properties.map(({ id }) => id),
    )
    .where('ical_feed.removedAt', 'is', null)
    .where('ical_event.echo', '=', false)
    .where('ical_night.night', '>=', today)
    .whereRef('ical_night.taken', '<', 'ical_night.wanted')
    .orderBy('ical_event.firstNight')
    .orderBy('ical_event.externalId')
    .limit(MOST_OVERBOOKED)
    .execute();
  return rows.map(({ externalId: _, ...row }) => ({ ...row, overbooked: true }));
}
