import currencyCodes from 'currency-codes';
import { describe, expect, test } from 'vitest';
import { digitsOf, minorUnits, money, plainAmount } from '../../panel/format/money.ts';

describe('money in the panel', () => {
  test("panel amounts have every currency's ISO 4217 digits", () => {
    const wrong = currencyCodes.data
      .filter(({ code, digits }) => !/^X/.test(code) && digitsOf(code) !== digits)
      .map(({ code, digits }) => `${code}: ${digits}`);
    expect(wrong).toEqual([]);
  });

  test.each([
    [123450, 'EUR', 'EUR 1,234.50', '1234.50'],
    [12000, 'EUR', 'EUR 120.00', '120'],
    [12000, 'JPY', 'JPY 12,000', '12000'],
    [1500, 'BHD', 'BHD 1.500', '1.500'],
    [-500, 'HUF', '-HUF 5.00', '-5'],
  ])('%i %s is %s', (minor, currency, full, plain) => {
    expect(money(minor, currency).replaceAll('\u00a0', ' ')).toBe(full);
    expect(plainAmount(minor, currency)).toBe(plain);
  });

  test.each([
    ['120', 'EUR', 12000],
    [' 120,5 ', 'EUR', 12050],
    ['0.07', 'EUR', 7],
    ['120.005', 'EUR', null],
    ['12000', 'JPY', 12000],
    ['12.5', 'JPY', null],
    ['1.5', 'BHD', 1500],
    ['-1', 'EUR', null],
    ['ten', 'EUR', null],
    ['', 'EUR', null],
    ['1e3', 'EUR', null],
  ])('%j typed in %s is %s', (typed, currency, minor) => {
    expect(minorUnits(typed, currency)).toBe(minor);
  });
});
