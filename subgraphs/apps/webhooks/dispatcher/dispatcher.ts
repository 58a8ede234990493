import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '#db/subgraph.ts';
import { within } from '#kit/deadline.ts';
import { openEgress } from '#kit/http.ts';
import { Unavailable } from '#kit/unavailable.ts';
import type { Announced } from '../domain/envelope.ts';
import { DELIVERY_CHANNEL } from '../store/wake-dispatchers.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { type Outcome, sendDelivery } from './send-delivery.ts';
import { type DispatchTurn, takeTurn } from './take-turn.ts';

/**
 * Deliveries that one process has on their way at most. They wait on sockets, so there may be many: fifty endpoints that hang
 * must not fill it.
 */
const IN_FLIGHT = 6_000;
/** How often everything is looked at: retries that come due, claims of processes that died, missed wake-ups. */
const LOOK_EVERY_MS = 1_000;
/** Retries sooner than this are woken for to the millisecond. */
const WAKE_WITHIN_MS = 5_000;
/** The outcomes of deliveries are recorded together, this long after the first of them. */
const GATHER_MS = 5;
/** A turn that takes longer is given up: what it claimed is free again when its lease ends. */
const TURN_TIMEOUT_MS = 10_000;
/** Without a turn for this long the process is not ready: it takes one every second. */
const LONGEST_WITHOUT_A_TURN_MS = 15_000;
/** On the way down, deliveries get this long to be answered; what is not is sent again by another process. */
const GRACE_MS = 5_000;

/** An event and anyone who waits for its deliveries to be written. */
interface Announcement {
  readonly event: Announced;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Sends deliveries as they come due, with bounded waits and fair to every install: see `takeTurn`. */
export const dispatcher: Service = {
  name: 'webhook-dispatcher',
  async start(newContext) {
    const { config, db, log, services } = newContext();
    const { dispatcher: here } = services.apps;
    const egress = openEgress({ allowPrivate: config.webhookAllowPrivate });
    /** What is being sent, and to which install. */
    const underWay = new Map<Promise<void>, number>();
    const woken = new Set<number>();
    let outcomes: Outcome[] = [];
    let announcements: Announcement[] = [];
    let lookAtAll = true;
    let stopped = false;
    let turning = false;
    let turns = Promise.resolve();
    let gathering: NodeJS.Timeout | undefined;
    let turnedAt = performance.now();

    const mayClaim = () => !stopped && (lookAtAll || woken.size > 0) && underWay.size < IN_FLIGHT;

    /** Sees to it that a turn follows. */
    function wake(): void {
      if (!turning) turns = takeTurns();
    }

    function wakeFor(installId: number): void {
      woken.add(installId);
      wake();
    }

    function wakeForAll(): void {
      lookAtAll = true;
      wake();
    }

    /** Takes turns until there is nothing to note or to write and nothing due that may go; what comes meanwhile is part of the next turn. */
    async function takeTurns(): Promise<void> {
      turning = true;
      try {
        await setImmediate(); // what comes together is one turn
        while (outcomes.length > 0 || announcements.length > 0 || mayClaim()) await takeOne();
      } catch (error) {
        log.error({ err: error }, 'deliveries could not be recorded or claimed');
      } finally {
        turning = false;
      }
    }

    async function takeOne(): Promise<void> {
      const limit = stopped ? 0 : IN_FLIGHT - underWay.size;
      const written = announcements;
      const turn: DispatchTurn = {
        outcomes,
        announced: written.map(({ event }) => event),
        claim: { installIds: lookAtAll ? null : [...woken], underWay: countOf(underWay.values()), limit },
      };
      outcomes = [];
      announcements = [];
      lookAtAll = false;
      woken.clear();
      const taking = within(TURN_TIMEOUT_MS, 'A turn of the dispatcher', takeTurn(newContext(), turn));
      const claimed = await taking.catch((error: unknown) => {
        outcomes.push(...turn.outcomes);
        for (const { reject } of written) reject(error);
        throw error;
      });
      turnedAt = performance.now();
      for (const { resolve } of written) resolve();
      if (claimed.length === limit) lookAtAll = true;
      for (const delivery of claimed) {
        const sending = send(delivery).finally(() => {
          underWay.delete(sending);
          woken.add(delivery.installId);
          gathering ??= setTimeout(gathered, GATHER_MS);
        });
        underWay.set(sending, delivery.installId);
      }
    }

    function gathered(): void {
      gathering = undefined;
      wake();
    }

    async function send(delivery: ClaimedDelivery): Promise<void> {
      const ctx = newContext();
      try {
        const outcome = await sendDelivery(ctx, egress, delivery);
        outcomes.push(outcome);
        const waitMs = (outcome.nextAttemptAt?.getTime() ?? 0) - ctx.clock.now().getTime();
        if (waitMs > 0 && waitMs < WAKE_WITHIN_MS) {
          setTimeout(() => wakeFor(delivery.installId), waitMs).unref();
        }
      } catch (error) {
        log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be sent');
      }
    }

    here.running = {
      announce: (event) =>
        new Promise((resolve, reject) => {
          announcements.push({ event, resolve, reject });
          wake();
        }),
    };
    await db.listen(DELIVERY_CHANNEL, {
      onPayload: (payload) => wakeFor(Number(payload)),
      onGap: wakeForAll,
    });
    const look = setInterval(wakeForAll, LOOK_EVERY_MS);
    wakeForAll();

    return {
      check() {
        if (performance.now() - turnedAt <= LONGEST_WITHOUT_A_TURN_MS) return;
        throw new Unavailable('The webhook dispatcher takes no turns.');
      },
      async stop() {
        stopped = true;
        here.running = null;
        clearInterval(look);
        await Promise.race([Promise.all(underWay.keys()), sleep(GRACE_MS)]);
        clearTimeout(gathering);
        wake();
        await turns;
        void egress.close();
      },
    };
  },
};

function countOf(ids: Iterable<number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
