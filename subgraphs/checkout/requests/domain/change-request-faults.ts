import { usableZone } from '#kit/dates.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_CANCEL_REASON } from '#schema/limits.ts';
import type { EntryError } from '../../bookings/domain/entry-faults.ts';
import type { ChangeRequest } from '../../store/entities.ts';
import type { Arrival } from './request-times.ts';

/** Result of a change request mutation; `bookingChangeRequest` is null only if it was refused. */
export interface ChangeRequestResult {
  readonly bookingChangeRequest: ChangeRequest | null;
  readonly userErrors: readonly EntryError[];
}

const LASTS_MS = 48 * 3_600_000;

/** Check-in time of a property that doesn't state its own. */
const USUAL_CHECK_IN = '15:00';

/** Returns the time when a request expires: after 48 hours, or at check-in at `from`, if that's earlier. */
export function expiryOf(now: Date, { checkIn, timeZone }: Arrival, from: string | null): Date {
  const arrival = Temporal.PlainDate.from(checkIn).toZonedDateTime({
    timeZone: usableZone(timeZone),
    plainTime: from ?? USUAL_CHECK_IN,
  });
  return new Date(Math.min(now.getTime() + LASTS_MS, arrival.epochMilliseconds));
}

/** Refuses a mutation of one request. */
export const refuseChange = (code: string, message: string, field = 'id'): ChangeRequestResult => ({
  bookingChangeRequest: null,
  userErrors: [{ field: [field], message, code }],
});

export const NO_SUCH_CHANGE = refuseChange('NOT_FOUND', 'This team has no such request.');
export const CHANGE_TAKEN = refuseChange(
  'NIGHTS_TAKEN',
  'The nights were taken in the meantime, so the request was declined. We notify the guest.',
);
export const STAY_CHANGED = refuseChange(
  'STAY_CHANGED',
  'The booking has changed since the guest requested this, so the request was declined. We notify the guest.',
);

const ENDED: Readonly<Record<Exclude<ChangeRequest['status'], 'pending'>, string>> = {
  accepted: 'The request was already accepted.',
  declined: 'The request was declined.',
  expired: "The request wasn't answered in time and expired.",
  withdrawn: 'The request was withdrawn.',
};

/** Returns the reason a request can't be accepted or declined; null if it can. */
export function refuseEnded({ status, expiresAt }: ChangeRequest, now: Date): ChangeRequestResult | null {
  const is = status === 'pending' && expiresAt <= now ? 'expired' : status;
  return is === 'pending' ? null : refuseChange('NOT_PENDING', ENDED[is]);
}

/** Returns the reason a message to the guest is refused; null if it isn't. */
export const messageFault = (message: string): ChangeRequestResult | null =>
  message === '' || isTextWithin(message, MAX_CANCEL_REASON)
    ? null
    : refuseChange('INVALID', `A message can have at most ${MAX_CANCEL_REASON} characters.`, 'reason');
