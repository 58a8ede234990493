import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { saveConnection } from '../steps/change-connection.ts';
import { holdBackOfConnection } from '../store/hold-back-units.ts';
import { activateConnection } from './activate-connection.ts';

/** A connection becomes degraded after this many consecutive refused or failed messages, */
const FAILURES = 5;
/** or when a change has waited longer than this. */
const WAITING_MINUTES = 15;

/** True if connection `k` with updates `p` becomes degraded or recovers. */
const MOVES = sql`k.status = 'active' AND CASE WHEN k.degraded_since IS NULL
  THEN p.failures >= ${FAILURES}::int OR p.waiting_since < clock_timestamp() - ${WAITING_MINUTES}::int * interval '1 minute'
  ELSE p.waiting_since IS NULL END`.$castTo<boolean>();

/**
 * Finds connections whose channel doesn't accept changes, and withholds units from agents for them; finds
 * recovered connections as well. Also activates connections if the recording process was interrupted. See
 * docs/interface/channels.md#states.
 */
export async function judgeConnections(ctx: SubgraphContext): Promise<void> {
  const moving = await tables(reader(ctx))
    .selectFrom('channel_push as p')
    .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
    .select('k.id')
    .where(MOVES)
    .orderBy('k.id')
    .execute();
  for (const { id } of moving) await judge(ctx, id);
  const activated = await tables(reader(ctx))
    .selectFrom('channel_push as p')
    .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
    .select('k.id')
    .where('k.awaitsFull', '=', true)
    .where('p.lastFullAt', 'is not', null)
    .orderBy('k.id')
    .execute();
  for (const { id } of activated) await activateConnection(ctx, id);
}

async function judge(ctx: SubgraphContext, id: number): Promise<void> {
  const storefrontId = await inTransaction(ctx, async (em) => {
    const connection = await em.findOne(
      ChannelConnectionEntity,
      { id },
      { populate: ['property'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['c0'] },
    );
    const moves = await tables(em)
      .selectFrom('channel_push as p')
      .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
      .select('k.id')
      .where('k.id', '=', id)
      .where(MOVES)
      .executeTakeFirst();
    if (!connection || !moves) return null;
    const recovers = connection.degradedSince != null;
    Object.assign(connection, {
      degradedSince: recovers ? null : ctx.clock.now(),
      version: connection.version + 1,
    });
    await saveConnection(
      ctx,
      em,
      connection,
      recovers ? 'channel_connection.recovered' : 'channel_connection.degraded',
    );
    await holdBackOfConnection(em, id);
    return connection.property.storefront.id;
  });
  if (storefrontId !== null) ctx.services.catalog.changes.announce(storefrontId);
}
