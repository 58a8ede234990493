import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyDigits } from '#kit/money.ts';
import { toMajor, toMinor } from '#subgraphs/payments/domain/amounts.ts';

const CURRENCIES = ['EUR', 'USD', 'JPY', 'KRW', 'KWD', 'BHD', 'HUF', 'MGA'] as const;

describe('amounts in major units', () => {
  test.each([
    [12_345, 'EUR', '123.45'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [100, 'USD', '1.00'],
    [12_345, 'JPY', '12345'],
    [0, 'JPY', '0'],
    [12_345, 'KWD', '12.345'],
    [7, 'KWD', '0.007'],
    [-1, 'EUR', '-0.01'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
  ])('%i in %s is %s', (minor, currency, major) => {
    expect(toMajor(minor, currency)).toBe(major);
    expect(toMinor(major, currency)).toBe(minor);
  });

  test('10,000 amounts convert to major units and back exactly in any currency', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...CURRENCIES), (amount, currency) => {
        const major = toMajor(amount, currency);
        expect(toMinor(major, currency)).toBe(amount);
        expect(major.split('.')[1]?.length ?? 0).toBe(currencyDigits(currency));
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    ['123.4', 'EUR'],
    ['123', 'EUR'],
    ['123.450', 'EUR'],
    ['123.0', 'JPY'],
    ['1,234.00', 'EUR'],
    ['1e3', 'JPY'],
    ['+1.00', 'EUR'],
    ['', 'JPY'],
    ['90071992547409.92', 'EUR'],
  ])("%s isn't an amount in %s", (text, currency) => {
    expect(toMinor(text, currency)).toBeNull();
  });
});
