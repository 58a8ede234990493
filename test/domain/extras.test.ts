import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedAmount,
  type ExtraStay,
  guestExtras,
  type OfferedExtra,
  refusedExtra,
} from '#subgraphs/checkout/folio/domain/extras.ts';

// docs/interface/folios.md#extras

const extra = (given: Partial<OfferedExtra> = {}): OfferedExtra => ({
  id: '7',
  name: 'Breakfast',
  basis: 'per_guest_per_night',
  amount: 1_500,
  price: 6_000,
  total: 6_000,
  max: 3,
  validFrom: null,
  validUntil: null,
  taxes: [],
  ...given,
});

const stay = (checkIn: string, checkOut: string, guests = 2, units = 1): ExtraStay => ({
  checkIn,
  checkOut,
  units,
  guests,
});

describe('a changed stay', () => {
  const before = stay('2027-03-01', '2027-03-03');
  const rows: readonly [string, Partial<OfferedExtra>, ExtraStay, number][] = [
    ['an added night at the current price', { amount: 2_000 }, stay('2027-03-01', '2027-03-04'), 10_000],
    ['a dropped night not at all', {}, stay('2027-03-01', '2027-03-02'), 3_000],
    ['other nights at the current price', { amount: 2_000 }, stay('2027-03-05', '2027-03-07'), 8_000],
    ['an added guest at the current price', { amount: 2_000 }, stay('2027-03-01', '2027-03-03', 3), 10_000],
    ['a guest who leaves not at all', {}, stay('2027-03-01', '2027-03-03', 1), 3_000],
    ['once per stay the same', { basis: 'per_stay' }, stay('2027-03-01', '2027-03-09', 4), 6_000],
    [
      'per night regardless of the guests',
      { basis: 'per_night' },
      stay('2027-03-01', '2027-03-04', 4),
      7_500,
    ],
    [
      'per unit for the added unit',
      { basis: 'per_unit_per_stay' },
      stay('2027-03-01', '2027-03-03', 4, 2),
      7_500,
    ],
    [
      'only nights on which it applies',
      { validUntil: '2027-03-03' },
      stay('2027-03-01', '2027-03-09'),
      9_000,
    ],
  ];
  test.each(rows)('charges %s', (_title, given, after, amount) => {
    expect(changedAmount({ amount: 6_000, quantity: 1 }, extra(given), before, after)).toBe(amount);
  });

  test('costs what a new stay costs while the price is the same, and returns to its amount if changed back', () => {
    const day = fc.integer({ min: 1, max: 20 }).map((of) => `2027-03-${String(of).padStart(2, '0')}`);
    const stays = fc
      .tuple(
        day,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
      )
      .map(([checkIn, nights, guests, units]) =>
        stay(checkIn, Temporal.PlainDate.from(checkIn).add({ days: nights }).toString(), guests, units),
      );
    const bases = fc.constantFrom<OfferedExtra['basis'][]>(
      'per_stay',
      'per_night',
      'per_unit_per_stay',
      'per_guest_per_night',
    );
    const times = ({ basis }: OfferedExtra, { checkIn, checkOut, guests, units }: ExtraStay) => {
      const nights = Temporal.PlainDate.from(checkIn).until(checkOut).days;
      return {
        per_stay: 1,
        per_night: nights,
        per_unit_per_stay: units,
        per_guest_per_night: nights * guests,
      }[basis];
    };
    fc.assert(
      fc.property(
        stays,
        stays,
        bases,
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 99 }),
        (a, b, basis, amount, quantity) => {
          const sold = extra({ basis, amount });
          const of = (at: ExtraStay) => ({ amount: amount * quantity * times(sold, at), quantity });
          expect(changedAmount(of(a), sold, a, b)).toBe(of(b).amount);
          expect(changedAmount(of(b), sold, b, a)).toBe(of(a).amount);
        },
      ),
    );
  });
});

describe('what a guest can still add', () => {
  const charge = { id: '1-a', entry: 'charge' as const, amount: 6_000, feeId: 7, quantity: 2 };

  test('is the maximum less what was chosen, without what was removed', () => {
    const removed = [
      { ...charge, id: '1-b', quantity: 1 },
      { ...charge, id: '1-c', quantity: 1, amount: -6_000, reverses: '1-b' },
    ];
    expect(guestExtras([extra()], [charge, ...removed]).nodes).toMatchObject([{ id: '7', max: 1 }]);
    expect(guestExtras([extra({ max: 2 })], [charge]).nodes).toEqual([]);
  });

  test.each([
    [[{ id: '7', quantity: 3 }], null],
    [[{ id: '7', quantity: 4 }], { refusal: 'too_many', extraId: '7' }],
    [[{ id: '7', quantity: 0 }], { refusal: 'too_many', extraId: '7' }],
    [
      [
        { id: '7', quantity: 2 },
        { id: '7', quantity: 2 },
      ],
      { refusal: 'too_many', extraId: '7' },
    ],
    [[{ id: '8', quantity: 1 }], { refusal: 'unavailable', extraId: '8' }],
  ])('limits %j', (chosen, refused) => {
    expect(refusedExtra(chosen, guestExtras([extra()]), [extra()])).toEqual(refused);
  });
});
