import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { userError } from '../../errors.ts';
import type {
  ChannelMapping,
  ChannelMappingInput,
  ChannelMappingsPayload,
  ChannelMappingsSetInput,
  ChannelRoom,
  UserError,
} from '../../generated.ts';
import { ChannelConnectionEntity, RatePlanEntity } from '../../store/entities.ts';
import { mappingFaults, roomsMapped } from '../domain/channel-mapping.ts';
import { askProducts } from '../operations/ask-products.ts';
import { declaredPush } from '../operations/declared-push.ts';
import { roomsOfConnection } from '../queries/channel-connections.ts';
import { mapChannelRooms } from './map-channel-rooms.ts';

const NO_PLAN = 'The unit type has no such rate plan.';
const NO_RATES =
  'The channel lists no rates for this room: map it without `channelRateId`, or have the app list its rates in `channel_products`.';

/**
 * Sets the rooms and rates that a channel sells for each unit type; disabled or omitted ones are closed. See
 * docs/interface/channels.md#connecting.
 */
export async function setChannelMappings(
  ctx: SubgraphContext,
  { connectionId, mappings }: ChannelMappingsSetInput,
): Promise<ChannelMappingsPayload> {
  const faults = mappingFaults(mappings).map(({ at, field, message }) =>
    at === null ? userError('INVALID', 'mappings', message) : inMapping(at, field, message),
  );
  if (faults.length > 0) return { mappings: null, userErrors: faults };
  const unsold = [
    ...(await unknownPlans(ctx, mappings)),
    ...(await unlistedRates(ctx, connectionId, mappings)),
  ];
  if (unsold.length > 0) return { mappings: null, userErrors: unsold };
  const rooms = roomsMapped(mappings);
  const { channelConnection, userErrors } = await mapChannelRooms(ctx, { connectionId, rooms }, 'mappings');
  if (!channelConnection) return { mappings: null, userErrors };
  const { id } = channelConnection;
  const mapped = (await roomsOfConnection(ctx, id)) ?? [];
  return { mappings: mapped.flatMap((room) => mappingsOf(id, room)), userErrors: [] };
}

/** One mapping per rate, or a single mapping for a room without rates. */
function mappingsOf(connectionId: number, room: ChannelRoom): readonly ChannelMapping[] {
  const { channelRoomId, unitTypeId, rates } = room;
  const sold = rates.length > 0 ? rates : [{ channelRateId: null, ratePlanId: null, problem: null }];
  return sold.map(({ channelRateId, ratePlanId, problem }) => ({
    id: [connectionId, channelRoomId, channelRateId].filter((part) => part != null).join(':'),
    channelRoomId,
    channelRateId: channelRateId ?? null,
    unitTypeId,
    ratePlanId: ratePlanId ?? null,
    status: (room.problem ?? problem) == null ? 'active' : 'refused',
  }));
}

/** Finds mappings to rate plans from another unit type. */
async function unknownPlans(
  ctx: SubgraphContext,
  mappings: readonly ChannelMappingInput[],
): Promise<readonly UserError[]> {
  const named = mappings.flatMap(({ ratePlanId }) => (ratePlanId == null ? [] : (parseId(ratePlanId) ?? 0)));
  if (named.length === 0) return [];
  const plans = await reader(ctx).find(RatePlanEntity, {
    id: named,
    archivedAt: null,
    unitType: { property: ownProperty(ctx.viewer) },
  });
  const unitTypes = new Map(plans.map(({ id, unitType }) => [String(id), String(unitType.id)]));
  return mappings.flatMap(({ ratePlanId, unitTypeId }, at) =>
    ratePlanId == null || unitTypes.get(ratePlanId) === unitTypeId
      ? []
      : [inMapping(at, 'ratePlanId', NO_PLAN)],
  );
}

/**
 * Finds mappings that give rates for rooms without rates: the app neither declares `rate_plans` nor lists
 * rates for the room in its products.
 */
async function unlistedRates(
  ctx: SubgraphContext,
  connectionId: string,
  mappings: readonly ChannelMappingInput[],
): Promise<readonly UserError[]> {
  if (mappings.every(({ channelRateId }) => channelRateId == null)) return [];
  const pushed = await declaredPush(ctx, connectionId);
  // `mapChannelRooms` refuses a connection that doesn't exist.
  if (pushed === undefined || pushed?.features.includes('rate_plans')) return [];
  const connection = await reader(ctx).findOne(ChannelConnectionEntity, {
    id: parseId(connectionId) ?? 0,
    property: ownProperty(ctx.viewer),
    status: { $ne: 'disconnected' },
  });
  if (!connection) return [];
  const asked = await askProducts(ctx, connection);
  if ('refusal' in asked) return [asked.refusal];
  const rated = new Set(asked.answer.rooms.flatMap(({ id, rates = [] }) => (rates.length > 0 ? [id] : [])));
  return mappings.flatMap(({ channelRoomId, channelRateId }, at) =>
    channelRateId == null || rated.has(channelRoomId) ? [] : [inMapping(at, 'channelRateId', NO_RATES)],
  );
}

const inMapping = (at: number, field: string, message: string): UserError => ({
  ...userError('INVALID', null, message),
  field: ['input', 'mappings', String(at), ...field.split('.')],
});
