import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '#db/subgraph.ts';
import { statements } from '#db/transaction.ts';
import { openAlarm } from '#kit/alarm.ts';
import { within } from '#kit/deadline.ts';
import { openEgress } from '#kit/http.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import type { Announced } from '../domain/envelope.ts';
import { type ClaimedDelivery, IN_FLIGHT_PER_INSTALL } from './claim-deliveries.ts';
import { type Outcome, sendDelivery } from './send-delivery.ts';
import { type DispatchTurn, takeTurn } from './take-turn.ts';
import { findWaitingInstalls } from './waiting-installs.ts';
import { DELIVERY_CHANNEL, wakeDispatchers } from './wake-dispatchers.ts';

/**
 * Maximum deliveries in flight per process. They only wait on sockets, so the limit is high: fifty hanging
 * endpoints mustn't use it up.
 */
const IN_FLIGHT = 6_000;
/**
 * Longest time between two scans for due deliveries, which find dead processes' claims, missed wake-ups and
 * ended `forward` windows. Shorter than the 5 s by which a window can end late.
 */
const LOOK_EVERY_MS = 4_000;
/** Delay before the next scan or turn after a failure. */
const AGAIN_MS = 1_000;
/** If an install reaches its limit in this process, other processes are woken, at most this often. */
const CALL_HELP_MS = 500;
/** Delivery outcomes are recorded together, this long after the first. */
const GATHER_MS = 5;
/** Delay before retrying installs that another process was claiming. */
const ELSEWHERE_MS = 20;
/** Timeout for a turn; its claims are released when their lease ends. */
const TURN_TIMEOUT_MS = 10_000;
/** If no scan or turn succeeds for this long, the process isn't ready. */
const LONGEST_WITHOUT_WORK_MS = 30_000;
/** Time for apps to respond during shutdown; another process resends unfinished deliveries. */
const GRACE_MS = 5_000;

/** An event and its caller, which waits until the deliveries are written. */
interface Announcement {
  readonly event: Announced;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Sends due deliveries with bounded waits and fairness across installs: see `takeTurn`. */
export const dispatcher: Service = {
  name: 'webhook-dispatcher',
  async start(newContext) {
    const { clock, config, db, log, services } = newContext();
    const { dispatcher: here } = services.apps;
    const egress = openEgress({ allowPrivate: config.webhookAllowPrivate, dnsServers: config.dnsServers });
    /** Deliveries in flight, with their install. */
    const underWay = new Map<Promise<void>, number>();
    const woken = new Set<number>();
    let outcomes: Outcome[] = [];
    let announcements: Announcement[] = [];
    let stopped = false;
    let turning = false;
    let turns = Promise.resolve();
    let gathering: NodeJS.Timeout | undefined;
    let workedAt = performance.now();
    let turnFailed = false;
    let calledAt = Number.NEGATIVE_INFINITY;

    const mayClaim = () =>
      !stopped && woken.size > 0 && underWay.size < IN_FLIGHT && clock.isRight?.() !== false;

    /** Ensures that another turn runs. */
    function wake(): void {
      if (!turning) turns = takeTurns();
    }

    function wakeFor(installId: number): void {
      woken.add(installId);
      wake();
    }

    /** Finds installs with due deliveries, and the time of the next delivery. */
    const looks = openAlarm(async () => {
      try {
        const looking = findWaitingInstalls(newContext());
        for (const { id, is_due, in_ms } of await within(TURN_TIMEOUT_MS, 'A scan for deliveries', looking)) {
          if (is_due) wakeFor(id);
          if (in_ms !== null) looks.within(in_ms);
        }
        if (!turnFailed) workedAt = performance.now();
        wake(); // a failed turn left outcomes to record
        looks.within(LOOK_EVERY_MS);
      } catch (error) {
        if (!isUnavailable(error)) log.error({ err: error }, 'Failed to scan for due deliveries');
        looks.within(AGAIN_MS);
      }
    });

    /**
     * Takes turns until everything is recorded and written and no due delivery can be claimed; later arrivals
     * join the next turn.
     */
    async function takeTurns(): Promise<void> {
      turning = true;
      try {
        await setImmediate(); // simultaneous arrivals share a turn
        while (outcomes.length > 0 || announcements.length > 0 || mayClaim()) await takeOne();
      } catch (error) {
        log.error({ err: error }, 'Failed to record or claim deliveries');
        turnFailed = true;
        looks.within(AGAIN_MS);
      } finally {
        turning = false;
      }
    }

    async function takeOne(): Promise<void> {
      const limit = stopped || clock.isRight?.() === false ? 0 : IN_FLIGHT - underWay.size;
      const written = announcements;
      const turn: DispatchTurn = {
        outcomes,
        announced: written.map(({ event }) => event),
        claim: { installIds: [...woken], underWay: countOf(underWay.values()), limit },
      };
      outcomes = [];
      announcements = [];
      woken.clear();
      const taking = within(TURN_TIMEOUT_MS, 'A turn of the dispatcher', takeTurn(newContext(), turn));
      const { claimed, elsewhere } = await taking.catch((error: unknown) => {
        outcomes.push(...turn.outcomes);
        for (const { reject } of written) reject(error);
        throw error;
      });
      turnFailed = false;
      for (const { resolve } of written) resolve();
      // there may be more than the limit
      if (claimed.length === limit) for (const id of turn.claim.installIds) woken.add(id);
      for (const delivery of claimed) {
        const sending = send(delivery).finally(() => {
          underWay.delete(sending);
          woken.add(delivery.installId);
          gathering ??= setTimeout(gathered, GATHER_MS);
        });
        underWay.set(sending, delivery.installId);
      }
      if (elsewhere.length > 0) setTimeout(() => elsewhere.forEach(wakeFor), ELSEWHERE_MS).unref();
      callHelp();
    }

    /** Wakes another process, since more deliveries may be waiting than this one can send. */
    function callHelp(): void {
      if (stopped || performance.now() - calledAt < CALL_HELP_MS) return;
      const full = [...countOf(underWay.values())].filter(([, count]) => count >= IN_FLIGHT_PER_INSTALL);
      if (full.length === 0) return;
      calledAt = performance.now();
      const installs = full.map(([installId]) => ({ installId }));
      wakeDispatchers(statements(newContext()), installs).catch((error: unknown) => {
        if (!isUnavailable(error)) log.warn({ err: error }, 'Failed to wake another process');
      });
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
        if (waitMs > 0) looks.within(Math.min(waitMs, LOOK_EVERY_MS));
      } catch (error) {
        log.error({ err: error, deliveryId: delivery.id }, 'Failed to send a delivery');
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
      onGap: () => looks.within(0),
    });
    looks.within(0);

    return {
      check() {
        if (performance.now() - workedAt <= LONGEST_WITHOUT_WORK_MS) return;
        throw new Unavailable("The webhook dispatcher can't scan for or record deliveries.");
      },
      async stop() {
        stopped = true;
        here.running = null;
        await looks.stop();
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
