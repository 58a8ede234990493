/** A stay date as guests read it. */
export const longDate = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

/** In the time zone of the property, which is named: the guest may be in another. */
export const longTime = (instant: string, timeZone: string): string =>
  `${new Date(instant).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })} (${timeZone.replaceAll('_', ' ')} time)`;
