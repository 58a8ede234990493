import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import type { InstallTarget } from '../../installs/steps/install-target.ts';
import { withInstall } from '../../installs/steps/install-target.ts';
import { DELIVERY_CHANNEL } from '../dispatcher/wake-dispatchers.ts';
import { type DeliveryRow, headerSigner } from '../queries/deliveries.ts';
import { Delivery } from '../store/entities.ts';

/** The replayed delivery, or why it was refused. */
export type Replayed = Refused & { readonly delivery?: DeliveryRow };

/**
 * Sends a delivery again, with the same body, event id and full retry schedule. The attempt count continues.
 * Refuses with `TEAM_FORBIDDEN` or `NOT_FOUND`. See docs/interface/webhooks.md#replay.
 */
export async function replayDelivery(
  ctx: SubgraphContext,
  { eventId, ...target }: InstallTarget & { readonly eventId: string },
): Promise<Replayed> {
  return withInstall(ctx, target, async (em, install): Promise<Replayed> => {
    const delivery = isUuid(eventId)
      ? await em.findOne(
          Delivery,
          { installId: install.id, eventId },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        )
      : null;
    if (!delivery) return refuse('NOT_FOUND', 'There is no such delivery.', ['eventId']);
    delivery.status = 'pending';
    delivery.attemptsBefore = delivery.attempts;
    delivery.nextAttemptAt = ctx.clock.now();
    delivery.deliveredAt = null;
    delivery.handedOver = false;
    await sql`SELECT pg_notify(${DELIVERY_CHANNEL}, ${String(install.id)})`.execute(statements(em));
    return { delivery: { delivery, install: await headerSigner(em, install) }, userErrors: NONE };
  });
}
