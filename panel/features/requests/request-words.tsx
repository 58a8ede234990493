import { msg } from '@lingui/core/macro';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { BookingRequestDeclineReason, RequestRowFragment } from './generated.ts';

type RequestStatus = RequestRowFragment['status'];

const STATUS: Readonly<Record<RequestStatus, readonly [Tone, string]>> = translated({
  pending: ['waiting', msg`Waiting`],
  accepted: ['waiting', msg`Accepted, unpaid`],
  booked: ['good', msg`Booked`],
  lapsed: ['over', msg`Not paid in time`],
  declined: ['over', msg`Declined`],
  withdrawn: ['over', msg`Withdrawn`],
  expired: ['over', msg`Not answered`],
  failed: ['bad', msg`Nights were taken`],
});

/** Badge with a request's status. */
export function RequestBadge({ status }: { readonly status: RequestStatus }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Reasons for declining a request, in the order of the options. */
export const DECLINE_REASONS: readonly {
  readonly value: BookingRequestDeclineReason;
  readonly label: string;
}[] = translated([
  { value: 'dates_not_available', label: msg`The dates aren't available` },
  { value: 'rules', label: msg`The stay doesn't fit the house rules` },
  { value: 'arrival_time', label: msg`The arrival time doesn't work` },
  { value: 'missing_information', label: msg`Information is missing` },
  { value: 'other', label: msg`Another reason` },
]);

/** Returns a label for a reason. */
export const reasonWords = (reason: BookingRequestDeclineReason): string =>
  DECLINE_REASONS.find(({ value }) => value === reason)?.label ?? reason;

/** Returns the guest's name. */
export const guestWords = ({ guest }: Pick<RequestRowFragment, 'guest'>): string =>
  `${guest.firstName} ${guest.lastName}`;
