import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { LONGEST_STAY } from '#schema/limits.ts';

/** What a host or an app may set for nights: left out stays; null takes a rate, minimum or maximum away. */
export interface NightChange {
  readonly rate?: number | null;
  readonly total?: number | null;
  readonly closed?: number | null;
  /** Why units are closed. */
  readonly reason?: string | null;
  readonly minStay?: number | null;
  readonly maxStay?: number | null;
  readonly closedToArrival?: boolean | null;
  readonly closedToDeparture?: boolean | null;
  readonly stopSell?: boolean | null;
}

/** A field that cannot be set, and why. */
export interface Mistake {
  readonly field: keyof NightChange;
  readonly message: string;
  /** Default: `INVALID`. */
  readonly code?: 'CARD_DATA';
}

/** Characters of the reason why units are closed. */
const MAX_REASON = 200;

const isText = (text: string, longest: number): boolean =>
  text.length <= longest && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** The highest rate of a night, in minor units. */
export const MAX_RATE = 100_000_000_000;

/** Smallest and largest value of every number, and what to say of any other. Rates are minor units. */
const BOUNDS = [
  ['rate', 0, MAX_RATE, `The rate must be 0 to ${MAX_RATE} minor units.`],
  ['total', 0, 10_000, 'The number of units must be 0 to 10000.'],
  ['closed', 0, 10_000, 'The number of units must be 0 to 10000.'],
  ['minStay', 1, LONGEST_STAY, `A minimum stay is 1 to ${LONGEST_STAY} nights.`],
  ['maxStay', 1, LONGEST_STAY, `A maximum stay is 1 to ${LONGEST_STAY} nights.`],
] as const;

/** Everything that is wrong with a change, regardless of stored nights, each field once. See docs/interface/catalog.md#inventory. */
export function mistakesIn(change: NightChange): Mistake[] {
  const mistakes = BOUNDS.flatMap(([field, least, most, message]): Mistake[] => {
    const value = change[field];
    return value == null || (value >= least && value <= most) ? [] : [{ field, message }];
  });
  if (change.reason != null && !isText(change.reason, MAX_REASON)) {
    mistakes.push({
      field: 'reason',
      message: `The reason must be one line of at most ${MAX_REASON} characters.`,
    });
  }
  if (hasCardNumber(change.reason ?? ''))
    mistakes.push({ field: 'reason', message: CARD_REFUSAL, code: 'CARD_DATA' });
  const { minStay, maxStay } = change;
  if (minStay == null || maxStay == null || minStay <= maxStay) return mistakes;
  if (mistakes.some(({ field }) => field === 'minStay' || field === 'maxStay')) return mistakes;
  return [
    ...mistakes,
    { field: 'maxStay', message: 'The maximum stay must not be shorter than the minimum.' },
  ];
}

/** A night as far as it limits what can be set. */
interface ChangedNight {
  readonly date: unknown;
  readonly total: number;
  readonly closed: number;
  readonly held: number;
  readonly confirmed: number;
}

/**
 * What the nights as they are have against a change: units that are held or booked cannot be taken away, and no more can be
 * closed than there are.
 */
export function objectionsTo(change: NightChange, nights: readonly ChangedNight[]): Mistake[] {
  const { total, closed } = change;
  if ((total == null || total < 0) && closed == null) return [];
  const taken = total == null ? undefined : nights.find(({ held, confirmed }) => held + confirmed > total);
  if (taken) {
    const units = taken.held + taken.confirmed;
    const are = units === 1 ? '1 unit is' : `${units} units are`;
    return [{ field: 'total', message: `On ${taken.date}, ${are} held or booked already.` }];
  }
  const over = nights.find((night) => (closed ?? night.closed) > (total ?? night.total));
  if (!over) return [];
  const [shut, all] = [closed ?? over.closed, total ?? over.total];
  return [
    {
      field: closed == null ? 'total' : 'closed',
      message: `On ${over.date}, ${shut} of ${all} units would be closed: close no more than the total.`,
    },
  ];
}
