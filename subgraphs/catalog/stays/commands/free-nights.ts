import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { reachOf } from '../../access.ts';
import { nextVersion } from '../../store/next-version.ts';

/**
 * Gives back a confirmed stay's nights from a date on, because its guests left early or never arrived. Safe to
 * repeat. False if there are no confirmed nights. See docs/interface/stays.md.
 */
export function freeNights(ctx: SubgraphContext, holdId: string, from: string): Promise<boolean> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const call = sql`catalog.free_nights(${holdId}::uuid, ${from}::date, ${storefrontId}::int, ${teamId}::int)`;
  return move(ctx, holdId, call);
}

/** Takes the nights that `freeNights` gave back again, all or none. Safe to repeat. False if one isn't free. */
export function retakeNights(ctx: SubgraphContext, holdId: string): Promise<boolean> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const call = sql`catalog.retake_nights(${holdId}::uuid, ${storefrontId}::int, ${teamId}::int)`;
  return move(ctx, holdId, call);
}

/** Nights that changed hands; `done` is false if nothing was done. */
interface Moved {
  readonly done: boolean;
  readonly from: string | null;
  readonly until: string | null;
}

async function move(ctx: SubgraphContext, holdId: string, call: RawBuilder<unknown>): Promise<boolean> {
  if (!isUuid(holdId)) return false;
  const done = await inTransaction(ctx, async (em) => {
    const { rows } =
      await sql<Moved>`SELECT done, first_night::text AS from, last_night::text AS until FROM ${call}`.execute(
        statements(em),
      );
    const [moved] = rows;
    if (moved?.from && moved.until) await announce(ctx, em, holdId, moved.from, moved.until);
    return moved?.done ?? false;
  });
  if (done) ctx.services.catalog.readModel.nightsChanged();
  return done;
}

/** Publishes `availability.updated` for each of the hold's unit types. */
async function announce(
  ctx: SubgraphContext,
  em: Transaction,
  holdId: string,
  from: string,
  until: string,
): Promise<void> {
  const { rows } = await sql<{ teamId: number; unitTypeId: number; propertyId: number }>`
    SELECT s.team_id AS "teamId", u.id AS "unitTypeId", u.property_id AS "propertyId"
    FROM catalog.stay_holds h JOIN catalog.storefront s ON s.id = h.storefront_id
    JOIN catalog.unit_type u ON u.id = ANY (h.unit_type_ids)
    WHERE h.id = ${holdId}::uuid ORDER BY u.id`.execute(statements(em));
  for (const changed of rows) {
    await publish(ctx, em, 'availability.updated', {
      ...changed,
      from,
      until,
      version: await nextVersion(em),
    });
  }
}
