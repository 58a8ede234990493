import { setTimeout as sleep } from 'node:timers/promises';
import type { IslandContext } from '#db/context.ts';
import type { Service } from '#db/island.ts';
import { openEgress } from '#kit/http.ts';
import { type ClaimedDelivery, claimDeliveries, DELIVERY_CHANNEL } from './commands/claim-deliveries.ts';
import { deliver } from './commands/deliver.ts';

/** Deliveries that one process has on their way at most. They wait on sockets, so there may be many. */
const IN_FLIGHT = 1_000;
/** How often everything is looked at: retries that come due, claims of processes that died, missed wake-ups. */
const LOOK_EVERY_MS = 1_000;
/** Retries sooner than this are woken for to the millisecond. */
const WAKE_WITHIN_MS = 5_000;
/** On the way down, deliveries get this long to be answered; what is not is sent again by another process. */
const GRACE_MS = 5_000;

/** Sends deliveries as they come due, with bounded waits and fair to every install: see `claimDeliveries`. */
export const dispatcher: Service = {
  name: 'webhook-dispatcher',
  async start(newContext) {
    const { config, db, log } = newContext();
    const egress = openEgress({ allowPrivate: config.webhookAllowPrivate });
    const underWay = new Set<Promise<void>>();
    const woken = new Set<number>();
    let lookAtAll = true;
    let stopped = false;
    let pumping: Promise<void> | null = null;

    /** Claims and sends until nothing due is left that may go; wake-ups that arrive meanwhile are part of the next round. */
    async function pump(): Promise<void> {
      while (!stopped && (lookAtAll || woken.size > 0) && underWay.size < IN_FLIGHT) {
        const installIds = lookAtAll ? null : [...woken];
        lookAtAll = false;
        woken.clear();
        const limit = IN_FLIGHT - underWay.size;
        const claimed = await claimDeliveries(newContext(), { installIds, limit });
        if (claimed.length === limit) lookAtAll = true;
        for (const delivery of claimed) {
          const sending = sendOne(newContext(), delivery).finally(() => {
            underWay.delete(sending);
            wake(delivery.installId);
          });
          underWay.add(sending);
        }
      }
    }

    async function sendOne(ctx: IslandContext, delivery: ClaimedDelivery): Promise<void> {
      try {
        const next = await deliver(ctx, egress, delivery);
        const waitMs = next === null ? 0 : next.getTime() - ctx.clock.now().getTime();
        if (waitMs > 0 && waitMs < WAKE_WITHIN_MS) {
          setTimeout(() => wake(delivery.installId), waitMs).unref();
        }
      } catch (error) {
        log.error({ err: error, deliveryId: delivery.id }, 'the outcome of a delivery could not be noted');
      }
    }

    function wake(installId: number | null): void {
      if (installId === null) lookAtAll = true;
      else woken.add(installId);
      if (stopped || pumping !== null || underWay.size >= IN_FLIGHT) return;
      pumping = pump()
        .catch((error: unknown) => log.error({ err: error }, 'deliveries could not be claimed'))
        .finally(() => {
          pumping = null;
          const [next] = woken;
          if (lookAtAll || next !== undefined) wake(next ?? null);
        });
    }

    await db.listen(DELIVERY_CHANNEL, {
      onPayload: (payload) => wake(Number(payload)),
      onGap: () => wake(null),
    });
    const look = setInterval(() => wake(null), LOOK_EVERY_MS);
    wake(null);

    return {
      async stop() {
        stopped = true;
        clearInterval(look);
        await pumping;
        await Promise.race([Promise.all(underWay), sleep(GRACE_MS)]);
        void egress.close();
      },
    };
  },
};
