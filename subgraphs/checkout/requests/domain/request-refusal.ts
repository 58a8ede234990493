import type { EntryError } from '../../bookings/domain/entry-faults.ts';
import { refuseNights } from '../../bookings/domain/entry-refusal.ts';
import type { BookingRequest, Quote } from '../../store/entities.ts';

/** Result of a request mutation; `bookingRequest` is null only if it was refused. */
export interface RequestResult {
  readonly bookingRequest: BookingRequest | null;
  /** The stay's current total, if a changed price is the reason for refusing. */
  readonly total: number | null;
  readonly userErrors: readonly EntryError[];
}

export const refuseRequest = (...userErrors: readonly EntryError[]): RequestResult => ({
  bookingRequest: null,
  total: null,
  userErrors,
});

/** Returns the current request. */
export const requested = (bookingRequest: BookingRequest): RequestResult => ({
  bookingRequest,
  total: null,
  userErrors: [],
});

/** Creates a refusal for an argument, for mutations without an input. */
export const requestError = (code: string, argument: string, message: string): EntryError => ({
  field: [argument],
  message,
  code,
});

export const NO_SUCH_REQUEST = requestError('NOT_FOUND', 'id', 'This team has no such request.');
export const STALE = requestError(
  'STALE_VERSION',
  'version',
  'The request has changed since you read it. Read it again.',
);

const ENDED: Readonly<Partial<Record<BookingRequest['status'], string>>> = {
  accepted: 'The request was already accepted.',
  booked: 'The request was accepted and paid.',
  lapsed: 'The request was accepted but not paid in time.',
  declined: 'The request was declined.',
  withdrawn: 'The guest withdrew the request.',
  expired: "The request wasn't answered in time and expired.",
  failed: 'The nights were taken before the request was accepted.',
};

/** Returns the reason a request isn't pending. */
export const notPending = ({ status }: Pick<BookingRequest, 'status'>): EntryError =>
  requestError('NOT_PENDING', 'id', ENDED[status] ?? "The request isn't waiting for an answer.");

/** Returns the reason a host who read this version can't accept or decline a request; null if they can. */
export function refuseAnswer(
  now: Date,
  request: BookingRequest | null,
  version: number,
): RequestResult | null {
  if (!request) return refuseRequest(NO_SUCH_REQUEST);
  if (request.status !== 'pending') return refuseRequest(notPending(request));
  if (request.respondBy !== null && request.respondBy <= now)
    return refuseRequest(notPending({ status: 'expired' }));
  return request.version === version ? null : refuseRequest(STALE);
}

/** Refusal if catalog couldn't take the nights. */
export const nightsTaken = (): EntryError =>
  requestError(
    'NIGHTS_TAKEN',
    'id',
    'The nights were taken in the meantime, so the request failed. We notify the guest.',
  );

/** Refusal if the price has changed since the guest saw it: the host decides. */
export const priceChanged = (was: string, now: string): EntryError =>
  requestError(
    'PRICE_CHANGED',
    'total',
    `The guest saw ${was}, but the stay now costs ${now}. To accept it at the current price, send that total.`,
  );

/** Converts catalog's problems to the same refusals as for entered bookings. */
export const unavailable = (quote: Pick<Quote, 'problems'>): readonly EntryError[] =>
  refuseNights(quote).userErrors;

export const TOO_LATE = requestError('TOO_LATE', 'checkIn', "It's too late to request these dates.");
export const NOT_OFFERED = requestError('NOT_OFFERED', 'unitTypeId', "This site doesn't take requests.");
export const TOO_MANY = requestError(
  'TOO_MANY',
  'guest',
  'Too many requests are pending for this address. Try again in an hour or contact the host.',
);
export const LINK_OVER = requestError(
  'LINK_OVER',
  'token',
  'This link no longer works. Place the request again.',
);
