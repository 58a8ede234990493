import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { userError } from '../../errors.ts';
import { ChannelRateEntity, ChannelRoomEntity, UnitTypeEntity } from '../../store/entities.ts';
import { type GivenRoom, roomsFault } from '../domain/channel-connection.ts';
import { declaredPush } from '../operations/declared-push.ts';
import { type ConnectionPayload, changeConnection, moveConnection } from '../steps/change-connection.ts';
import { closeRooms, keepPush } from '../store/channel-push.ts';
import { endDegraded } from '../store/hold-back-units.ts';

/**
 * Maps the channel's rooms to the connected property's unit types, replacing the previous mapping. `field` is
 * their path in the input.
 */
export async function mapChannelRooms(
  ctx: SubgraphContext,
  { connectionId, rooms }: { readonly connectionId: string; readonly rooms: readonly GivenRoom[] },
  field = 'rooms',
): Promise<ConnectionPayload> {
  const fault = roomsFault(rooms);
  if (fault) return { channelConnection: null, userErrors: [userError('INVALID', field, fault)] };
  const pushed = await declaredPush(ctx, connectionId);
  return changeConnection(ctx, connectionId, {
    kind: 'channel_connection.mapped',
    async change(connection, em) {
      const ids = [...new Set(rooms.map(({ unitTypeId }) => parseId(unitTypeId) ?? 0))];
      const known = await em.count(UnitTypeEntity, {
        id: ids,
        property: connection.property,
        archivedAt: null,
      });
      if (known < ids.length)
        return [userError('NOT_FOUND', field, 'The connected property has no such unit type.')];
      if (pushed !== undefined) await keepPush(em, connection.id, pushed);
      await closeRooms(
        em,
        connection.id,
        rooms.map(({ channelRoomId, rates = [] }) => ({ channelRoomId, rates })),
      );
      await endDegraded(em, connection);
      await em.nativeDelete(ChannelRoomEntity, { connection });
      await em.insertMany(
        ChannelRoomEntity,
        rooms.map(({ channelRoomId, unitTypeId }) => ({
          connection: connection.id,
          channelRoomId,
          unitType: Number(unitTypeId),
        })),
      );
      await em.insertMany(
        ChannelRateEntity,
        rooms.flatMap(({ channelRoomId, rates = [] }) =>
          rates.map(({ ratePlanId, ...rate }) => ({
            connectionId: connection.id,
            channelRoomId,
            ...rate,
            ratePlanId: ratePlanId === null ? null : Number(ratePlanId),
          })),
        ),
      );
      return moveConnection(connection, em, 'map');
    },
  });
}
