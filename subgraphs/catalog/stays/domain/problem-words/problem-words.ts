import type { Forms } from '#kit/language.ts';

/** A language's wording for problems with stays. Times are ISO 8601; `until` is null if it's unknown. */
export interface ProblemWords {
  readonly units: Forms;
  readonly days: Forms;
  readonly nights: Forms;
  readonly mixedLines: string;
  readonly quantity: (title: string, most: number) => string;
  readonly noDates: (id: string) => string;
  readonly notSold: (id: string) => string;
  readonly sleeps: (title: string, guests: number) => string;
  readonly adultAge: (title: string, age: number) => string;
  readonly childAges: (title: string, most: number, from: number, to: number) => string;
  readonly minStay: (title: string, nights: string) => string;
  readonly maxStay: (title: string, nights: string) => string;
  readonly noCheckIn: (title: string) => string;
  readonly noCheckOut: (title: string) => string;
  readonly stopSell: (title: string) => string;
  readonly tooLate: (title: string, days: string) => string;
  readonly sameDay: (title: string) => string;
  readonly tooEarly: (title: string, days: string) => string;
  readonly guestLimit: (held: number, limit: number) => string;
  readonly checkoutLimit: (wanted: number, limit: number) => string;
  readonly agentLimit: (held: number, limit: number) => string;
  /** Advice that follows a message about a hold limit. */
  readonly nextEnd: (until: string | null) => string;
  readonly nearest: (dates: readonly (readonly [checkIn: string, checkOut: string])[]) => string;
  readonly left: (title: string, units: string, count: number) => string;
  readonly sold: (title: string) => string;
  readonly heldSome: (title: string, units: string, until: string | null) => string;
  readonly heldAll: (title: string, until: string | null) => string;
  /** Sentence beginnings for a checkout that requests more units than are possible. */
  readonly mostBookable: (title: string, units: string) => string;
  readonly mostWaiting: (title: string, units: string) => string;
  /** Endings for those sentences. `isCapped` is true if only the host can allow more. */
  readonly bookFewer: (isCapped: boolean) => string;
  readonly bookFree: (free: number, isCapped: boolean) => string;
  readonly bookThen: (until: string | null, isCapped: boolean) => string;
}
