import { HORIZON_DAYS, MAX_KEPT_BACK, MAX_RANGE } from '#schema/limits.ts';
import { epochDayOf, lengthOf, type NightRange } from './domain/calendar.ts';
import type { EditMistake } from './domain/content-change.ts';
import type { UserError } from './generated.ts';

/** Codes for the catalog's refusals. */
export type RefusalCode =
  | 'NOT_FOUND'
  | 'INVALID'
  | 'CARD_DATA'
  | 'IN_USE'
  | 'TAKEN'
  | 'ARCHIVED'
  | 'CLOSED'
  | 'NOT_READY'
  | 'LIMIT_REACHED'
  | 'STALE'
  | 'STALE_VERSION'
  | 'CHANNEL_FAILED'
  | 'CHANNEL_REFUSED'
  | 'CURRENCY_MISMATCH'
  | 'TARGET_UNKNOWN'
  | 'SCRIPT_NEEDS_REVIEW'
  | 'ORIGIN_IS_OURS'
  | 'PLACEMENT_LIMIT'
  | 'PAYMENT_REQUIRED'
  | 'SUSPENDED';

/** An error for a host's mutation that changed nothing; `field` is the path in `input`. */
export function userError(code: RefusalCode, field: string | null, message: string): UserError {
  return { code, field: field === null ? null : ['input', field], message };
}

/** Converts an input error to a userError. */
export const mistaken = ({ field, message, code }: EditMistake): UserError =>
  userError(code ?? 'INVALID', field, message);

/** The team has no such domain. */
export const NO_DOMAIN: UserError = { code: 'NOT_FOUND', field: ['id'], message: 'There is no such domain.' };

/** The team has no such feed. */
export const NO_FEED: UserError = { code: 'NOT_FOUND', field: ['id'], message: 'There is no such feed.' };

/** The team has no such connection. */
export const NO_CONNECTION: UserError = {
  code: 'NOT_FOUND',
  field: ['id'],
  message: 'There is no such connection.',
};

/** The team has no such placement. */
export const NO_PLACEMENT: UserError = {
  code: 'NOT_FOUND',
  field: ['id'],
  message: 'There is no such placement.',
};

/** A connection withholds more units than allowed. */
export const KEPT_BACK = userError(
  'INVALID',
  'stopSellBelow',
  `A connection can keep back 0 to ${MAX_KEPT_BACK} units.`,
);

/** More units than can be held back for a connection. */
export const CHANNEL_HOLD_BACK = userError(
  'INVALID',
  'holdBackUnits',
  `A connection can hold back 0 to ${MAX_KEPT_BACK} units.`,
);

/** More days than a channel can get updates for. */
export const CHANNEL_DAYS = userError(
  'INVALID',
  'horizonDays',
  `A channel can receive updates for 1 to ${HORIZON_DAYS} days ahead.`,
);

/** The team has no such unit type. */
export const NO_UNIT_TYPE = userError('NOT_FOUND', 'unitTypeId', 'There is no such unit type.');

/** Some nights in the range don't exist. */
export const TOO_LATE = userError('INVALID', 'until', `Nights are on sale up to ${HORIZON_DAYS} days ahead.`);

/** The reason a range can't be changed; null if it can. `today` is the date at the property. */
export function refuseRange(range: NightRange, today: number): UserError | null {
  const length = lengthOf(range);
  if (epochDayOf(range.from) < today) {
    return userError('INVALID', 'from', 'Nights in the past cannot be changed.');
  }
  if (length < 1) return userError('INVALID', 'until', 'The last night must not be before the first.');
  if (length > MAX_RANGE) {
    return userError('INVALID', 'until', `At most ${MAX_RANGE} nights can be changed at once.`);
  }
  return null;
}
