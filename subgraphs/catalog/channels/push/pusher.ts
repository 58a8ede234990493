import { setTimeout as sleep } from 'node:timers/promises';
import type { SubgraphContext } from '#db/context.ts';
import type { Service } from '#db/subgraph.ts';
import { openAlarm } from '#kit/alarm.ts';
import { within } from '#kit/deadline.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import type { ChangePlace } from '../domain/channel-message.ts';
import { pushOutcome } from '../domain/push-outcome.ts';
import { type CalledRoomInput, callChannelDocument } from '../operations/generated.ts';
import { PUSH_CHANNEL } from '../store/channel-push.ts';
import { type ClaimedMessage, claimMessage } from './claim-message.ts';
import { judgeConnections } from './judge-connections.ts';
import { lookForChanges } from './look.ts';
import { openNotes } from './notes.ts';
import { pauseConnection } from './pause-connection.ts';
import { recordOutcome } from './record-outcome.ts';

/** How often changes are looked for while a channel is told any: who changes nights pays nothing for it, and wakes no one. */
const LOOK_EVERY_MS = 400;
/** How often it is looked whether there is a channel at all; one that is connected is heard of at once. */
const LOOK_FOR_CHANNELS_MS = 10_000;
/** How often it is looked whether a property has a new day, whose refresh is some minutes after midnight anyway, and which channels are degraded. */
const DAYS_EVERY_MS = 10_000;
/** After a look that failed, the next one is this soon. */
const AGAIN_MS = 1_000;
/** Messages that one process has under way at most; they wait on sockets. */
const IN_FLIGHT = 300;
/** Messages that one process makes at once: more would only wait for one another's connections to the database. */
const MAKING = 4;
const LOOK_TIMEOUT_MS = 30_000;
/** Where no look succeeds for this long, the process is not ready. */
const LONGEST_WITHOUT_WORK_MS = 60_000;
/** On the way down, channels get this long to answer; what they do not is sent again by another process. */
const GRACE_MS = 5_000;

/**
 * Tells channels what changed: looks for it, makes messages of the calendar as it is, and sends each as a call to its app. What is
 * to be told is in the database, so that any process goes on where another was killed. See docs/interface/channels.md#push.
 */
export const channelPusher: Service = {
  name: 'channel-pusher',
  async start(newContext) {
    const { db, log } = newContext();
    const underWay = new Set<Promise<void>>();
    let making = 0;
    let stopped = false;
    let workedAt = performance.now();
    const notes = openNotes();
    let daysAt = Number.NEGATIVE_INFINITY;

    /** False while the process's clock is wrong: neither looks nor messages begin. */
    const mayWork = () => newContext().clock.isRight?.() !== false;

    const looks = openAlarm(async () => {
      if (!mayWork()) {
        workedAt = performance.now();
        return looks.within(AGAIN_MS);
      }
      try {
        const hasChannels = await within(LOOK_TIMEOUT_MS, 'A look for channels', look(newContext()));
        workedAt = performance.now();
        looks.within(hasChannels ? LOOK_EVERY_MS : LOOK_FOR_CHANNELS_MS);
      } catch (error) {
        if (!isUnavailable(error))
          log.error({ err: error }, 'it could not be looked for what channels are to be told');
        looks.within(AGAIN_MS);
      }
    });

    async function look(ctx: SubgraphContext): Promise<boolean> {
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
      if (looked === 'done' || looked === 'busy') makeMore();
      return looked !== 'idle';
    }

    /** Makes messages beside those that are being made, if more may be. */
    function makeMore(): void {
      if (making < MAKING) void make();
    }

    /** Makes messages one after the other until none is due, and sends each beside that. */
    async function make(): Promise<void> {
      making++;
      try {
        while (!stopped && mayWork() && underWay.size < IN_FLIGHT) {
          const message = await claimMessage(newContext());
          if (message === null) break;
          makeMore(); // where one was due, more may be
          if (message !== 'nothing') start(message);
        }
      } catch (error) {
        if (!isUnavailable(error)) log.error({ err: error }, 'a message to a channel could not be made');
      } finally {
        making--;
      }
    }

    function start(message: ClaimedMessage): void {
      const sending = send(message)
        .catch((error: unknown) => {
          if (!isUnavailable(error))
            log.error({ err: error, messageId: message.id }, 'a message to a channel was not sent');
        })
        .finally(() => {
          underWay.delete(sending);
          makeMore();
        });
      underWay.add(sending);
    }

    async function send({ installId, propertyId, body, ...message }: ClaimedMessage): Promise<void> {
      const ctx = newContext();
      const about = { propertyId: String(propertyId), connectionId: String(message.connectionId) };
      const rooms = roomsOf(message.places);
      const input = { installId: String(installId), endpoint: 'channel_ari', body, rooms, ...about } as const;
      const { appEndpointCall: answer } = await ctx.execute(callChannelDocument, { input }, ctx);
      const outcome = pushOutcome(answer, message.places.length);
      const isCurrent = await recordOutcome(ctx, message, { outcome, status: answer.status });
      if (isCurrent && outcome.kind === 'gone') await pauseConnection(ctx, message.connectionId);
    }

    await db.listen('catalog', { onPayload: notes.hear, onGap: notes.miss });
    await db.listen(PUSH_CHANNEL, {
      onPayload(payload) {
        notes.hear(payload);
        looks.within(0);
      },
      onGap() {
        notes.miss();
        looks.within(0);
      },
    });
    looks.within(0);
    return {
      check() {
        if (performance.now() - workedAt <= LONGEST_WITHOUT_WORK_MS) return;
        throw new Unavailable('It cannot be looked for what channels are to be told.');
      },
      async stop() {
        stopped = true;
        await looks.stop();
        await Promise.race([Promise.all(underWay), sleep(GRACE_MS)]);
      },
    };
  },
};

/** Rooms that changes are about, each once; one that is no longer mapped is sold from nothing. */
function roomsOf(places: readonly ChangePlace[]): CalledRoomInput[] {
  const unitTypes = new Map(
    places.flatMap(([room, unitType]) => (unitType === null ? [] : [[room, unitType] as const])),
  );
  return [...unitTypes].map(([channelRoomId, unitType]) => ({ channelRoomId, unitTypeId: String(unitType) }));
}
