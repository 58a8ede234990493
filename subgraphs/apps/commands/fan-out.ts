import { type Kysely, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { dispatcherOf } from '../dispatchers.ts';
import type { Announced } from '../domain/envelope.ts';
import { findSubscribers } from '../queries/subscribers.ts';
import { DELIVERY_CHANNEL } from './claim-deliveries.ts';
import { writeDeliveries } from './write-deliveries.ts';

/**
 * Sees to it that every active install of the team whose app subscribed to the topic has its delivery. The dispatcher of this
 * process writes it in its next turn and sends it at once; where none runs it is written here, and any dispatcher finds it.
 * See docs/interface/webhooks.md#delivery, docs/interface/webhooks.md#topics.
 */
export async function fanOut(ctx: IslandContext, event: Announced): Promise<void> {
  const dispatcher = dispatcherOf(ctx.db);
  if (dispatcher) return dispatcher.announce(event);
  const db = statements(ctx);
  const told = await findSubscribers(db, [event]);
  await writeDeliveries(ctx, db, told);
  const installs = told.flatMap(({ subscribers }) => subscribers);
  await wakeDispatchers(db, installs); // after the commit: commits that carry a NOTIFY wait for one another
}

/** Tells the dispatchers of all processes which installs have something to be sent; without it they find it in a second. */
export async function wakeDispatchers(
  db: Kysely<unknown>,
  installs: readonly { readonly installId: number }[],
): Promise<void> {
  if (installs.length === 0) return;
  await sql`
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text)
    FROM unnest(${installs.map(({ installId }) => installId)}::int[]) AS install_id`.execute(db);
}
