import { usableZone } from '#kit/dates.ts';

/** Events that trigger an automatic message. */
export type MessageTrigger =
  | 'booked'
  | 'paid'
  | 'changed'
  | 'cancelled'
  | 'before_check_in'
  | 'check_in_day'
  | 'after_check_out';

/** Triggers whose time follows from the stay's dates. */
export const isTimed = (trigger: MessageTrigger): boolean =>
  trigger === 'before_check_in' || trigger === 'check_in_day' || trigger === 'after_check_out';

/** A rule's time, as stored. */
export interface RuleTime {
  readonly trigger: MessageTrigger;
  readonly hours: number | null;
  readonly days: number | null;
  /** `HH:MM` in the property's time zone. */
  readonly at: string | null;
}

/** The dates and times on which a message's due time depends. */
export interface StayTimes {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  /** IANA name. */
  readonly timeZone: string;
  /** `HH:MM`; null if the property has none. */
  readonly checkInFrom: string | null;
  readonly checkOutUntil: string | null;
}

/** Times assumed for a property without its own. */
const CHECK_IN_FROM = '15:00';
const CHECK_OUT_UNTIL = '11:00';

/**
 * Returns the instant at which a timed rule's message is due. Days count on the calendar, hours elapse. A time
 * that the clocks skip is an hour later; of a time that they repeat, the first counts.
 */
export function dueTime({ trigger, hours, days, at }: RuleTime, stay: StayTimes): Date {
  const isBefore = trigger !== 'after_check_out';
  const day = isBefore ? stay.checkIn : stay.checkOut;
  const time = isBefore ? (stay.checkInFrom ?? CHECK_IN_FROM) : (stay.checkOutUntil ?? CHECK_OUT_UNTIL);
  if (trigger === 'check_in_day') return instantOf(day, at ?? time, stay.timeZone);
  const sign = isBefore ? -1 : 1;
  if (days !== null) {
    const date = Temporal.PlainDate.from(day).add({ days: sign * days });
    return instantOf(date.toString(), at ?? time, stay.timeZone);
  }
  const from = instantOf(day, time, stay.timeZone);
  return new Date(from.getTime() + sign * (hours ?? 0) * 3_600_000);
}

const instantOf = (date: string, time: string, timeZone: string): Date =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: usableZone(timeZone),
      plainTime: Temporal.PlainTime.from(time),
    }).epochMilliseconds,
  );

/** A message that's later than this is skipped. */
const MOST_OVERDUE_MS = 24 * 3_600_000;

/** True if a message is so late that it's skipped. */
export const isOverdue = (due: Date, now: Date): boolean => now.getTime() - due.getTime() > MOST_OVERDUE_MS;

/**
 * True if a message was already due when its rule began and its booking already existed: a new rule sends
 * nothing for the past.
 */
export const isBeforeRule = (due: Date, booked: Date, began: Date): boolean => due <= began && booked < began;
