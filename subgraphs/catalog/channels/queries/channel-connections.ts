import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { ownProperty } from '../../access.ts';
import type { ChannelOverbookedNight, ChannelRate, ChannelRoom } from '../../generated.ts';
import { ChannelConnectionEntity, type ChannelConnectionRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

const MOST_LISTED = 200;
const MOST_NIGHTS = 1_000;

/** Connections for an app's install or a host's team, oldest first; long-ended ones are left out. */
export async function listChannelConnections(ctx: SubgraphContext): Promise<ChannelConnectionRow[]> {
  const { viewer } = ctx;
  const newest = await reader(ctx).find(
    ChannelConnectionEntity,
    {
      property: ownProperty(viewer),
      ...(viewer.kind === 'app' && { installId: viewer.installId }),
    },
    { populate: ['property'], orderBy: [{ id: 'desc' }], limit: MOST_LISTED },
  );
  return newest.reverse();
}

/** Unit types mapped to a connection's rooms. */
export const roomsOfConnection = batch<number, ChannelRoom[]>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('channel_room')
    .select(['connection', 'channelRoomId', 'unitType', 'problem'])
    .where('connection', 'in', ids)
    .orderBy('channelRoomId')
    .execute();
  const sold = await tables(reader(ctx))
    .selectFrom('channel_rate')
    .select([
      'connectionId',
      'channelRoomId',
      'channelRateId',
      'ratePlanId',
      'percentBp',
      'roundTo',
      'problem',
    ])
    .select(sql`add_minor::float8`.$castTo<number>().as('addMinor'))
    .where('connectionId', 'in', ids)
    .orderBy('channelRateId')
    .execute();
  const rates = Map.groupBy(sold, ({ connectionId, channelRoomId }) => `${connectionId} ${channelRoomId}`);
  const rooms = Map.groupBy(rows, ({ connection }) => connection);
  return new Map(
    [...rooms].map(([id, own]) => [
      id,
      own.map(({ channelRoomId, unitType, problem }) => ({
        channelRoomId,
        unitTypeId: String(unitType),
        problem,
        rates: (rates.get(`${id} ${channelRoomId}`) ?? []).map(asRate),
      })),
    ]),
  );
});

interface KeptRate {
  readonly channelRateId: string;
  readonly ratePlanId: number | null;
  readonly percentBp: number;
  readonly addMinor: number;
  readonly roundTo: number | null;
  readonly problem: string | null;
}

const asRate = ({
  channelRateId,
  ratePlanId,
  percentBp,
  addMinor,
  roundTo,
  problem,
}: KeptRate): ChannelRate => ({
  channelRateId: channelRateId || null,
  ratePlanId: ratePlanId === null ? null : String(ratePlanId),
  percentBp,
  addMinor,
  roundTo,
  problem,
});

/** Upcoming nights that a connection's channel sold without a free unit. */
export const overbookedByConnection = batch<number, ChannelOverbookedNight[]>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('channel_night')
    .innerJoin('unit_type', 'unit_type.id', 'channel_night.unitType')
    .innerJoin('property', 'property.id', 'unit_type.property')
    .select(['channel_night.connection', 'channel_night.night', 'channel_night.unitType'])
    .select((given) => given.fn.sum<string>(given('wanted', '-', given.ref('taken'))).as('units'))
    .where('channel_night.connection', 'in', ids)
    .whereRef('taken', '<', 'wanted')
    .where(
      sql`night >= (${ctx.clock.now()}::timestamptz AT TIME ZONE usable_zone(property.time_zone))::date`.$castTo<boolean>(),
    )
    .groupBy(['channel_night.connection', 'channel_night.night', 'channel_night.unitType'])
    .orderBy('channel_night.night')
    .orderBy('channel_night.unitType')
    .limit(MOST_NIGHTS)
    .execute();
  const nights = Map.groupBy(rows, ({ connection }) => connection);
  return new Map([...nights].map(([id, own]) => [id, own.map(asNight)]));
});

/** Nights that a channel reservation's hold needs but doesn't have. */
export const overbookedByHold = batch<string, ChannelOverbookedNight[]>(async (ctx, ids) => {
  const db = tables(reader(ctx));
  const lost = await db
    .selectFrom('closed_unit_nights')
    .select(['holdId', 'night', 'unitType'])
    .where('holdId', 'in', ids)
    .where('taken', '=', false)
    .orderBy('night')
    .execute();
  const sold = await db
    .selectFrom('channel_night')
    .select(['holdId', 'night', 'unitType'])
    .select((given) => given('wanted', '-', given.ref('taken')).as('units'))
    .where('holdId', 'in', ids)
    .whereRef('taken', '<', 'wanted')
    .orderBy('night')
    .orderBy('unitType')
    .execute();
  const rows = [...sold, ...lost.map((row) => ({ ...row, units: 1 }))];
  const nights = Map.groupBy(rows, ({ holdId }) => holdId ?? '');
  return new Map([...nights].map(([id, own]) => [id, own.map(asNight)]));
});

/** The nights' dates in order, each once. */
export const datesOf = (nights: readonly ChannelOverbookedNight[]): string[] => [
  ...new Set(nights.map(({ date }) => date.toString())),
];

const asNight = (row: { readonly night: string; readonly unitType: number; readonly units: unknown }) => ({
  date: Temporal.PlainDate.from(row.night),
  unitTypeId: String(row.unitType),
  units: Number(row.units),
});
