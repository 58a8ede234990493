import { describe, expect, test } from 'vitest';
import { readChanges, readNewSession } from '#adapters/rest/acp/body.ts';
import { ProtocolError } from '#kit/errors.ts';

const STAY = 'stay:1:2027-03-01:2027-03-04:2:0';

describe('line items', () => {
  test.each([
    ['{item: {id}, quantity}', { item: { id: STAY }, quantity: 2 }, 2],
    ['{id, quantity}', { id: STAY, quantity: 2 }, 2],
    ['{item: {id, quantity}}', { item: { id: STAY, quantity: 2 } }, 2],
    ['{item: {id}} without a quantity', { item: { id: STAY } }, 1],
    ['the official {id, name, unit_amount}', { id: STAY, name: 'x', unit_amount: 1 }, 1],
  ])('a session reads a line item as %s', (_shape, line, quantity) => {
    expect(readNewSession({ line_items: [line] })).toEqual({ lines: [{ itemId: STAY, quantity }] });
    expect(readNewSession({ items: [line] })).toEqual({ lines: [{ itemId: STAY, quantity }] });
  });

  test('line_items takes precedence over items', () => {
    const body = { line_items: [{ id: STAY }], items: [{ id: 'stay:2:2027-03-01:2027-03-04:2:0' }] };
    expect(readNewSession(body).lines).toEqual([{ itemId: STAY, quantity: 1 }]);
  });

  test('an update may omit the line items and the buyer', () => {
    expect(readChanges({})).toEqual({});
    expect(readChanges({ line_items: null, buyer: null, fulfillment_address: 7 })).toEqual({});
  });
});

const LINE = { item: { id: STAY }, quantity: 1 };
test.each([
  ['no lines', {}, 'missing', '$.line_items'],
  ['lines that are null', { line_items: null }, 'missing', '$.line_items'],
  ['an empty list', { line_items: [] }, 'missing', '$.line_items'],
  ['lines that are an object', { line_items: {} }, 'missing', '$.line_items'],
  ['lines that are a string', { line_items: '[]' }, 'missing', '$.line_items'],
  ['items that are a number', { items: 7 }, 'missing', '$.items'],
  ['a line that is not an object', { line_items: [LINE, 7] }, 'invalid', '$.line_items[1]'],
  ['a line without an id', { line_items: [{ quantity: 1 }] }, 'invalid', '$.line_items[0].item.id'],
  ['an id that is a number', { items: [{ id: 7 }] }, 'invalid', '$.items[0].id'],
  ['an endless id', { items: [{ id: 'a'.repeat(256) }] }, 'invalid', '$.items[0].id'],
  ['a quantity of zero', { line_items: [{ ...LINE, quantity: 0 }] }, 'invalid', '$.line_items[0].quantity'],
  ['half a unit', { line_items: [{ ...LINE, quantity: 1.5 }] }, 'invalid', '$.line_items[0].quantity'],
  [
    'a quantity in words',
    { line_items: [{ ...LINE, quantity: '2' }] },
    'invalid',
    '$.line_items[0].quantity',
  ],
  ['101 units', { line_items: [{ ...LINE, quantity: 101 }] }, 'invalid', '$.line_items[0].quantity'],
  ['21 lines', { line_items: Array(21).fill(LINE) }, 'invalid', '$.line_items'],
  ['a buyer that is a string', { line_items: [LINE], buyer: 'Ada' }, 'invalid', '$.buyer'],
  ['a numeric name', { line_items: [LINE], buyer: { first_name: 7 } }, 'invalid', '$.buyer.first_name'],
])('%s is refused with the path of the error', (_what, body, code, param) => {
  const refusal = refusalOf(() => readNewSession(body));
  expect(refusal).toMatchObject({ status: 400, code, details: { param } });
  expect(refusal.message).toMatch(/^[\w.[\]]+ must .+\.$/s);
});

function refusalOf(act: () => unknown): ProtocolError {
  try {
    act();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
