import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseItemId, stayItemId, unitTypeItemId } from '#subgraphs/catalog/stays/domain/stay-item.ts';

describe('Stay item id', () => {
  test('a stay id contains the unit type, the dates and the party', () => {
    expect(parseItemId('stay:12:2026-07-01:2026-07-04:2:1')).toEqual({
      kind: 'stay',
      unitTypeId: 12,
      checkIn: Temporal.PlainDate.from('2026-07-01'),
      checkOut: Temporal.PlainDate.from('2026-07-04'),
      adults: 2,
      children: 1,
    });
  });

  test('a browse id contains only the unit type', () => {
    expect(parseItemId('unit_type:12')).toEqual({ kind: 'unit_type', unitTypeId: 12 });
  });

  test.each([
    ['', 'is empty'],
    ['stay:0:2026-07-01:2026-07-04:2:0', 'names no unit type'],
    ['stay:x:2026-07-01:2026-07-04:2:0', 'has letters for an id'],
    ['stay:99999999999999999999:2026-07-01:2026-07-04:2:0', 'has an id beyond the safe integers'],
    ['stay:1:2026-02-30:2026-03-02:2:0', 'has a date that does not exist'],
    ['stay:1:2026-07-04:2026-07-04:2:0', 'has no night'],
    ['stay:1:2026-07-04:2026-07-01:2:0', 'ends before it begins'],
    ['stay:1:2026-07-01:2026-07-04:0:2', 'has no adult'],
    ['stay:1:2026-07-01:2026-07-04:02:0', 'has leading zeros'],
    ['stay:1:2026-07-01:2026-07-04:1000:0', 'has a party no one has'],
    ['stay:1:2026-07-01:2026-07-04:2', 'lacks the children'],
    ['stay:1:2026-07-01:2026-07-04:2:0:', 'has something behind it'],
    [' unit_type:1', 'has a space before it'],
    ['unit_type:-1', 'has a sign'],
  ])("%j isn't an item id: it %s", (text) => {
    expect(parseItemId(text)).toBeNull();
  });

  test('every id is parsed as it was written', () => {
    const stays = fc.record({
      unitTypeId: fc.integer({ min: 1 }),
      start: fc.integer({ min: 0, max: 40_000 }),
      nights: fc.integer({ min: 1, max: 400 }),
      adults: fc.integer({ min: 1, max: 999 }),
      children: fc.integer({ min: 0, max: 999 }),
    });
    fc.assert(
      fc.property(stays, ({ start, nights, ...rest }) => {
        const checkIn = Temporal.PlainDate.from('1970-01-01').add({ days: start });
        const stay = { ...rest, checkIn, checkOut: checkIn.add({ days: nights }) };
        expect(parseItemId(stayItemId(stay))).toEqual({ kind: 'stay', ...stay });
        expect(parseItemId(unitTypeItemId(rest.unitTypeId))).toEqual({
          kind: 'unit_type',
          unitTypeId: rest.unitTypeId,
        });
      }),
    );
  });

  test('every parsed text is written back unchanged', () => {
    const almost = fc
      .array(fc.constantFrom('stay', 'unit_type', ':', '1', '0', '2026-07-01', '2026-07-02', ' '), {
        maxLength: 13,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(almost, (text) => {
        const item = parseItemId(text);
        if (item === null) return;
        expect(item.kind === 'stay' ? stayItemId(item) : unitTypeItemId(item.unitTypeId)).toBe(text);
      }),
    );
  });
});
