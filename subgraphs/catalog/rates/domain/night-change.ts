import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { LONGEST_STAY } from '#schema/limits.ts';

/** A host's or app's change to nights: omitted fields stay unchanged; null removes a rate, minimum or maximum. */
export interface NightChange {
  readonly rate?: number | null;
  readonly total?: number | null;
  readonly closed?: number | null;
  /** Reason for closing units. */
  readonly reason?: string | null;
  readonly minStay?: number | null;
  readonly maxStay?: number | null;
  readonly closedToArrival?: boolean | null;
  readonly closedToDeparture?: boolean | null;
  readonly stopSell?: boolean | null;
}

/** An invalid field with the reason. */
export interface Mistake {
  readonly field: keyof NightChange;
  readonly message: string;
  /** Default: `INVALID`. */
  readonly code?: 'CARD_DATA';
}

/** Maximum number of characters in the reason for closing units. */
const MAX_REASON = 200;

const isText = (text: string, longest: number): boolean =>
  text.length <= longest && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** The highest rate for a night, in minor units. */
export const MAX_RATE = 100_000_000_000;

/** Bounds for each number, with the message for values outside them. Rates are minor units. */
const BOUNDS = [
  ['rate', 0, MAX_RATE, `The rate must be 0 to ${MAX_RATE} minor units.`],
  ['total', 0, 10_000, 'The number of units must be 0 to 10000.'],
  ['closed', 0, 10_000, 'The number of units must be 0 to 10000.'],
  ['minStay', 1, LONGEST_STAY, `A minimum stay must be 1 to ${LONGEST_STAY} nights.`],
  ['maxStay', 1, LONGEST_STAY, `A maximum stay must be 1 to ${LONGEST_STAY} nights.`],
] as const;

/**
 * All errors in a change, regardless of stored nights, at most one per field. See
 * docs/interface/catalog.md#inventory.
 */
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

/** A night's numbers that limit changes to it. */
interface ChangedNight {
  readonly date: unknown;
  readonly total: number;
  readonly closed: number;
  readonly held: number;
  readonly confirmed: number;
}

/**
 * Objections from the current nights: held or booked units can't be removed, and no more units can be closed
 * than exist.
 */
export function objectionsTo(change: NightChange, nights: readonly ChangedNight[]): Mistake[] {
  const { total, closed } = change;
  if ((total == null || total < 0) && closed == null) return [];
  const taken = total == null ? undefined : nights.find(({ held, confirmed }) => held + confirmed > total);
  if (taken) {
    const units = taken.held + taken.confirmed;
    const are = units === 1 ? '1 unit is' : `${units} units are`;
    return [{ field: 'total', message: `On ${taken.date}, ${are} already held or booked.` }];
  }
  const over = nights.find((night) => (closed ?? night.closed) > (total ?? night.total));
  if (!over) return [];
  const [shut, all] = [closed ?? over.closed, total ?? over.total];
  return [
    {
      field: closed == null ? 'total' : 'closed',
      message: `On ${over.date}, ${shut} of ${all} units would be closed. Close at most all of them.`,
    },
  ];
}
