import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { Author } from '../../access.ts';
import { type BookedGuest, type Booking, BookingEntity, type Reservation } from '../../store/entities.ts';

/** A reservation sent by a channel's app. */
export interface ChannelEntry {
  readonly author: Author;
  readonly connectionId: number;
  readonly externalId: string;
  readonly revision: number;
  readonly guest: BookedGuest;
  readonly reservation: Reservation;
}

/** Finds a reservation's booking; null if the reservation is new. */
export const findReservation = (
  ctx: SubgraphContext,
  { author, connectionId, externalId }: ChannelEntry,
): Promise<Booking | null> =>
  reader(ctx).findOne(BookingEntity, {
    teamId: author.teamId,
    enteredBy: author.installId,
    channelConnectionId: connectionId,
    sourceExternalId: externalId,
  });

/**
 * Returns catalog's key for a reservation's nights. Identical concurrent requests share it, so the nights are
 * taken once; a different definition, or another booking's `attempt`, gets a different key.
 */
export function reservationHold(entry: ChannelEntry, attempt: string | null): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([entry, attempt]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
