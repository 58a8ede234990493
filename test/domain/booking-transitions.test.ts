import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { BookingStatus } from '#subgraphs/checkout/bookings/domain/statuses.ts';
import { TRANSITIONS, type TransitionName } from '#subgraphs/checkout/bookings/domain/transitions.ts';

const none = { held: null, confirmed: null, released: null, cancelled: null };
/** Each transition's next status per current status; null if not allowed. */
const LIFE: Readonly<Record<TransitionName, Readonly<Record<BookingStatus, BookingStatus | null>>>> = {
  confirm: { ...none, held: 'confirmed' },
  confirmLate: { ...none, released: 'confirmed' },
  reinstate: { ...none, cancelled: 'confirmed' },
  payPart: { held: 'held', confirmed: 'confirmed', released: null, cancelled: null },
  recharge: { held: 'held', confirmed: 'confirmed', released: null, cancelled: null },
  expectArrival: { held: 'held', confirmed: 'confirmed', released: null, cancelled: null },
  payBalance: { ...none, confirmed: 'confirmed' },
  cancel: { ...none, held: 'cancelled', confirmed: 'cancelled' },
  expire: { ...none, held: 'released' },
  checkIn: { ...none, confirmed: 'confirmed' },
  checkOut: { ...none, confirmed: 'confirmed' },
  noShow: { ...none, confirmed: 'confirmed' },
  correctStay: { ...none, confirmed: 'confirmed' },
};

describe('the life of a booking', () => {
  const cases = Object.entries(LIFE).flatMap(([name, ways]) =>
    Object.entries(ways).map(([from, to]) => [name as TransitionName, from as BookingStatus, to] as const),
  );

  test.each(cases)('%s from %s becomes %s', (name, from, to) => {
    const transition = TRANSITIONS[name];
    const starts = (transition.from as readonly BookingStatus[]).includes(from);
    expect(starts ? (transition.to ?? from) : null).toBe(to);
  });

  test('only one statement writes the booking status', () => {
    const setsStatus = (text: string) =>
      [...text.matchAll(/UPDATE checkout\.bookings b? ?(?:SET)([^`]*?)(?:WHERE|FROM|RETURNING)/g)].some(
        ([, set]) => /(^|[\s,])status =|\$\{status\}/.test(set ?? ''),
      );
    const writers = globSync('subgraphs/**/*.{ts,sql}').filter((file) =>
      setsStatus(readFileSync(file, 'utf8')),
    );
    expect(writers).toEqual(['subgraphs/checkout/bookings/steps/move-bookings.ts']);
  });
});
