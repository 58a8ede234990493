import { expect, test } from 'vitest';
import { formatMoney } from '#kit/money.ts';

test.each([
  [0, 'USD', 'USD 0.00'],
  [5, 'USD', 'USD 0.05'],
  [99_999, 'USD', 'USD 999.99'],
  [100_000, 'USD', 'USD 1,000.00'],
  [123_456_789_012, 'USD', 'USD 1,234,567,890.12'],
  [-1_234_567, 'USD', 'USD -12,345.67'],
  [999, 'JPY', 'JPY 999'],
  [12_000, 'JPY', 'JPY 12,000'],
  [1_234_567, 'KWD', 'KWD 1,234.567'],
])('%i %s is shown as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});
