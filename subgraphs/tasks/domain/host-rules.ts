/** The hour of the check-out day, in the property's time zone, at which the guests are gone and a rule's task is due. */
export const CHECK_OUT_HOUR = 11;

/** When a task at the check-out day of a stay is due. `checkOut` is `YYYY-MM-DD`, `timeZone` an IANA name. */
export function dueAtCheckOut(checkOut: string, timeZone: string): Date {
  const due = Temporal.PlainDate.from(checkOut).toZonedDateTime({
    timeZone,
    plainTime: { hour: CHECK_OUT_HOUR },
  });
  return new Date(due.epochMilliseconds);
}
