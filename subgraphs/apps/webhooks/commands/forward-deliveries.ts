import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { signTimestamped, unixSeconds } from '#kit/hmac.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import type { InstallTarget } from '../../installs/steps/install-target.ts';
import { withInstall } from '../../installs/steps/install-target.ts';
import { openWebhookSecret } from '../../installs/store/webhook-secret.ts';
import { FORWARD_BATCH, FORWARD_TTL_MS } from '../domain/deliveries.ts';
import { type DeliveryRow, headerSigner } from '../queries/deliveries.ts';
import { Delivery } from '../store/entities.ts';

/** Deliveries in one poll. */
export type Forwarded = Refused & { readonly deliveries?: readonly DeliveryRow[] };

/**
 * Polls `forward` for a development install: its deliveries wait for the next poll for another 60 s, and
 * currently waiting ones are handed over in order, signed with the current time and marked `forwarded`; at
 * most 100 per poll. Refuses with `NOT_DEV_INSTALL` for any other install. Docs: docs/guides/manage-apps.md.
 * The next poll acknowledges this response; if the window ends without one, the last handed-over deliveries
 * are sent normally after all, so that a sleeping laptop loses nothing.
 */
export async function forwardDeliveries(ctx: SubgraphContext, target: InstallTarget): Promise<Forwarded> {
  return withInstall(ctx, target, async (em, install, team): Promise<Forwarded> => {
    if (!install.isDevInstall) {
      return refuse(
        'NOT_DEV_INSTALL',
        `The install of "${target.slug}" on "${team}" isn't a development install, so its deliveries go to webhook_url. Uninstall it and install it with {"dev": true}.`,
        ['team'],
      );
    }
    const now = ctx.clock.now();
    install.forwardUntil = new Date(now.getTime() + FORWARD_TTL_MS);
    await em.nativeUpdate(Delivery, { installId: install.id, handedOver: true }, { handedOver: false });
    const waiting = await em.find(
      Delivery,
      {
        installId: install.id,
        status: ['pending', 'retrying'],
        $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }],
      },
      { orderBy: { id: 'asc' }, limit: FORWARD_BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    const secret = openWebhookSecret(ctx, install);
    for (const delivery of waiting) {
      delivery.status = 'forwarded';
      delivery.handedOver = true;
      delivery.attempts += 1;
      delivery.sentAt = now;
      delivery.deliveredAt = now;
      delivery.nextAttemptAt = null;
      delivery.signature = signTimestamped(secret, unixSeconds(now), delivery.body);
    }
    const signer = await headerSigner(em, install);
    return { deliveries: waiting.map((delivery) => ({ delivery, install: signer })), userErrors: NONE };
  });
}
