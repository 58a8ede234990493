import type { SubgraphContext } from '#db/context.ts';
import { type LeasedWork, openLeasedWork, type WaitingItem } from '#db/jobs/leased-work.ts';
import type { Service } from '#db/subgraph.ts';
import type { ChangePlace } from '../domain/channel-message.ts';
import { type NotReceived, PUSH_RETRIES, pushOutcome, type Received } from '../domain/push-outcome.ts';
import { type CalledRoomInput, callChannelDocument } from '../operations/generated.ts';
import { PUSH_CHANNEL } from '../store/channel-push.ts';
import { AT_ONCE_PER_APP, type ClaimedMessage, claimMessage, scanDue } from './claim-message.ts';
import { judgeConnections } from './judge-connections.ts';
import { lookForChanges } from './look.ts';
import { openNotes } from './notes.ts';
import { pauseConnection } from './pause-connection.ts';
import { recordOutcome } from './record-outcome.ts';

/**
 * Interval for marking changes while any channel gets updates: writers do no extra work and don't wake any
 * process.
 */
const MARK_EVERY_MS = 400;
/** Interval for finding the first channel; a notification reports a new one immediately. */
const LOOK_FOR_CHANNELS_MS = 10_000;
/**
 * Interval for checking for degraded channels, and for a new day at each property, whose refresh runs minutes
 * after midnight anyway.
 */
const DAYS_EVERY_MS = 10_000;

type Updates = LeasedWork<WaitingItem<string>, ClaimedMessage, Received, NotReceived>;

/**
 * Sends changes to channels: marks them, builds messages from the current calendar, and calls each app. See
 * docs/interface/channels.md#push.
 */
export const channelPusher: Service = {
  name: 'channel-pusher',
  async start(newContext) {
    const { db } = newContext();
    const { mark, hear, miss, markNow } = openMarks();
    const work: Updates = {
      name: 'channel-pusher',
      slots: 300, // they mostly wait on sockets
      slotsPerShare: AT_ONCE_PER_APP,
      claimsAtOnce: 4, // more would only wait for each other's database connections
      everyMs: LOOK_FOR_CHANNELS_MS,
      retry: () => PUSH_RETRIES,
      beforeScan: mark,
      scan: scanDue,
      claim: claimMessage,
      send,
      async record(ctx, message, recording) {
        const isCurrent = await recordOutcome(ctx, message, recording);
        if (isCurrent && recording.move === 'give_up') await pauseConnection(ctx, message.connectionId);
      },
    };
    const { wake, check, close } = openLeasedWork(work);
    const markAndScan = () => {
      markNow();
      wake(newContext);
    };
    await db.listen('catalog', { onPayload: hear, onGap: miss });
    await db.listen(PUSH_CHANNEL, {
      onPayload(payload) {
        hear(payload);
        markAndScan();
      },
      onGap() {
        miss();
        markAndScan();
      },
    });
    wake(newContext);
    return { check, stop: close };
  },
};

/** Marks changes for channels at their intervals. */
function openMarks() {
  const notes = openNotes();
  let nextAt = Number.NEGATIVE_INFINITY;
  let daysAt = Number.NEGATIVE_INFINITY;

  /**
   * Marks changes if it is time to; returns whether messages may be due, and the milliseconds until the next
   * marking.
   */
  async function mark(ctx: SubgraphContext) {
    const waitMs = nextAt - performance.now();
    if (waitMs > 0) return { mayBeDue: true, againInMs: waitMs };
    const noted = notes.take();
    const days = performance.now() - daysAt >= DAYS_EVERY_MS;
    let looked: Awaited<ReturnType<typeof lookForChanges>> | null = null;
    try {
      looked = await lookForChanges(ctx, { noted, days });
    } finally {
      if (looked !== 'done' && looked !== 'quiet') notes.giveBack(noted);
    }
    if (days && looked === 'done') {
      daysAt = performance.now();
      await judgeConnections(ctx);
    }
    const againInMs = looked === 'idle' ? LOOK_FOR_CHANNELS_MS : MARK_EVERY_MS;
    nextAt = performance.now() + againInMs;
    return { mayBeDue: looked === 'done' || looked === 'busy', againInMs };
  }

  return {
    mark,
    hear: notes.hear,
    miss: notes.miss,
    markNow() {
      nextAt = Number.NEGATIVE_INFINITY;
    },
  };
}

async function send(
  ctx: SubgraphContext,
  { installId, propertyId, body, places, connectionId }: ClaimedMessage,
) {
  const about = { propertyId: String(propertyId), connectionId: String(connectionId) };
  const rooms = roomsOf(places);
  const input = { installId: String(installId), endpoint: 'channel_ari', body, rooms, ...about } as const;
  const { appEndpointCall: answer } = await ctx.execute(callChannelDocument, { input }, ctx);
  return pushOutcome(answer, places.length);
}

/** Rooms in the changes, each once; an unmapped room has no unit type. */
function roomsOf(places: readonly ChangePlace[]): CalledRoomInput[] {
  const unitTypes = new Map(
    places.flatMap(([room, unitType]) => (unitType === null ? [] : [[room, unitType] as const])),
  );
  return [...unitTypes].map(([channelRoomId, unitType]) => ({ channelRoomId, unitTypeId: String(unitType) }));
}
