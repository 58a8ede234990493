import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buyerFaults } from '#subgraphs/checkout/domain/readiness.ts';

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phoneNumber: null };

describe('a buyer', () => {
  test('first name, last name and a valid email make a buyer complete', () => {
    expect(buyerFaults(ADA)).toEqual([]);
    expect(buyerFaults({ ...ADA, phoneNumber: '+41 44 668 18 00' })).toEqual([]);
  });

  test.each([null, { firstName: null, lastName: ' ', email: '', phoneNumber: null }])(
    'a buyer without details counts as absent: %j',
    (buyer) => {
      expect(buyerFaults(buyer)).toEqual([{ kind: 'absent' }]);
    },
  );

  test.each([
    ['firstName', null, 'missing'],
    ['firstName', '   ', 'missing'],
    ['firstName', 'a'.repeat(101), 'malformed'],
    ['firstName', 'Ada\u0000', 'malformed'],
    ['firstName', 'Ada\ud800', 'malformed'],
    ['lastName', '', 'missing'],
    ['lastName', 'two\nlines', 'malformed'],
    ['email', null, 'missing'],
    ['email', 'ada', 'malformed'],
    ['email', 'ada@', 'malformed'],
    ['email', 'ada@example', 'malformed'],
    ['email', 'ada@example..com', 'malformed'],
    ['email', 'ada lovelace@example.com', 'malformed'],
    ['email', ' ada@example.com', 'malformed'],
    ['email', `${'a'.repeat(250)}@example.com`, 'malformed'],
    ['phoneNumber', '1'.repeat(41), 'malformed'],
  ] as const)('a buyer whose %s is %j counts as %s', (field, value, kind) => {
    expect(buyerFaults({ ...ADA, [field]: value })).toEqual([{ kind, field }]);
  });

  test.each(["o'neil+stay@sub.example.co.uk", 'a@b.co', 'x_y-z@example.travel'])(
    'a buyer may use the address %s',
    (email) => {
      expect(buyerFaults({ ...ADA, email })).toEqual([]);
    },
  );

  test("a buyer's names may use any script within 100 characters", () => {
    const letters = fc.constantFrom('ä', '李', 'ж', 'ق', 'O', "'", '-', '👩‍🚀');
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 20 }), (parts) => {
        expect(buyerFaults({ ...ADA, lastName: parts.join('') })).toEqual([]);
      }),
    );
  });

  test('any buyer is validated without throwing', () => {
    const any = fc.option(fc.string({ unit: 'binary', maxLength: 120 }));
    fc.assert(
      fc.property(any, any, any, any, (firstName, lastName, email, phoneNumber) => {
        const buyer = { firstName, lastName, email, phoneNumber };
        if (buyerFaults(buyer).length) return;
        for (const text of [firstName, lastName, email, phoneNumber ?? '']) {
          expect(text).not.toContain('\0');
          expect(text?.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
