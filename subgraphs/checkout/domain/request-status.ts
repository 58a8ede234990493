export const REQUEST_STATUSES = [
  'unverified',
  'pending',
  'accepted',
  'booked',
  'lapsed',
  'declined',
  'withdrawn',
  'expired',
  'failed',
] as const;

/** Booking request status; `BookingRequestStatus` in the SDL. */
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Reason for declining a request; `BookingRequestDeclineReason` in the SDL. */
export type DeclineReason =
  | 'dates_not_available'
  | 'rules'
  | 'arrival_time'
  | 'missing_information'
  | 'other';

/** A booking request's transition. */
export type RequestMove = 'verify' | 'accept' | 'fail' | 'decline' | 'withdraw' | 'expire' | 'pay' | 'lapse';

/**
 * Source and target statuses for each move (docs/interface/requests.md#states). A late payment revives a
 * booking, and therefore its request.
 */
const MOVES: Readonly<
  Record<RequestMove, { readonly from: readonly RequestStatus[]; readonly to: RequestStatus }>
> = {
  verify: { from: ['unverified'], to: 'pending' },
  accept: { from: ['pending'], to: 'accepted' },
  fail: { from: ['unverified', 'pending'], to: 'failed' },
  decline: { from: ['pending'], to: 'declined' },
  withdraw: { from: ['pending'], to: 'withdrawn' },
  expire: { from: ['pending'], to: 'expired' },
  pay: { from: ['accepted', 'lapsed'], to: 'booked' },
  lapse: { from: ['accepted'], to: 'lapsed' },
};

/** Returns the status after a move; null if the move isn't allowed. */
export function requestAfter(status: RequestStatus, move: RequestMove): RequestStatus | null {
  const { from, to } = MOVES[move];
  return from.includes(status) ? to : null;
}
