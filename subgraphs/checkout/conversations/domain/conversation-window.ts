import { usableZone } from '#kit/dates.ts';

/** Days after check-out during which guests, and the team, can write. */
export const GUEST_DAYS = 66;
export const TEAM_DAYS = 7;

const TEAM_ANSWERS_MS = TEAM_DAYS * 24 * 3_600_000;

/** A reply is late after this long. */
export const ANSWER_MS = 24 * 3_600_000;

/** A stay's check-out day and time zone. */
export interface Departure {
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkOut: string;
  readonly timeZone: string;
}

/**
 * Returns the end of the day `days` after the last check-out, in the property's time zone; null without
 * stays.
 */
function endOf(stays: readonly Departure[], days: number): Date | null {
  const ends = stays.map(({ checkOut, timeZone }) =>
    Temporal.PlainDate.from(checkOut)
      .add({ days: days + 1 })
      .toZonedDateTime(usableZone(timeZone)),
  );
  return ends.length === 0
    ? null
    : new Date(Math.max(...ends.map(({ epochMilliseconds }) => epochMilliseconds)));
}

/** Deadline for a guest's messages about a stay. */
export const guestWritesUntil = (stay: Departure): Date => endOf([stay], GUEST_DAYS) ?? new Date(0);

/**
 * Deadline for the team's messages: 7 days after the last check-out or after the guest's last message, if
 * that is later; null without a stay.
 */
export function teamWritesUntil(stays: readonly Departure[], guestWroteAt: Date | null): Date | null {
  const end = endOf(stays, TEAM_DAYS);
  if (end === null || guestWroteAt === null) return end;
  const answer = new Date(guestWroteAt.getTime() + TEAM_ANSWERS_MS);
  return answer > end ? answer : end;
}
