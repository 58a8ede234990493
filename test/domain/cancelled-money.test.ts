import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { moneySentence } from '#adapters/storefront-pages/cancel.ts';
import { LANGUAGES } from '#kit/languages.ts';

// docs/interface/bookings.md#cancelling-by-guests: one sentence about a cancelled booking's money.

type Refund = readonly [amount: number, status: 'due' | 'requested' | 'refunded' | 'failed', day: string];

interface Case {
  readonly state: string;
  readonly paid: number;
  readonly balance: number;
  readonly refunds: readonly Refund[];
  readonly english: string;
}

const CASES: readonly Case[] = [
  {
    state: 'nothing paid',
    paid: 0,
    balance: 0,
    refunds: [],
    english: 'You paid nothing, and you owe nothing.',
  },
  {
    state: 'nothing paid and a fee owed',
    paid: 0,
    balance: 15_000,
    refunds: [],
    english: "You haven't paid anything; EUR 150.00 is still owed for the cancellation.",
  },
  {
    state: 'no refund',
    paid: 30_000,
    balance: 0,
    refunds: [],
    english: 'You paid EUR 300.00, and nothing is refunded.',
  },
  {
    state: 'a part of the fee paid',
    paid: 10_000,
    balance: 5_000,
    refunds: [],
    english: 'You paid EUR 100.00, and nothing is refunded; EUR 50.00 is still owed for the cancellation.',
  },
  {
    state: 'a refund due',
    paid: 30_000,
    balance: -30_000,
    refunds: [[30_000, 'due', '2026-11-03']],
    english: "EUR 300.00 is due back to you from Lakeside and hasn't been paid out yet.",
  },
  {
    state: 'a refund requested',
    paid: 30_000,
    balance: -30_000,
    refunds: [[30_000, 'requested', '2026-11-03']],
    english: "A refund of EUR 300.00 was requested on 3 November 2026 and isn't confirmed yet.",
  },
  {
    state: 'a refund made',
    paid: 30_000,
    balance: 0,
    refunds: [[30_000, 'refunded', '2026-11-04']],
    english: 'EUR 300.00 was refunded on 4 November 2026.',
  },
  {
    state: 'a part refunded',
    paid: 30_000,
    balance: -10_000,
    refunds: [
      [20_000, 'refunded', '2026-11-04'],
      [10_000, 'due', '2026-11-04'],
    ],
    english:
      "EUR 200.00 was refunded on 4 November 2026; EUR 100.00 is due back to you from Lakeside and hasn't been paid out yet.",
  },
  {
    state: 'a refund failed',
    paid: 30_000,
    balance: -30_000,
    refunds: [
      [30_000, 'failed', '2026-11-05'],
      [30_000, 'due', '2026-11-05'],
    ],
    english:
      "A refund of EUR 300.00 failed on 5 November 2026; EUR 300.00 is due back to you from Lakeside and hasn't been paid out yet.",
  },
  {
    state: 'a refund made after a failed one',
    paid: 30_000,
    balance: 0,
    refunds: [
      [30_000, 'failed', '2026-11-05'],
      [30_000, 'refunded', '2026-11-06'],
    ],
    english: 'EUR 300.00 was refunded on 6 November 2026.',
  },
];

/** Returns the sentence for a case, with ordinary spaces. */
function sentence(language: (typeof LANGUAGES)[number], { paid, balance, refunds }: Case): string {
  const folio = {
    paid,
    balance,
    refunds: refunds.map(([amount, status, day]) => ({ amount, status, updatedAt: `${day}T12:00:00Z` })),
  };
  const booking = { folio, currency: 'EUR', timeZone: 'Europe/Zurich' };
  const visit = { language, storefront: { name: 'Lakeside' } };
  return (moneySentence(visit as never, booking as never) ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

test.each(CASES)('the page of a cancelled booking describes its money in one sentence: $state', (given) => {
  expect(sentence('en', given)).toBe(given.english);
});

describe.each(LANGUAGES)('a cancelled booking in %s', (language) => {
  test.each(CASES)('the sentence names the amounts, the days and the debtor: $state', (given) => {
    const text = sentence(language, given);
    expect(text).toMatch(/^[\p{Lu}\d].*[^.]\.$/u);
    expect(text, 'a second sentence').not.toMatch(/\p{L}\. /u);
    const named = (part: string) => text.includes(part);
    const shown = given.refunds.filter(
      ([, status]) => status !== 'failed' || given.refunds.some(([, other]) => other === 'due'),
    );
    for (const [amount, status, day] of shown) {
      expect([named(String(amount / 100)), text]).toEqual([true, text]);
      if (status === 'due') expect(named('Lakeside')).toBe(true);
      else expect([named(String(Number(day.slice(-2)))), named('2026')]).toEqual([true, true]);
    }
    if (given.balance > 0) expect(named(String(given.balance / 100))).toBe(true);
  });
});

test.each(['belvedere', 'hearth'])("the theme %s shows the sentence on a booking's page", (theme) => {
  const page = readFileSync(`examples/theme-${theme}/templates/booking.liquid`, 'utf8');
  expect(page).toContain('{% booking_status %}');
});
