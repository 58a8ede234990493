import { useSearchParams } from 'wouter';

/** The part of the calendar in the address: `?property=3&from=2026-12-01`. */
interface CalendarPlace {
  /** Null for all properties. */
  readonly propertyId: string | null;
  /** First night; null for the days around today. */
  readonly start: string | null;
  /** Changes the address; '' removes a parameter. */
  readonly set: (change: Readonly<Partial<Record<'property' | 'from', string>>>) => void;
}

/** Reads the calendar's place from the address. */
export function useCalendarPlace(): CalendarPlace {
  const [parameters, setParameters] = useSearchParams();
  const from = parameters.get('from');
  return {
    propertyId: parameters.get('property'),
    start: from !== null && isDate(from) ? from : null,
    set(change) {
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      );
    },
  };
}

/** True for a date that exists, `YYYY-MM-DD`. */
const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && text > '1970' && text < '9999';
