import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import type { GuestReadyEvent } from '#schema/events.ts';
import { publishProperty } from '../../steps/publish-property.ts';

/**
 * Records whether a property is ready for its next guest, unless a later state is already known, and
 * publishes the change. Safe to repeat. See docs/interface/tasks.md#states.
 */
export function recordGuestReady(
  ctx: SubgraphContext,
  { teamId, propertyId, guestReady, at }: GuestReadyEvent,
): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const { rows } = await sql<{ readonly version: number; readonly before: number }>`
      WITH known AS (
        SELECT p.id, p.version FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
        WHERE p.id = ${propertyId} AND s.team_id = ${teamId}
          AND (p.guest_ready_since IS NULL OR p.guest_ready_since < ${at}::timestamptz)
        FOR UPDATE OF p
      )
      UPDATE catalog.property p SET guest_ready = ${guestReady}, guest_ready_since = ${at}::timestamptz
      FROM known WHERE p.id = known.id
      RETURNING p.version, known.version AS before`.execute(statements(em));
    for (const { version, before } of rows) {
      if (version !== before) await publishProperty(ctx, em, teamId, { id: propertyId, version, guestReady });
    }
  });
}
