import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import { hashToken } from '#kit/secrets.ts';
import type { IcalCalendar } from '../../generated.ts';
import { IcalExportEntity, type IcalExportRow } from '../../store/entities.ts';
import { takenSpans } from '../domain/feed-nights.ts';
import { pathThrough, readPath } from '../domain/feed-path.ts';
import { servedSince } from '../store/served-since.ts';

interface AskedCalendar {
  readonly storefrontId: string;
  readonly unitTypeId: string;
  readonly token: string;
}

const LONGEST_TOKEN = 100;

/**
 * The calendar behind a link: spans of nights without a free unit. A feed's link leaves out that feed's
 * nights, and the unit type's own link leaves out the nights of all feeds, so that nights don't come back to
 * us through another calendar (docs/interface/ical.md#links).
 */
export async function icalCalendar(
  ctx: SubgraphContext,
  { storefrontId, unitTypeId, token }: AskedCalendar,
): Promise<IcalCalendar | null> {
  if (token.length > LONGEST_TOKEN) return null;
  const row = await reader(ctx).findOne(
    IcalExportEntity,
    {
      tokenHash: hashToken(token),
      unitType: { id: parseId(unitTypeId) ?? 0, property: { storefront: parseId(storefrontId) ?? 0 } },
    },
    { populate: ['unitType.property'] },
  );
  if (!row) return null;
  const today = dateIn(row.unitType.property.timeZone, ctx.clock.now());
  const ownId = await idOfUnitType(ctx, row);
  const nights = await fullNights(ctx, row, today.subtract({ days: DAYS_BEFORE }));
  const passed = nights.flatMap(({ via, ...night }) => {
    const path = pathThrough(ownId, readPath(via));
    return path === null ? [] : { ...night, via: path };
  });
  const spans = takenSpans(passed);
  const shown = spans.filter(({ checkOut }) => checkOut > today.toString());
  return { calendarId: row.calendarId, ownId, spans: shown, changedAt: await servedSince(ctx, row, shown) };
}

/** A stay in progress keeps its first night, and therefore its UID, for this many days. */
const DAYS_BEFORE = 100;

/** The unit type's id in all its calendars: its first export's id. */
async function idOfUnitType(ctx: SubgraphContext, { unitType }: IcalExportRow): Promise<string> {
  const first = await reader(ctx).findOneOrFail(
    IcalExportEntity,
    { unitType: unitType.id },
    { orderBy: { id: 'asc' } },
  );
  return first.calendarId;
}

/**
 * Full nights in order; nights taken by the link's own feeds count as free. `via` names the origin of nights
 * that are full only because of other feeds, listing as many feeds as needed, starting with the first.
 */
async function fullNights(ctx: SubgraphContext, { unitType, feed }: IcalExportRow, from: Temporal.PlainDate) {
  const { rows } = await sql<{
    readonly night: string;
    readonly reserved: boolean;
    readonly via: string | null;
  }>`
    SELECT n.night::text AS night, n.held + n.confirmed > back.taken AS reserved, (
      SELECT string_agg(DISTINCT e.via, ',' ORDER BY e.via) FROM (
        SELECT k.feed_id, (sum(k.taken) OVER ())::int AS of_all, sum(k.taken) OVER (ORDER BY k.feed_id) - k.taken AS of_earlier
        FROM catalog.ical_night k
        WHERE k.unit_type_id = n.unit_type_id AND k.night = n.night AND k.feed_id <> ${feed?.id ?? null}::int
      ) other
      JOIN catalog.ical_event e ON e.feed_id = other.feed_id AND n.night >= e.first_night AND n.night < e.departure
      WHERE e.via <> '' AND NOT e.echo AND NOT n.stop_sell
        AND other.of_earlier < catalog.takeable_units(n.total, n.closed, n.held, n.confirmed - back.taken - other.of_all, 0, 100)
    ) AS via
    FROM catalog.night n, LATERAL (
      SELECT coalesce(sum(k.taken), 0)::int AS taken FROM catalog.ical_night k
      WHERE k.unit_type_id = n.unit_type_id AND k.night = n.night AND k.feed_id = coalesce(${feed?.id ?? null}::int, k.feed_id)
    ) back
    WHERE n.unit_type_id = ${unitType.id} AND n.night >= ${from.toString()}::date
      AND (n.stop_sell OR catalog.takeable_units(n.total, n.closed, n.held, n.confirmed - back.taken, 0, 100) = 0)
    ORDER BY n.night`.execute(statements(ctx));
  return rows;
}
