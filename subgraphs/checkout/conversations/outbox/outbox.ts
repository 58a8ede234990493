import type { SubgraphContext } from '#db/context.ts';
import { leasedService } from '#db/jobs/leased-work.ts';
import { type HandedOver, handOverRetries, NO_PROVIDER, readHandOver } from '../domain/hand-over.ts';
import { inboxInstallOf } from '../operations/conversation-provider.ts';
import { handMessageDocument } from '../operations/generated.ts';
import { OUTBOX_CHANNEL } from '../store/wake-outboxes.ts';
import { type ClaimedMessage, claimMessage, scanMessages } from './claim-message.ts';
import { recordHandOver } from './record-hand-over.ts';

/**
 * Delivers a team's messages to its conversations' apps. Deliveries mostly wait on sockets, so one process
 * runs many, and a slow app delays only its own. See docs/interface/conversations.md#handing-over.
 */
export const outbox = leasedService(OUTBOX_CHANNEL, {
  name: 'message-outbox',
  slots: 100,
  slotsPerShare: 10,
  everyMs: 30_000,
  retry: ({ webhookRetryScheduleMs }) => handOverRetries(webhookRetryScheduleMs),
  scan: scanMessages,
  claim: claimMessage,
  send: handOver,
  record: recordHandOver,
});

/** Attempts to deliver one message. */
async function handOver(ctx: SubgraphContext, message: ClaimedMessage): Promise<HandedOver> {
  const installId = await inboxInstallOf(ctx, message);
  if (installId === null) return { move: 'give_up', problem: NO_PROVIDER };
  const input = { installId, endpoint: 'message_send', body: message.body } as const;
  const { appEndpointCall: answer } = await ctx.execute(handMessageDocument, { input }, ctx);
  return readHandOver(answer);
}
