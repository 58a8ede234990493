import type { SubgraphContext } from '#db/context.ts';
import { type ConnectionPayload, changeConnection, moveConnection } from '../store/change-connection.ts';

const RECORDED = {
  pause: 'channel_connection.paused',
  resume: 'channel_connection.resumed',
  disconnect: 'channel_connection.disconnected',
} as const;

/** Pauses a connection, resumes it, or ends it for good. See docs/interface/channels.md#states. */
export const moveChannelConnection = (
  ctx: SubgraphContext,
  id: string,
  to: keyof typeof RECORDED,
): Promise<ConnectionPayload> =>
  changeConnection(ctx, id, {
    kind: RECORDED[to],
    change: (connection, em) => moveConnection(connection, em, to),
  });
