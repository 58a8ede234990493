import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import type { BookingRequestDeclineReason, RequestRowFragment } from './generated.ts';

type RequestStatus = RequestRowFragment['status'];

const STATUS: Readonly<Record<RequestStatus, readonly [Tone, string]>> = {
  pending: ['waiting', 'Waiting'],
  accepted: ['waiting', 'Accepted, unpaid'],
  booked: ['good', 'Booked'],
  lapsed: ['over', 'Not paid in time'],
  declined: ['over', 'Declined'],
  withdrawn: ['over', 'Withdrawn'],
  expired: ['over', 'Not answered'],
  failed: ['bad', 'Nights were taken'],
};

/** Badge with a request's status. */
export function RequestBadge({ status }: { readonly status: RequestStatus }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Reasons for declining a request, in the order of the options. */
export const DECLINE_REASONS: readonly {
  readonly value: BookingRequestDeclineReason;
  readonly label: string;
}[] = [
  { value: 'dates_not_available', label: "The dates aren't available" },
  { value: 'rules', label: "The stay doesn't fit the house rules" },
  { value: 'arrival_time', label: "The arrival time doesn't work" },
  { value: 'missing_information', label: 'Information is missing' },
  { value: 'other', label: 'Another reason' },
];

/** Returns a label for a reason. */
export const reasonWords = (reason: BookingRequestDeclineReason): string =>
  DECLINE_REASONS.find(({ value }) => value === reason)?.label ?? reason;

/** Returns the guest's name. */
export const guestWords = ({ guest }: Pick<RequestRowFragment, 'guest'>): string =>
  `${guest.firstName} ${guest.lastName}`;
