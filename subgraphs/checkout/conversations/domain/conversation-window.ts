import { usableZone } from '#kit/dates.ts';

/** Days after check-out on which a guest may still write, and on which the team may. */
export const GUEST_DAYS = 66;
export const TEAM_DAYS = 7;

const TEAM_ANSWERS_MS = TEAM_DAYS * 24 * 3_600_000;

/** How long a guest waits for an answer before it is late. */
export const ANSWER_MS = 24 * 3_600_000;

/** A stay's end where it is. */
export interface Departure {
  /** `YYYY-MM-DD`. */
  readonly checkOut: string;
  readonly timeZone: string;
}

/** The end of the last day, so many days after the last of some check-outs, at their properties; null if there are none. */
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

/** Until when a guest may write about a stay. */
export const guestWritesUntil = (stay: Departure): Date => endOf([stay], GUEST_DAYS) ?? new Date(0);

/**
 * Until when the team may write to a guest: 7 days after the last check-out, and 7 days after the guest last wrote; null without
 * a stay.
 */
export function teamWritesUntil(stays: readonly Departure[], guestWroteAt: Date | null): Date | null {
  const end = endOf(stays, TEAM_DAYS);
  if (end === null || guestWroteAt === null) return end;
  const answer = new Date(guestWroteAt.getTime() + TEAM_ANSWERS_MS);
  return answer > end ? answer : end;
}
