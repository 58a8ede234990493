import { describe, expect, test } from 'vitest';
import { allowedHold, holdChoices } from '../../panel/features/bookings/hold-choices.ts';

const TODAY = '2027-03-30';

describe('the holds offered for an unpaid booking', () => {
  test.each([
    ['2027-03-30', ['24']],
    ['2027-03-31', ['24']],
    ['2027-04-01', ['24', '48']],
    ['2027-04-02', ['24', '48', '72']],
    ['2027-04-06', ['24', '48', '72', '168']],
    ['', ['24', '48', '72', '168']],
  ])('a check-in on %j allows holds of %j hours', (checkIn, hours) => {
    expect(holdChoices(TODAY, checkIn).map(({ value }) => value)).toEqual(hours);
  });

  test('an earlier check-in shortens a chosen hold', () => {
    expect(allowedHold('72', TODAY, '2027-04-20')).toBe('72');
    expect(allowedHold('72', TODAY, '2027-03-31')).toBe('24');
  });
});
