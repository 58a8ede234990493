import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { signTimestamped } from '#kit/hmac.ts';
import { FORWARD_BATCH, FORWARD_TTL_MS, unixSeconds } from '../domain/deliveries.ts';
import { Delivery } from '../entities/deliveries.ts';
import { type DeliveryRow, headerSigner, openWebhookSecret } from '../queries/deliveries.ts';
import { NONE, type Refused, refuse } from '../refusals.ts';
import { DELIVERY_CHANNEL } from './claim-deliveries.ts';
import type { InstallTarget } from './install-app.ts';
import { withInstall } from './uninstall-app.ts';

/** What one poll took. */
export type Forwarded = Refused & { readonly deliveries?: readonly DeliveryRow[] };

/**
 * One poll of `forward` of an install for development: its deliveries wait for the next poll for another 60 s, and those that
 * wait now are handed over in order, signed for now and marked `forwarded`; at most 100 a poll. Refuses with `NOT_DEV_INSTALL`
 * for any other install. Docs: docs/management-api.md. The next poll says that this one's answer arrived; where none comes before the window ends, what
 * was handed over last goes the normal way after all, so that a laptop that falls asleep loses nothing.
 */
export async function forwardDeliveries(ctx: IslandContext, target: InstallTarget): Promise<Forwarded> {
  return withInstall(ctx, target, async (em, install, team): Promise<Forwarded> => {
    if (!install.isDevInstall) {
      return refuse(
        'NOT_DEV_INSTALL',
        `The install of "${target.slug}" on "${team}" is not for development: its deliveries go to webhook_url. Uninstall it and install it with {"dev": true}.`,
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

/** Lets what the last poll before the end of a window took go the normal way: nobody knows whether its answer arrived. */
export async function releaseHandedOver(ctx: IslandContext): Promise<void> {
  await sql`
    WITH released AS (
      UPDATE apps.deliveries d
      SET status = 'pending', handed_over = false, delivered_at = NULL, next_attempt_at = clock_timestamp(),
        attempts_before = d.attempts
      FROM apps.installs i
      WHERE d.handed_over AND i.id = d.install_id AND i.is_active
        AND (i.forward_until IS NULL OR i.forward_until <= clock_timestamp())
      RETURNING d.install_id
    )
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text) FROM released`.execute(statements(ctx));
}
