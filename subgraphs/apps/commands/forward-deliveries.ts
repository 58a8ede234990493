import { LockMode } from '@mikro-orm/core';
import type { IslandContext } from '#db/context.ts';
import { signTimestamped } from '#kit/hmac.ts';
import { FORWARD_BATCH, FORWARD_TTL_MS, unixSeconds } from '../domain/deliveries.ts';
import { Delivery } from '../entities/deliveries.ts';
import { type DeliveryRow, openWebhookSecret } from '../queries/deliveries.ts';
import { NONE, type Refused } from '../refusals.ts';
import type { InstallTarget } from './install-app.ts';
import { withInstall } from './uninstall-app.ts';

/** What one poll took. */
export type Forwarded = Refused & { readonly deliveries?: readonly DeliveryRow[] };

/**
 * One poll of `forward`: deliveries of the install wait for the next poll for another 60 s, and those that wait now are
 * handed over in order, signed for now and marked `forwarded`; at most 100 a poll (interface.md "Management API";
 * decisions.md section 9).
 */
export async function forwardDeliveries(ctx: IslandContext, target: InstallTarget): Promise<Forwarded> {
  return withInstall(ctx, target, async (em, install): Promise<Forwarded> => {
    const now = ctx.clock.now();
    install.forwardUntil = new Date(now.getTime() + FORWARD_TTL_MS);
    const waiting = await em.find(
      Delivery,
      { installId: install.id, status: ['pending', 'retrying'] },
      { orderBy: { id: 'asc' }, limit: FORWARD_BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    const secret = openWebhookSecret(ctx, install);
    for (const delivery of waiting) {
      delivery.status = 'forwarded';
      delivery.attempts += 1;
      delivery.sentAt = now;
      delivery.deliveredAt = now;
      delivery.nextAttemptAt = null;
      delivery.signature = signTimestamped(secret, unixSeconds(now), delivery.body);
    }
    return { deliveries: waiting.map((delivery) => ({ delivery, install })), userErrors: NONE };
  });
}
