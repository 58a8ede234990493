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

/** Where a request to book is; `BookingRequestStatus` of the SDL. */
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Why a request is declined; `BookingRequestDeclineReason` of the SDL. */
export type DeclineReason =
  | 'dates_not_available'
  | 'rules'
  | 'arrival_time'
  | 'missing_information'
  | 'other';

/** What moves a request on. */
export type RequestMove = 'verify' | 'accept' | 'fail' | 'decline' | 'withdraw' | 'expire' | 'pay' | 'lapse';

/** From where each move leads, and where to (docs/interface/requests.md#states). Money that comes late revives a booking, so it does the request. */
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

/** Where a move leads from a status; null where it is not possible. */
export function requestAfter(status: RequestStatus, move: RequestMove): RequestStatus | null {
  const { from, to } = MOVES[move];
  return from.includes(status) ? to : null;
}
