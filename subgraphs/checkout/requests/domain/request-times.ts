import { usableZone } from '#kit/dates.ts';
import type { RequestStatus } from '../../domain/request-status.ts';

const HOUR_MS = 3_600_000;

/** How long the mail that confirms a request works. */
export const VERIFY_TTL_MS = 30 * 60_000;
/** How long a request that no one confirmed is kept: as long as its mail counts for the address. */
export const UNVERIFIED_KEPT_MS = 60 * 60_000;
/** How long a guest gets the price they were shown. */
export const PRICE_KEPT_MS = 24 * HOUR_MS;
/** An answer comes at least this long before the check-in day. */
const BEFORE_CHECK_IN_MS = 2 * HOUR_MS;

/** A stay's first day where it is. */
export interface Arrival {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly timeZone: string;
}

/** When the check-in day begins at the property. */
export const checkInStarts = ({ checkIn, timeZone }: Arrival): Date =>
  new Date(Temporal.PlainDate.from(checkIn).toZonedDateTime(usableZone(timeZone)).epochMilliseconds);

const earlier = (one: Date, other: Date) => (one < other ? one : other);
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000);

/** When a request expires unless it is answered: after the host's window, and at least 2 h before the check-in day. */
export const respondBy = (now: Date, seconds: number, arrival: Arrival): Date =>
  earlier(after(now, seconds), new Date(checkInStarts(arrival).getTime() - BEFORE_CHECK_IN_MS));

/** Until when the guest of an accepted request pays: the host's window, not beyond the start of the check-in day. */
export const payBy = (now: Date, seconds: number, arrival: Arrival): Date =>
  earlier(after(now, seconds), checkInStarts(arrival));

/** Whether a request comes too late for the host: within the notice they ask for, or with no time left to answer. */
export const isTooLate = (now: Date, noticeSeconds: number, arrival: Arrival): boolean =>
  after(now, noticeSeconds) > checkInStarts(arrival) || respondBy(now, 1, arrival) <= now;

/** Whether the price of a request is still the one the guest was shown. */
export const keepsPrice = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < PRICE_KEPT_MS;

/** Whether a request can no longer be confirmed by the link of its mail. */
export const isLinkOver = (
  { status, createdAt }: { readonly status: RequestStatus; readonly createdAt: Date },
  now: Date,
): boolean => status === 'unverified' && now.getTime() - createdAt.getTime() > VERIFY_TTL_MS;
