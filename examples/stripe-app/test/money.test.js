import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { digitsOf, fromStripe, toMinor, toStripe } from '../money.js';

describe("amounts in Stripe's unit", () => {
  for (const [currency, amount, sent] of /** @type {const} */ ([
    ['JPY', '12000', 12_000],
    ['ISK', '15000', 1_500_000],
    ['UGX', '50000', 5_000_000],
    ['HUF', '1000.00', 100_000],
    ['TWD', '800.00', 80_000],
    ['MGA', '120000.00', 120_000],
    ['KWD', '92.010', 92_010],
    ['EUR', '19.99', 1_999],
    ['EUR', '8.29', 829],
    ['EUR', '999999.99', 99_999_999],
    ['EUR', '0.50', 50],
  ])) {
    test(`${currency} ${amount} is sent as ${sent} and read back unchanged`, () => {
      assert.deepEqual(toStripe(amount, currency), { amount: sent });
      assert.equal(fromStripe(sent, currency.toLowerCase(), digitsOf(amount)), amount);
    });
  }

  for (const [currency, amount, code] of /** @type {const} */ ([
    ['MGA', '120000.50', 'not_exact'],
    ['KWD', '92.005', 'not_exact'],
    ['EUR', '1000000.00', 'too_large'],
    ['JPY', '100000000', 'too_large'],
    ['ISK', '1000000', 'too_large'],
    ['EUR', '0.49', 'too_small'],
    ['JPY', '49', 'too_small'],
    ['HUF', '174.99', 'too_small'],
    ['XYZ', '0.00', 'too_small'],
  ])) {
    test(`${currency} ${amount} is declined as ${code}`, () => {
      const answer = toStripe(amount, currency);
      assert.ok('decline' in answer);
      assert.equal(answer.decline.code, code);
      assert.match(answer.decline.message, /^Stripe .+\.$/);
    });
  }

  test('every amount with two decimals is converted without floats', () => {
    for (let cents = 50; cents < 200_000; cents += 1) {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      assert.deepEqual(toStripe(text, 'EUR'), { amount: cents });
    }
  });

  for (const amount of ['', '-1.00', '1,00', '1e3', '1.', '.5', ' 1'])
    test(`${JSON.stringify(amount)} isn't an amount`, () => {
      assert.throws(() => toStripe(amount, 'EUR'), RangeError);
    });

  test('an amount from Stripe that the platform has no decimals for is an error', () => {
    assert.throws(() => fromStripe(1_500_050, 'isk', 0), RangeError);
  });

  test("minor units have the currency's ISO digits", () => {
    assert.equal(toMinor('120000.00'), 12_000_000);
    assert.equal(toMinor('92.010'), 92_010);
    assert.equal(toMinor('12000'), 12_000);
  });
});
