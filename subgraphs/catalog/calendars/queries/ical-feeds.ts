import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { IcalExportEntity, IcalFeedEntity, type IcalFeedRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { feedUrlRow } from '../../storefronts/store/sealed-rows.ts';
import { type Overbooking, overbookings } from '../domain/feed-nights.ts';
import { exportUrl } from '../store/ical-exports.ts';
import type { OwnFeed } from '../store/own-feed.ts';

/** A feed as the API shows it. */
export interface IcalFeedRecord
  extends Pick<
    IcalFeedRow,
    'id' | 'name' | 'units' | 'holdBackUnits' | 'status' | 'holdsBack' | 'createdAt' | 'nextReadAt'
  > {
  readonly unitTypeId: number;
  readonly url: string;
  readonly problem: NonNullable<IcalFeedRow['problem'] | IcalFeedRow['noted']> | null;
  /** The calendar line with the problem. */
  readonly problemLine: string | null;
  readonly lastReadAt: Date | null;
  readonly lastGoodAt: Date | null;
  readonly events: number;
  readonly missingEvents: number;
  readonly echoes: number;
  readonly overbooked: readonly Overbooking[];
  readonly exportUrl: string;
}

/**
 * The feeds of a team's unit type, oldest first. Also starts the feed thread, because someone who lists feeds
 * may add one next.
 */
export async function listIcalFeeds(ctx: SubgraphContext, unitTypeId: string): Promise<IcalFeedRecord[]> {
  ctx.services.catalog.feedThread.warm();
  const rows = await reader(ctx).find(
    IcalFeedEntity,
    { unitType: { id: parseId(unitTypeId) ?? 0, property: ownProperty(ctx.viewer) }, removedAt: null },
    { populate: ['unitType.property.storefront'], orderBy: { id: 'asc' } },
  );
  return describeFeeds(ctx, rows);
}

/** A feed after a change; null if it has since been removed. */
export async function findIcalFeed(ctx: SubgraphContext, id: number): Promise<IcalFeedRecord | null> {
  const row = await reader(ctx).findOne(
    IcalFeedEntity,
    { id, removedAt: null },
    { populate: ['unitType.property.storefront'] },
  );
  const [described] = row ? await describeFeeds(ctx, [row]) : [];
  return described ?? null;
}

/** The calendar link for a team's unit type; null for any other unit type. */
export async function findIcalExport(
  ctx: SubgraphContext,
  unitTypeId: string,
): Promise<{ readonly url: string } | null> {
  const row = await reader(ctx).findOne(
    IcalExportEntity,
    { unitType: { id: parseId(unitTypeId) ?? 0, property: ownProperty(ctx.viewer) }, feed: null },
    { populate: ['unitType.property.storefront'] },
  );
  return row && { url: exportUrl(ctx, row, row.unitType.property.storefront.domain) };
}

async function describeFeeds(ctx: SubgraphContext, rows: readonly OwnFeed[]): Promise<IcalFeedRecord[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const today = dateIn(first.unitType.property.timeZone, ctx.clock.now()).toString();
  const em = reader(ctx);
  const exports = await em.find(IcalExportEntity, { feed: ids });
  const events = await tables(em)
    .selectFrom('ical_event')
    .select(({ fn }) => [
      'feed',
      fn.countAll<string>().filterWhere('echo', '=', false).as('events'),
      fn
        .countAll<string>()
        .filterWhere(({ and }) => and({ echo: false, absent: true }))
        .as('missing'),
      fn.countAll<string>().filterWhere('echo', '=', true).as('echoes'),
    ])
    .where('feed', 'in', ids)
    .where('departure', '>', today)
    .groupBy('feed')
    .execute();
  const nights = await tables(em)
    .selectFrom('ical_night')
    .select((given) => [
      'feed' as const,
      'night' as const,
      given(given.ref('wanted'), '-', given.ref('taken')).as('units'),
    ])
    .where('unitType', '=', first.unitType.id)
    .where('night', '>=', today)
    .whereRef('taken', '<', 'wanted')
    .orderBy('night')
    .execute();
  return rows.map((row) => {
    const counted = events.find(({ feed }) => feed === row.id);
    const exported = exports.find(({ feed }) => feed?.id === row.id);
    if (!exported) throw new Error(`Feed ${row.id} has no export.`);
    return {
      id: row.id,
      name: row.name,
      units: row.units,
      holdBackUnits: row.holdBackUnits,
      status: row.status,
      holdsBack: row.holdsBack,
      createdAt: row.createdAt,
      nextReadAt: row.nextReadAt,
      unitTypeId: row.unitType.id,
      url: ctx.vault.open(row.urlSealed ?? '', feedUrlRow(row.urlHash)),
      problem: row.problem ?? row.noted ?? null,
      problemLine: row.problem ? null : (row.notedLine ?? null),
      lastReadAt: row.lastReadAt ?? null,
      lastGoodAt: row.lastGoodAt ?? null,
      events: Number(counted?.events ?? 0),
      missingEvents: Number(counted?.missing ?? 0),
      echoes: Number(counted?.echoes ?? 0),
      overbooked: overbookings(nights.filter(({ feed }) => feed === row.id)),
      exportUrl: exportUrl(ctx, exported, row.unitType.property.storefront.domain),
    };
  });
}
