import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import type { BookingStatus } from './generated.ts';

const STATUS: Readonly<Record<BookingStatus, readonly [Tone, string]>> = {
  held: ['waiting', 'Unpaid'],
  confirmed: ['good', 'Confirmed'],
  released: ['over', 'Released'],
  cancelled: ['over', 'Cancelled'],
};

/** Where a booking stands, in words. */
export function BookingBadge({ status }: { readonly status: BookingStatus }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Who booked: the host of the agent's profile, which is how agents name themselves. */
export function agentName(profile: string | null): string {
  if (profile === null) return 'An agent without a name';
  return URL.canParse(profile) ? new URL(profile).hostname : profile;
}
