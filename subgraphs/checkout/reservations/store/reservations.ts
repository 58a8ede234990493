import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { Author } from '../../access.ts';
import { type BookedGuest, type Booking, BookingEntity, type Reservation } from '../../store/entities.ts';

/** A reservation as a channel's app brings it. */
export interface ChannelEntry {
  readonly author: Author;
  readonly connectionId: number;
  readonly externalId: string;
  readonly revision: number;
  readonly guest: BookedGuest;
  readonly reservation: Reservation;
}

/** The booking that a reservation is; null if it got here for the first time. */
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
 * Catalog's key for the nights of one definition of a reservation: sent twice at once it has the same, so that its nights are taken
 * once; another definition, or one that comes after another booking's `attempt`, has another.
 */
export function reservationHold(entry: ChannelEntry, attempt: string | null): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([entry, attempt]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
