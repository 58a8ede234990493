import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent, type TeamEventKind } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { ownProperty, reachOf } from '../../access.ts';
import { NO_CONNECTION } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import {
  ChannelConnectionEntity,
  type ChannelConnectionRow,
  ChannelRoomEntity,
} from '../../store/entities.ts';
import { type ConnectionMove, movedConnection, shownStatus } from '../domain/channel-connection.ts';
import { awaitsFirstFull, pushEverything } from '../store/channel-push.ts';
import { endDegraded } from '../store/hold-back-units.ts';

/** A change's result: the current connection, or the errors. */
export interface ConnectionPayload {
  readonly channelConnection: ChannelConnectionRow | null;
  readonly userErrors: readonly UserError[];
}

/** A host's connection with its property, locked; null for any other connection. */
export async function ownConnection(em: Transaction, viewer: Viewer, id: string) {
  if (reachOf(viewer).teamId === null) return null;
  return em.findOne(
    ChannelConnectionEntity,
    { id: parseId(id) ?? 0, property: ownProperty(viewer) },
    { populate: ['property'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['c0'] },
  );
}

type OwnConnection = NonNullable<Awaited<ReturnType<typeof ownConnection>>>;

/** Ended connections can't change. */
export const HAS_ENDED: UserError = {
  code: 'CLOSED',
  field: ['id'],
  message: 'The connection has ended: connect the property again.',
};

interface ConnectionChange {
  readonly kind: TeamEventKind;
  /** Changes the locked connection, or returns the reasons it can't. */
  readonly change: (
    connection: OwnConnection,
    em: Transaction,
  ) => Promise<readonly UserError[]> | readonly UserError[];
}

/**
 * Changes one of the host's connections in its own transaction, records the change and publishes
 * `channel_connection.updated`.
 */
export async function changeConnection(
  ctx: SubgraphContext,
  id: string,
  { kind, change }: ConnectionChange,
): Promise<ConnectionPayload> {
  const { heldBackAt, ...payload } = await inTransaction(ctx, async (em) => {
    const connection = await ownConnection(em, ctx.viewer, id);
    if (!connection) return { channelConnection: null, userErrors: [NO_CONNECTION], heldBackAt: null };
    const wasDegraded = connection.degradedSince != null;
    const userErrors = await change(connection, em);
    if (userErrors.length > 0) return { channelConnection: null, userErrors, heldBackAt: null };
    connection.version += 1;
    await saveConnection(ctx, em, connection, kind);
    const heldBackAt = wasDegraded ? connection.property.storefront.id : null;
    return { channelConnection: connection, userErrors: [], heldBackAt };
  });
  if (heldBackAt !== null) ctx.services.catalog.changes.announce(heldBackAt);
  return payload;
}

/** Moves a connection to its new status and notifies its channel, or explains why the move isn't possible. */
export async function moveConnection(
  connection: ChannelConnectionRow,
  em: Transaction,
  to: ConnectionMove,
): Promise<readonly UserError[]> {
  const rooms = await em.count(ChannelRoomEntity, { connection });
  const status = movedConnection(connection.status, to, rooms > 0);
  if (status === null) return [HAS_ENDED];
  await endDegraded(em, connection);
  connection.status = status;
  connection.awaitsFull = status === 'active' && (await awaitsFirstFull(em, connection.id));
  await em.flush();
  await pushEverything(em, connection.id);
  return [];
}

/** Saves a connection that was loaded with its property, records the change and publishes it. */
export async function saveConnection(
  ctx: SubgraphContext,
  em: Transaction,
  connection: OwnConnection,
  kind: TeamEventKind,
): Promise<void> {
  connection.updatedAt = ctx.clock.now();
  await em.flush();
  const { id: connectionId, teamId, property, version, appSlug: app, name } = connection;
  const status = shownStatus(connection);
  await publish(ctx, em, 'channel_connection.updated', {
    teamId,
    connectionId,
    version,
    propertyId: property.id,
    status,
    app,
  });
  await recordTeamEvent(ctx, em, [teamId], { kind, subject: `${name}, ${property.name}` });
}
