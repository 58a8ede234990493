import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import type { ChannelStayInput, ChannelStayResult, StayRatePlan } from '../../generated.ts';
import { ANNOUNCE_AVAILABILITY } from '../../rates/commands/announce-availability.ts';
import {
  ChannelConnectionEntity,
  type ChannelConnectionRow,
  ChannelRoomEntity,
  RatePlanEntity,
  UnitTypeEntity,
} from '../../store/entities.ts';
import { nextVersion } from '../../store/next-version.ts';
import { tables } from '../../store/tables.ts';
import { type ChannelSoldStay, nightsOf, type SoldNight } from '../domain/channel-stay.ts';

interface Taken {
  readonly outcome: 'taken' | 'sold_out' | 'no_nights' | 'gone' | 'closing';
  readonly overbooked: readonly string[];
}

/**
 * Takes nights for a channel's reservation: free nights immediately, the others as soon as they become free,
 * before anyone else can book them. If the connection refuses overbooking, either all nights are taken or
 * none. Notifies the host about nights sold without a unit. Safe to repeat with the same hold. See
 * docs/interface/channels.md#nights.
 */
export async function takeChannelStay(
  ctx: SubgraphContext,
  input: ChannelStayInput,
): Promise<ChannelStayResult> {
  for (const id of [input.holdId, input.replaces])
    if (id != null && !isUuid(id)) throw badInput('The id of a hold must be a UUID.');
  const connection = await findConnection(ctx, input.connectionId);
  if (!connection) return { outcome: 'not_active', line: null, sold: null };
  const stays = await soldStays(ctx, connection, input);
  const unknown = stays.indexOf(null);
  if (unknown >= 0) return { outcome: 'unknown_room', line: unknown, sold: null };
  const known = stays.flatMap((stay) => stay ?? []);
  const plans = await soldPlans(ctx, connection, input.lines, known);
  const strange = plans.indexOf('unknown');
  if (strange >= 0) return { outcome: 'unknown_rate', line: strange, sold: null };
  const sold = {
    ...soldThrough(connection),
    lines: known.map(({ unitTypeId, title }, at) => {
      const plan = plans[at];
      return { unitTypeId: String(unitTypeId), title, ratePlan: plan && plan !== 'unknown' ? plan : null };
    }),
  };
  if (input.currency !== connection.currency) return { outcome: 'other_currency', line: null, sold };
  const nights = input.cancelled ? [] : nightsOf(known);
  const { outcome } = await inTransaction(ctx, async (em) => {
    const taken = await takeNights(em, connection, input, known, nights);
    if (taken.outcome === 'taken' && taken.overbooked.length > 0)
      await tellOverbooked(ctx, em, connection, known, taken.overbooked);
    return taken;
  });
  if (outcome === 'taken') {
    ctx.services.catalog.readModel.nightsChanged();
    ctx.db.wakeup.wake([ANNOUNCE_AVAILABILITY]);
  }
  return { outcome: outcome === 'closing' ? 'not_active' : outcome, line: null, sold };
}

/** An active connection with its property and storefront; an app sees only its own connections. */
async function findConnection(ctx: SubgraphContext, id: string) {
  const { viewer } = ctx;
  if (viewer.kind !== 'app' && viewer.kind !== 'platform') return null;
  return reader(ctx).findOne(
    ChannelConnectionEntity,
    {
      id: parseId(id) ?? 0,
      status: 'active',
      ...(viewer.kind === 'app' && { installId: viewer.installId, teamId: viewer.teamId }),
    },
    { populate: ['property.storefront'] },
  );
}

type OpenConnection = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

const soldThrough = ({ property, name, collects }: OpenConnection) => ({
  storefrontId: String(property.storefront.id),
  propertyId: String(property.id),
  name,
  collects,
  timeZone: property.timeZone,
  test: property.storefront.sandbox,
});

/** The unit type sold on each line; null for an unmapped room, or another property's unit type. */
async function soldStays(
  ctx: SubgraphContext,
  connection: OpenConnection,
  { lines }: ChannelStayInput,
): Promise<readonly (ChannelSoldStay | null)[]> {
  const em = reader(ctx);
  const rooms = await em.find(ChannelRoomEntity, {
    connection: connection.id,
    channelRoomId: lines.flatMap(({ channelRoomId }) => channelRoomId ?? []),
  });
  const byRoom = new Map(rooms.map(({ channelRoomId, unitType }) => [channelRoomId, unitType.id]));
  const named = lines.flatMap(({ unitTypeId }) => (unitTypeId == null ? [] : (parseId(unitTypeId) ?? 0)));
  const units = await em.find(UnitTypeEntity, {
    property: connection.property.id,
    id: [...byRoom.values(), ...named],
  });
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return lines.map(({ unitTypeId, channelRoomId, checkIn, checkOut }) => {
    const id = unitTypeId == null ? byRoom.get(channelRoomId ?? '') : (parseId(unitTypeId) ?? 0);
    const unit = byId.get(id ?? 0);
    return unit ? { unitTypeId: unit.id, title: unit.name, checkIn, checkOut } : null;
  });
}

