import type { Booking } from '../store/entities.ts';
import type { StayState } from './stay-states.ts';

/** Booking fields that describe its stay. */
export type StayFields = Pick<
  Booking,
  'stayState' | 'stayCheckedInAt' | 'stayCheckedOutAt' | 'stayAssumed' | 'checkedInAt' | 'checkedOutAt'
>;

/** A booking's stay as shown to callers. */
export interface Stay {
  readonly state: StayState;
  /** Time the guests arrived; null before that. */
  readonly checkedInAt: Date | null;
  readonly checkedOutAt: Date | null;
  /** True if the state was assumed and the desk hasn't confirmed it. */
  readonly isAssumed: boolean;
}

/**
 * Returns a stay's state. Without a stored state, the booking's days imply it, as recorded by an earlier
 * release. SQL twin: `STAY_STATE`.
 */
export function stayStateOf({
  stayState,
  checkedInAt,
  checkedOutAt,
}: Pick<StayFields, 'stayState' | 'checkedInAt' | 'checkedOutAt'>): StayState {
  if (stayState !== null) return stayState;
  if (checkedOutAt !== null) return 'departed';
  return checkedInAt === null ? 'expected' : 'in_house';
}

/** True until a booking has ended: it was cancelled or released, or its guests have left or never came. */
export const isOngoing = (
  booking: { readonly status: string } & Parameters<typeof stayStateOf>[0],
): boolean =>
  (booking.status === 'held' || booking.status === 'confirmed') &&
  (stayStateOf(booking) === 'expected' || stayStateOf(booking) === 'in_house');

/** Returns a booking's stay for callers. */
export function viewStay(booking: StayFields): Stay {
  const state = stayStateOf(booking);
  const hasArrived = state === 'in_house' || state === 'departed';
  const arrived = booking.stayCheckedInAt ?? (booking.stayState === null ? booking.checkedInAt : null);
  const left = booking.stayCheckedOutAt ?? (booking.stayState === null ? booking.checkedOutAt : null);
  return {
    state,
    checkedInAt: hasArrived ? dateOf(arrived) : null,
    checkedOutAt: state === 'departed' ? dateOf(left) : null,
    isAssumed: hasArrived && booking.stayAssumed,
  };
}

const dateOf = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));
