import { usableZone } from '#kit/dates.ts';
import type { RequestStatus } from '../../domain/request-status.ts';

const HOUR_MS = 3_600_000;

/** Lifetime for a confirmation email's link. */
export const VERIFY_TTL_MS = 30 * 60_000;
/** Retention for unconfirmed requests: as long as the email counts toward the address's limit. */
export const UNVERIFIED_KEPT_MS = 60 * 60_000;
/** Period during which a guest keeps the price they were shown. */
export const PRICE_KEPT_MS = 24 * HOUR_MS;
/** Minimum time between the host's response and the check-in day. */
const BEFORE_CHECK_IN_MS = 2 * HOUR_MS;

/** A stay's check-in day and time zone. */
export interface Arrival {
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly timeZone: string;
}

/** Start of the check-in day at the property. */
export const checkInStarts = ({ checkIn, timeZone }: Arrival): Date =>
  new Date(Temporal.PlainDate.from(checkIn).toZonedDateTime(usableZone(timeZone)).epochMilliseconds);

const earlier = (one: Date, other: Date) => (one < other ? one : other);
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000);

/** Deadline to respond to a request: the end of the host's window, but at least 2 h before the check-in day. */
export const respondBy = (now: Date, seconds: number, arrival: Arrival): Date =>
  earlier(after(now, seconds), new Date(checkInStarts(arrival).getTime() - BEFORE_CHECK_IN_MS));

/**
 * Deadline to pay for an accepted request: the end of the host's window, but no later than the start of the
 * check-in day.
 */
export const payBy = (now: Date, seconds: number, arrival: Arrival): Date =>
  earlier(after(now, seconds), checkInStarts(arrival));

/** True if a request is too late for the host: within the notice period, or without time to respond. */
export const isTooLate = (now: Date, noticeSeconds: number, arrival: Arrival): boolean =>
  after(now, noticeSeconds) > checkInStarts(arrival) || respondBy(now, 1, arrival) <= now;

/** True if a request still has the price shown to the guest. */
export const keepsPrice = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < PRICE_KEPT_MS;

/** True if a request's confirmation link has expired. */
export const isLinkOver = (
  { status, createdAt }: { readonly status: RequestStatus; readonly createdAt: Date },
  now: Date,
): boolean => status === 'unverified' && now.getTime() - createdAt.getTime() > VERIFY_TTL_MS;
