/** Statuses stored for a unit; `UnitStatus` in the SDL has `out_of_order` too. */
export type StoredStatus = 'clean' | 'dirty' | 'inspected';
export type UnitStatus = StoredStatus | 'out_of_order';

/** A unit's status with the nights on which it's out of order, both included. */
export interface StatusFields {
  readonly status: StoredStatus;
  readonly outFrom: string | null;
  readonly outUntil: string | null;
  readonly outReason: string | null;
}

/** A unit's housekeeping for callers. */
export interface Housekeeping {
  readonly status: UnitStatus;
  readonly from: string | null;
  readonly until: string | null;
  readonly reason: string | null;
}

/**
 * Returns a unit's housekeeping on a day. A unit is shown as out of order from when that is set until its last
 * night is over; then it needs cleaning.
 */
export function viewHousekeeping(
  { status, outFrom, outUntil, outReason }: StatusFields,
  today: string,
): Housekeeping {
  if (outFrom === null || outUntil === null) return { status, ...NO_NIGHTS };
  if (outUntil < today) return { status: 'dirty', ...NO_NIGHTS };
  return { status: 'out_of_order', from: outFrom, until: outUntil, reason: outReason };
}

const NO_NIGHTS = { from: null, until: null, reason: null } as const;

/** A unit whose status was never set is clean. */
export const CLEAN: Housekeeping = { status: 'clean', ...NO_NIGHTS };

/** Reasons against letting guests into a unit. */
export type Obstacle = 'UNIT_OUT_OF_ORDER' | 'UNIT_NOT_READY';

/** Returns the reason against letting guests into a unit on a day; null if it's ready. */
export function obstacleOf(fields: StatusFields, today: string): Obstacle | null {
  const { status, outFrom, outUntil } = fields;
  if (outFrom !== null && outUntil !== null && outFrom <= today && today <= outUntil)
    return 'UNIT_OUT_OF_ORDER';
  const isRepaired = outUntil !== null && outUntil < today;
  return status === 'dirty' || isRepaired ? 'UNIT_NOT_READY' : null;
}

/**
 * Returns the status after a cleaning task's report; null to keep it. A cleaning counts if it belongs to the stay that
 * left last, or to no stay and was created after that.
 */
export function cleanedStatus(
  unit: {
    readonly status: StoredStatus;
    readonly leftBookingId: number | null;
    readonly leftAt: Date | null;
  },
  task: { readonly status: string; readonly bookingId: number | null; readonly createdAt: Date },
): StoredStatus | null {
  const isOwn =
    task.bookingId === null
      ? unit.leftAt === null || task.createdAt > unit.leftAt
      : task.bookingId === unit.leftBookingId;
  if (!isOwn) return null;
  if (task.status === 'VERIFIED') return unit.status === 'inspected' ? null : 'inspected';
  return task.status === 'COMPLETED' && unit.status === 'dirty' ? 'clean' : null;
}
