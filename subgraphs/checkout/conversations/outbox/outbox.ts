import { setTimeout as sleep } from 'node:timers/promises';
import type { SubgraphContext } from '#db/context.ts';
import type { Service } from '#db/subgraph.ts';
import { openAlarm } from '#kit/alarm.ts';
import { within } from '#kit/deadline.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import { NO_PROVIDER, readHandOver } from '../domain/hand-over.ts';
import { inboxInstallOf } from '../operations/conversation-provider.ts';
import { handMessageDocument } from '../operations/generated.ts';
import { OUTBOX_CHANNEL } from '../store/wake-outboxes.ts';
import { type ClaimedMessage, claimMessage, type WaitingMessage, waitingMessages } from './claim-message.ts';
import { recordHandOver } from './record-hand-over.ts';

/** Messages that wait are looked for this often, where none is known to come due earlier: one that is written is heard of at once. */
const LOOK_EVERY_MS = 30_000;
/** After a look that failed, the next one is this soon. */
const AGAIN_MS = 1_000;
/** Messages that one process hands over at once; they wait on sockets. */
const AT_ONCE = 100;
/** Those of one app among them: a slow app slows only itself. */
const AT_ONCE_PER_APP = 10;
const LOOK_TIMEOUT_MS = 30_000;
/** Where no look succeeds for this long, the process is not ready. */
const LONGEST_WITHOUT_WORK_MS = 120_000;
/** On the way down, apps get this long to answer; what they do not is handed over again by another process. */
const GRACE_MS = 5_000;

/**
 * Hands what a team answers to the apps that carry its conversations. What waits is in the database, so that any process goes on where
 * another was killed. See docs/interface/conversations.md#handing-over.
 */
export const outbox: Service = {
  name: 'message-outbox',
  async start(newContext) {
    const { db, log } = newContext();
    const underWay = new Map<number, { readonly provider: string; readonly ends: Promise<void> }>();
    let workedAt = performance.now();

    const looks = openAlarm(async () => {
      // Nothing is sent by a wrong clock, and waiting for it is no failure.
      if (newContext().clock.isRight?.() === false) {
        workedAt = performance.now();
        return looks.within(AGAIN_MS);
      }
      try {
        const nextMs = await within(LOOK_TIMEOUT_MS, 'A look for messages', look());
        workedAt = performance.now();
        looks.within(nextMs);
      } catch (error) {
        if (!isUnavailable(error))
          log.error({ err: error }, 'it could not be looked for messages that wait for apps');
        looks.within(AGAIN_MS);
      }
    });

    /** Starts what is due and may be; milliseconds until more is. */
    async function look(): Promise<number> {
      const ctx = newContext();
      // Those under way are among them, until their outcome is recorded.
      const waiting = await waitingMessages(ctx, { busy: busyProviders(), limit: AT_ONCE + underWay.size });
      const now = ctx.clock.now().getTime();
      let started = 0;
      for (const message of waiting) {
        if (underWay.has(message.id)) continue;
        if (message.at.getTime() > now) break;
        if (underWay.size >= AT_ONCE || !isFree(message)) continue;
        start(message);
        started++;
      }
      if (started > 0) return 0; // behind many of one app there may be those of others
      const next = waiting.find(({ id, at }) => !underWay.has(id) && at.getTime() > now);
      return next ? Math.min(next.at.getTime() - now, LOOK_EVERY_MS) : LOOK_EVERY_MS;
    }

    const ofProvider = (provider: string) =>
      [...underWay.values()].filter((one) => one.provider === provider).length;
    const isFree = ({ provider }: WaitingMessage) => ofProvider(provider) < AT_ONCE_PER_APP;
    const busyProviders = () =>
      [...new Set([...underWay.values()].map(({ provider }) => provider))].filter(
        (provider) => ofProvider(provider) >= AT_ONCE_PER_APP,
      );

    function start(message: WaitingMessage): void {
      const { id, provider } = message;
      const ends = handOver(newContext(), message)
        .catch((error: unknown) => {
          // Its lease ends, and it is handed over again.
          if (!isUnavailable(error))
            log.error({ err: error, messageId: id }, 'a message was not handed to its app');
        })
        .finally(() => {
          underWay.delete(id);
          looks.within(0);
        });
      underWay.set(id, { provider, ends });
    }

    await db.listen(OUTBOX_CHANNEL, { onPayload: () => looks.within(0), onGap: () => looks.within(0) });
    looks.within(0);
    return {
      check() {
        if (performance.now() - workedAt <= LONGEST_WITHOUT_WORK_MS) return;
        throw new Unavailable('It cannot be looked for messages that wait for apps.');
      },
      async stop() {
        await looks.stop();
        const all = [...underWay.values()].map(({ ends }) => ends);
        await Promise.race([Promise.all(all), sleep(GRACE_MS)]);
      },
    };
  },
};

/** Hands one message over, once, if it is still due. */
async function handOver(ctx: SubgraphContext, waiting: WaitingMessage): Promise<void> {
  const message = await claimMessage(ctx, waiting);
  if (message) await recordHandOver(ctx, message, await call(ctx, message));
}

async function call(ctx: SubgraphContext, message: ClaimedMessage) {
  const installId = await inboxInstallOf(ctx, message);
  if (installId === null) return { kind: 'refused', failure: NO_PROVIDER } as const;
  const input = { installId, endpoint: 'message_send', body: message.body } as const;
  const { appEndpointCall: answer } = await ctx.execute(handMessageDocument, { input }, ctx);
  return readHandOver(answer);
}
