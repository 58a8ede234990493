import type { SubgraphContext } from '#db/context.ts';
import type { ChannelConnectionUpdateInput } from '../generated.ts';
import { type ConnectionPayload, changeConnection, HAS_ENDED } from '../store/change-connection.ts';

/** Changes the settings of a connection. See docs/interface/channels.md#connecting. */
export const updateChannelConnection = (
  ctx: SubgraphContext,
  { id, overbooking, collects }: ChannelConnectionUpdateInput,
): Promise<ConnectionPayload> =>
  changeConnection(ctx, id, {
    kind: 'channel_connection.updated',
    change(connection) {
      if (connection.status === 'disconnected') return [HAS_ENDED];
      Object.assign(connection, { ...(overbooking && { overbooking }), ...(collects && { collects }) });
      return [];
    },
  });
