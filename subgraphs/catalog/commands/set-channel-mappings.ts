import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../access.ts';
import { roomsFault } from '../domain/channel-connection.ts';
import { userError } from '../errors.ts';
import type {
  ChannelMappingInput,
  ChannelMappingsPayload,
  ChannelMappingsSetInput,
  UserError,
} from '../generated.ts';
import { roomsOfConnection } from '../queries/channel-connections.ts';
import { UnitTypeEntity } from '../store/entities.ts';
import { mapChannelRooms } from './map-channel-rooms.ts';

/** Sets what a channel sells of each unit type; the rooms of mappings that are off are closed. See docs/interface/channels.md#connecting. */
export async function setChannelMappings(
  ctx: SubgraphContext,
  { connectionId, mappings }: ChannelMappingsSetInput,
): Promise<ChannelMappingsPayload> {
  const fault = roomsFault(mappings);
  if (fault) return { mappings: null, userErrors: [userError('INVALID', 'mappings', fault)] };
  const unsold = await unsoldRates(ctx, mappings);
  if (unsold.length > 0) return { mappings: null, userErrors: unsold };
  const rooms = mappings.filter(({ active }) => active !== false);
  const { channelConnection, userErrors } = await mapChannelRooms(ctx, { connectionId, rooms }, 'mappings');
  if (!channelConnection) return { mappings: null, userErrors };
  const mapped = (await roomsOfConnection(ctx, channelConnection.id)) ?? [];
  return {
    mappings: mapped.map(({ channelRoomId, unitTypeId, problem }) => ({
      ...{ id: `${channelConnection.id}:${channelRoomId}`, channelRoomId, unitTypeId },
      status: problem == null ? 'active' : 'refused',
    })),
    userErrors: [],
  };
}

/** Mappings of what channels do not sell: rates of their own, and plans that are not their unit type's default one. */
async function unsoldRates(
  ctx: SubgraphContext,
  mappings: readonly ChannelMappingInput[],
): Promise<readonly UserError[]> {
  const ids = mappings.flatMap(({ ratePlanId, unitTypeId }) =>
    ratePlanId == null ? [] : (parseId(unitTypeId) ?? []),
  );
  const unitTypes =
    ids.length === 0
      ? []
      : await reader(ctx).find(UnitTypeEntity, { id: ids, property: ownProperty(ctx.viewer) });
  const defaults = new Map(
    unitTypes.map(({ id, ratePlan }) => [String(id), ratePlan && String(ratePlan.id)]),
  );
  return mappings.flatMap(({ unitTypeId, ratePlanId, channelRateId }, at) => [
    ...(ratePlanId == null || defaults.get(unitTypeId) === ratePlanId
      ? []
      : [
          inMapping(
            at,
            'ratePlanId',
            'Channels sell the default rate plan: leave it out, or make this one the default.',
          ),
        ]),
    ...(channelRateId == null
      ? []
      : [inMapping(at, 'channelRateId', 'Rates of a room are not told apart: leave it out.')]),
  ]);
}

const inMapping = (at: number, field: string, message: string): UserError => ({
  ...userError('INVALID', null, message),
  field: ['input', 'mappings', String(at), field],
});
