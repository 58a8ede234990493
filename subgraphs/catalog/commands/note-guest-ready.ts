import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { GuestReadyEvent } from '#schema/events.ts';

/**
 * Notes whether a property is ready for its next guest, unless something later is known of it already. Safe to repeat.
 * Spec: interface.md "Task (assignment protocol)", row IN_PROGRESS.
 */
export async function noteGuestReady(
  ctx: IslandContext,
  { teamId, propertyId, guestReady, at }: GuestReadyEvent,
): Promise<void> {
  await sql`
    UPDATE catalog.property p SET guest_ready = ${guestReady}, guest_ready_since = ${at}::timestamptz
    FROM catalog.storefront s
    WHERE p.id = ${propertyId} AND s.id = p.storefront_id AND s.team_id = ${teamId}
      AND (p.guest_ready_since IS NULL OR p.guest_ready_since < ${at}::timestamptz)`.execute(statements(ctx));
}
