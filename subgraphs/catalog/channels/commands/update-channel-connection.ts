import type { SubgraphContext } from '#db/context.ts';
import { CHANNEL_HOLD_BACK, KEPT_BACK } from '../../errors.ts';
import type { ChannelConnectionUpdateInput } from '../../generated.ts';
import { isKeptBack } from '../domain/channel-connection.ts';
import { type ConnectionPayload, changeConnection, HAS_ENDED } from '../steps/change-connection.ts';
import { pushEverything } from '../store/channel-push.ts';
import { holdBackOfConnection } from '../store/hold-back-units.ts';

/** Changes a connection's settings. See docs/interface/channels.md#connecting. */
export const updateChannelConnection = (
  ctx: SubgraphContext,
  { id, overbooking, collects, stopSellBelow, holdBackUnits }: ChannelConnectionUpdateInput,
): Promise<ConnectionPayload> =>
  changeConnection(ctx, id, {
    kind: 'channel_connection.updated',
    async change(connection, em) {
      if (connection.status === 'disconnected') return [HAS_ENDED];
      if (!isKeptBack(stopSellBelow)) return [KEPT_BACK];
      if (!isKeptBack(holdBackUnits)) return [CHANNEL_HOLD_BACK];
      Object.assign(connection, { ...(overbooking && { overbooking }), ...(collects && { collects }) });
      if (holdBackUnits != null && holdBackUnits !== connection.holdBackUnits) {
        connection.holdBackUnits = holdBackUnits;
        if (connection.degradedSince) await holdBackOfConnection(em, connection.id);
      }
      if (stopSellBelow == null || stopSellBelow === connection.stopSellBelow) return [];
      connection.stopSellBelow = stopSellBelow;
      if (connection.status === 'active') await pushEverything(em, connection.id);
      return [];
    },
  });
