import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#kit/languages.ts';
import { problemText } from '#subgraphs/catalog/stays/domain/problem-texts.ts';
import { PROBLEM_CODES, type Problem } from '#subgraphs/catalog/stays/domain/problems.ts';
import { quoteStays } from '#subgraphs/catalog/stays/domain/quote.ts';
import { calendarOf, epoch, type Night, sellableOf, shelfOf, stayId } from './catalog-shelf.ts';

const UNTIL = new Date('2026-06-01T14:00:00Z');
const subject = { title: 'Lake Suite', withoutDates: false, heldUntil: null, language: 'en' } as const;
const problem = (given: Partial<Problem>): Problem => ({
  code: 'out_of_stock',
  line: 0,
  limit: 0,
  held: 0,
  until: null,
  nearest: [],
  ...given,
});

describe('the text of a problem', () => {
  test.each(PROBLEM_CODES)('the text for %s has whole sentences that name the item', (code) => {
    for (const limit of [0, 1, 3]) {
      for (const held of [0, 2]) {
        const text = problemText(problem({ code, limit, held }), subject);
        expect(text).toMatch(/^["A-Z].*\.$/s);
        expect(text).toContain('Lake Suite');
        expect(text).not.toMatch(/null|undefined|NaN/);
      }
    }
  });

  test('the text for a single checkout over the hold limit suggests booking less', () => {
    const text = problemText(
      problem({ code: 'hold_limit_agent', line: null, limit: 200, held: 0, wanted: 297 }),
      subject,
    );
    expect(text).toContain('297 unit-nights');
    expect(text).toContain('Book fewer units or nights');
    expect(text).not.toContain('Have one of them paid');
  });

  test('the text for an agent with other holds suggests having one of them paid', () => {
    const text = problemText(
      problem({ code: 'hold_limit_agent', line: null, limit: 200, held: 190, wanted: 12 }),
      { ...subject, heldUntil: UNTIL },
    );
    expect(text).toContain('holds 190 unpaid unit-nights');
    expect(text).toContain(
      'Have one of them paid, or wait: the next one expires at 2026-06-01T14:00:00.000Z',
    );
  });

  test("a problem's text names the nearest bookable dates", () => {
    const nearest = [
      { checkIn: epoch(1), checkOut: epoch(4) },
      { checkIn: epoch(9), checkOut: epoch(12) },
    ];
    expect(problemText(problem({ nearest }), subject)).toContain(
      'The nearest bookable dates are 2026-06-02 to 2026-06-05 and 2026-06-10 to 2026-06-13.',
    );
  });

  test('an id without dates gets a text about the missing dates', () => {
    const text = problemText(problem({ code: 'item_unavailable' }), {
      ...subject,
      title: 'unit_type:7',
      withoutDates: true,
    });
    expect(text).toContain('"unit_type:7" has no dates');
    expect(text).toContain('check_in and check_out');
  });
});

describe('a night that is missing', () => {
  const textFor = (night: Night, quantity: number, capPercent = 100, heldUntil: Date | null = UNTIL) => {
    const shelf = shelfOf([sellableOf({ calendar: calendarOf({ total: 9 }, { 6: night }) })], capPercent);
    const [found] = quoteStays([{ itemId: stayId(1, 5, 8, 1), quantity }], shelf).problems;
    return found && problemText({ ...found, nearest: [] }, { ...subject, heldUntil });
  };

  test.each<[string, Night, number, number, string]>([
    [
      'is held by others where all units are in unpaid holds',
      { total: 2, held: 2 },
      1,
      100,
      'Lake Suite currently has no free unit for these dates: the rest are held by others until 2026-06-01T14:00:00.000Z at the earliest.',
    ],
    [
      'is held by others where the share of holds is used up, however many units are free',
      { total: 10, held: 5, agentHeld: 5 },
      1,
      50,
      'Lake Suite currently has no free unit for these dates: the rest are held by others until 2026-06-01T14:00:00.000Z at the earliest.',
    ],
    [
      'is held in part where some units are free',
      { total: 4, held: 1, confirmed: 2 },
      2,
      100,
      'Only 1 unit of Lake Suite is currently free for these dates; more are held by others until 2026-06-01T14:00:00.000Z at the earliest.',
    ],
    [
      'is gone where it is sold',
      { total: 2, confirmed: 2 },
      1,
      100,
      'Lake Suite is no longer available for these dates.',
    ],
    [
      'is gone where it is closed',
      { total: 2, closed: 1, confirmed: 1 },
      1,
      100,
      'Lake Suite is no longer available for these dates.',
    ],
    [
      'can be booked in part where more units than may be held are asked for',
      { total: 10 },
      6,
      50,
      'At most 4 units of Lake Suite can wait for payment at a time on these dates: book fewer units, or ask the host to book more.',
    ],
    [
      'can be booked in part where the host holds units and more than the agents’ share are asked for',
      { total: 10, held: 2 },
      6,
      50,
      'At most 4 units of Lake Suite can wait for payment at a time on these dates: book fewer units, or ask the host to book more.',
    ],
    [
      'can be booked in part where some of the agents’ share is free and more than the share are asked for',
      { total: 10, held: 3, agentHeld: 3 },
      6,
      50,
      'At most 4 units of Lake Suite can wait for payment at a time on these dates, and 2 are free now: book at most 2, or ask the host to book more.',
    ],
    [
      'can be booked in part later where none of the agents’ share is free and more than the share are asked for',
      { total: 10, held: 5, agentHeld: 5 },
      6,
      50,
      'At most 4 units of Lake Suite can wait for payment at a time on these dates, and others hold all of them until 2026-06-01T14:00:00.000Z at the earliest: book fewer units then, or ask the host to book more.',
    ],
    [
      'can be booked in part where more are asked for than the holds would free',
      { total: 4, held: 1, confirmed: 2 },
      3,
      100,
      'At most 2 units of Lake Suite can still be booked for these dates, and 1 is free now: book at most 1, or choose other dates.',
    ],
    [
      'can be booked in part later where the holds would free fewer than are asked for',
      { total: 4, held: 2, confirmed: 2 },
      3,
      100,
      'At most 2 units of Lake Suite can still be booked for these dates, and others hold all of them until 2026-06-01T14:00:00.000Z at the earliest: book fewer units then, or choose other dates.',
    ],
    [
      'leaves what is left',
      { total: 3, confirmed: 1 },
      3,
      100,
      'Only 2 units of Lake Suite are left for these dates: book at most 2, or choose other dates.',
    ],
  ])('%s', (_what, night, quantity, capPercent, text) => {
    expect(textFor(night, quantity, capPercent)).toBe(text);
  });

  test('a held night without a known end is described as held at the moment', () => {
    expect(textFor({ total: 1, held: 1 }, 1, 100, null)).toContain('held by others at the moment.');
  });
});

describe.each(LANGUAGES)('the texts of problems in %s', (language) => {
  test.each(PROBLEM_CODES)('the text for %s names the item in whole sentences', (code) => {
    for (const limit of [0, 1, 3]) {
      for (const held of [0, 2]) {
        const text = problemText(problem({ code, limit, held }), { ...subject, language });
        expect(text).toMatch(/^[„«"\p{Lu}].*\.$/su);
        expect(text).toContain('Lake Suite');
        expect(text).not.toMatch(/null|undefined|NaN/);
      }
    }
  });
});
