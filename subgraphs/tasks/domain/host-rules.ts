import { CHECK_OUT_HOUR } from '#kit/dates.ts';

/** When a task at the check-out day of a stay is due. `checkOut` is `YYYY-MM-DD`, `timeZone` an IANA name. */
export function dueAtCheckOut(checkOut: string, timeZone: string): Date {
  const due = Temporal.PlainDate.from(checkOut).toZonedDateTime({
    timeZone,
    plainTime: { hour: CHECK_OUT_HOUR },
  });
  return new Date(due.epochMilliseconds);
}
