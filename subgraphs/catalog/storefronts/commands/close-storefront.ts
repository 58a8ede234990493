import { wrap } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { userError } from '../../errors.ts';
import { ownStorefront } from '../../store/own-rows.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';
import type { StorefrontPayload } from './set-storefront.ts';

/**
 * Closes a storefront for good: agents no longer find it and it stops selling, while bookings and their pages
 * stay. Closing it again has no effect. See docs/interface/storefronts.md#opening.
 */
export async function closeStorefront(ctx: SubgraphContext, id: string): Promise<StorefrontPayload> {
  const payload = await inTransaction(ctx, async (em): Promise<StorefrontPayload> => {
    const storefront = await ownStorefront(em, ctx.viewer, id);
    if (!storefront) {
      const error = { ...userError('NOT_FOUND', null, 'There is no such storefront.'), field: ['id'] };
      return { storefront: null, userErrors: [error] };
    }
    if (!storefront.closedAt) {
      em.assign(storefront, { closedAt: ctx.clock.now(), ...SHUT });
      await recordTeamEvent(ctx, em, [storefront.teamId], {
        kind: 'storefront.closed',
        subject: storefront.name,
      });
      await em.flush();
      await publishStorefront(ctx, em, storefront.id);
    }
    return { storefront: wrap(storefront).toPOJO(), userErrors: [] };
  });
  if (payload.storefront) ctx.services.catalog.changes.announce(payload.storefront.id);
  return payload;
}

/** A closed storefront's settings; its pages still respond, for guests who visit them. */
const SHUT = {
  agentBookings: false,
  instantBooking: false,
  acpEnabled: false,
  lodgingDraft: false,
  maintenance: false,
} as const;
