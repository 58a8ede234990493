import type { SubgraphContext } from '#db/context.ts';
import { declaredPush } from '../operations/declared-push.ts';
import { type ConnectionPayload, changeConnection, moveConnection } from '../steps/change-connection.ts';
import { keepPush } from '../store/channel-push.ts';

const RECORDED = {
  pause: 'channel_connection.paused',
  resume: 'channel_connection.resumed',
  disconnect: 'channel_connection.disconnected',
} as const;

/** Pauses a connection, resumes it, or ends it for good. See docs/interface/channels.md#states. */
export async function moveChannelConnection(
  ctx: SubgraphContext,
  id: string,
  to: keyof typeof RECORDED,
): Promise<ConnectionPayload> {
  const pushed = to === 'resume' ? await declaredPush(ctx, id) : undefined;
  return changeConnection(ctx, id, {
    kind: RECORDED[to],
    async change(connection, em) {
      if (pushed !== undefined) await keepPush(em, connection.id, pushed);
      return moveConnection(connection, em, to);
    },
  });
}