/**
 * Each line's rate plan: given directly, or mapped from its channel rate. Null without a rate or for an
 * unmapped rate, since neither is a reason to refuse a completed sale. `unknown` if the unit type doesn't
 * have the plan.
 */
async function soldPlans(
  ctx: SubgraphContext,
  connection: OpenConnection,
  lines: ChannelStayInput['lines'],
  stays: readonly ChannelSoldStay[],
): Promise<readonly (StayRatePlan | 'unknown' | null)[]> {
  if (lines.every(({ ratePlanId, channelRateId }) => ratePlanId == null && channelRateId == null))
    return lines.map(() => null);
  const em = reader(ctx);
  const rates = await tables(em)
    .selectFrom('channel_rate as c')
    .innerJoin('channel_room as r', (join) =>
      join.onRef('r.connection', '=', 'c.connectionId').onRef('r.channelRoomId', '=', 'c.channelRoomId'),
    )
    .innerJoin('unit_type as u', 'u.id', 'r.unitType')
    .select(['c.channelRoomId', 'c.channelRateId', 'r.unitType'])
    .select(sql`coalesce(c.rate_plan_id, u.rate_plan_id)`.$castTo<number | null>().as('planId'))
    .where('c.connectionId', '=', connection.id)
    .where('c.channelRateId', 'in', ['', ...lines.flatMap(({ channelRateId }) => channelRateId ?? [])])
    .orderBy('c.channelRoomId')
    .execute();
  const wanted = lines.map(({ ratePlanId, channelRateId, channelRoomId }, at) => {
    if (ratePlanId != null) return parseId(ratePlanId) ?? 0;
    const mapped = rates.find(
      (rate) =>
        rate.unitType === stays[at]?.unitTypeId &&
        rate.channelRateId === (channelRateId ?? '') &&
        (channelRoomId == null || rate.channelRoomId === channelRoomId),
    );
    return mapped?.planId ?? null;
  });
  const plans = await em.find(RatePlanEntity, {
    id: wanted.flatMap((id) => id ?? []),
    unitType: stays.map(({ unitTypeId }) => unitTypeId),
  });
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  return wanted.map((id, at) => {
    if (id === null) return null;
    const plan = byId.get(id);
    if (!plan || plan.unitType.id !== stays[at]?.unitTypeId) return 'unknown';
    return { id: String(plan.id), title: plan.title, description: plan.description || null };
  });
}

/** Runs `catalog.take_channel_stay` (store/functions.sql). */
async function takeNights(
  em: Transaction,
  connection: OpenConnection,
  { holdId, replaces, since }: ChannelStayInput,
  stays: readonly ChannelSoldStay[],
  nights: readonly SoldNight[],
): Promise<Taken> {
  const from = stays.map(({ checkIn }) => checkIn.toString()).sort()[0];
  const until = stays
    .map(({ checkOut }) => checkOut.toString())
    .sort()
    .at(-1);
  const { rows } = await sql`SELECT outcome, overbooked::text[] AS overbooked FROM catalog.take_channel_stay(
    ${holdId}::uuid, ${connection.id}::int, ${connection.property.storefront.id}::int, ${replaces}::uuid,
    ${connection.overbooking === 'flag'}::boolean, ${from}::date, ${until}::date,
    ${nights.map(({ unitTypeId }) => unitTypeId)}::int[], ${nights.map(({ night }) => night)}::date[],
    ${nights.map(({ units }) => units)}::int[], ${since}::timestamptz)`
    .$castTo<Taken>()
    .execute(statements(em));
  const [taken] = rows;
  if (!taken) throw new Error('catalog.take_channel_stay returned no row.');
  return taken;
}

/** Publishes and records nights sold without a unit. */
async function tellOverbooked(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, name, property }: Pick<ChannelConnectionRow, 'teamId' | 'name'> & OpenConnection,
  stays: readonly ChannelSoldStay[],
  nights: readonly string[],
): Promise<void> {
  const titles = [...new Set(stays.map(({ title }) => title))].join(', ');
  await publish(ctx, em, 'channel_connection.overbooked', {
    teamId,
    propertyId: property.id,
    property: property.name,
    unitTypeId: stays[0]?.unitTypeId ?? 0,
    unitType: titles,
    channel: name,
    nights,
    version: await nextVersion(em),
  });
  await recordTeamEvent(ctx, em, [teamId], {
    kind: 'channel_connection.overbooked',
    subject: `${name}, ${titles}`,
    change: nights.slice(0, 20).join(', '),
  });
}
