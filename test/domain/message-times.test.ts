import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MESSAGE_VARIABLES } from '#kit/message-variables.ts';
import {
  dueTime,
  isBeforeRule,
  isOverdue,
  type RuleTime,
  type StayTimes,
} from '#subgraphs/checkout/messages/domain/due-times.ts';
import { templateFaults } from '#subgraphs/checkout/messages/domain/template-faults.ts';
import { fillText } from '#subgraphs/checkout/messages/domain/template-text.ts';

// Due times and texts of automatic messages (docs/interface/messages.md).

const rule = (time: Partial<RuleTime> & Pick<RuleTime, 'trigger'>): RuleTime => ({
  hours: null,
  days: null,
  at: null,
  ...time,
});
const stay = (checkIn: string, timeZone = 'Europe/Zurich'): StayTimes => ({
  checkIn,
  checkOut: Temporal.PlainDate.from(checkIn).add({ days: 2 }).toString(),
  timeZone,
  checkInFrom: '15:00',
  checkOutUntil: '11:00',
});
const R1 = rule({ trigger: 'check_in_day', at: '02:30' });
const R2 = rule({ trigger: 'before_check_in', hours: 24 });
const R3 = rule({ trigger: 'before_check_in', days: 1, at: '15:00' });
const R4 = rule({ trigger: 'before_check_in', days: 1, at: '10:00' });

describe('due times', () => {
  test.each([
    ['R1 at a skipped time', R1, stay('2027-03-28'), '2027-03-28T01:30:00.000Z'],
    ['R1 at a repeated time', R1, stay('2027-10-31'), '2027-10-31T00:30:00.000Z'],
    ['R2 in elapsed hours', R2, stay('2027-03-28'), '2027-03-27T13:00:00.000Z'],
    ['R3 on the calendar', R3, stay('2027-03-28'), '2027-03-27T14:00:00.000Z'],
    ['R4 in Sydney', R4, stay('2027-10-04', 'Australia/Sydney'), '2027-10-02T23:00:00.000Z'],
    ['check-out', rule({ trigger: 'after_check_out' }), stay('2027-06-10'), '2027-06-12T09:00:00.000Z'],
    [
      'days after check-out',
      rule({ trigger: 'after_check_out', days: 3 }),
      stay('2027-06-10'),
      '2027-06-15T09:00:00.000Z',
    ],
  ])('desk 13: a message is due in the property’s time zone: %s', (_case, time, dates, due) => {
    expect(dueTime(time, dates).toISOString()).toBe(due);
  });

  test('a message is due on its day, at its time or an hour later, in every time zone and season', () => {
    const zones = [
      'Europe/Zurich',
      'Australia/Sydney',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 1_439 }),
        (timeZone, day, days, minute) => {
          const checkIn = Temporal.PlainDate.from('2026-06-01').add({ days: day });
          const at = Temporal.PlainTime.from('00:00').add({ minutes: minute });
          const time = rule({ trigger: 'before_check_in', days, at: at.toString().slice(0, 5) });
          const due = dueTime(time, stay(checkIn.toString(), timeZone));
          const local = Temporal.Instant.fromEpochMilliseconds(due.getTime()).toZonedDateTimeISO(timeZone);
          expect(local.toPlainDate().equals(checkIn.subtract({ days }))).toBe(true);
          const laterMinutes = local.toPlainTime().since(at).total('minutes');
          expect(laterMinutes).toBeGreaterThanOrEqual(0);
          expect(laterMinutes).toBeLessThanOrEqual(60);
          const hours = rule({ trigger: 'before_check_in', hours: 24 });
          const elapsed =
            dueTime(
              rule({ trigger: 'before_check_in', days: 0 }),
              stay(checkIn.toString(), timeZone),
            ).getTime() - dueTime(hours, stay(checkIn.toString(), timeZone)).getTime();
          expect(elapsed).toBe(86_400_000);
        },
      ),
    );
  });

  test('a message is overdue after more than a day', () => {
    const due = new Date('2027-06-07T08:00:00Z');
    expect(isOverdue(due, new Date('2027-06-08T08:00:00Z'))).toBe(false);
    expect(isOverdue(due, new Date('2027-06-08T08:00:01Z'))).toBe(true);
  });

  test('a new rule sends nothing that was due before it, except for later bookings', () => {
    const [first, second, third] = ['2027-06-07', '2027-06-08', '2027-06-09'].map((day) => new Date(day));
    if (!first || !second || !third) throw new Error('The dates are missing.');
    expect(isBeforeRule(second, first, third)).toBe(true);
    expect(isBeforeRule(second, third, third)).toBe(false);
    expect(isBeforeRule(third, first, second)).toBe(false);
  });
});

describe('texts', () => {
  const values = Object.fromEntries(MESSAGE_VARIABLES.map((name) => [name, ''])) as Parameters<
    typeof fillText
  >[1];

  test('a value that looks like a variable is never expanded', () => {
    const filled = fillText('Hi {{guest.firstName}}!', {
      ...values,
      'guest.firstName': '{{door.code}} $&',
      'door.code': '1234',
    });
    expect(filled).toEqual({ text: 'Hi {{door.code}} $&!', empty: [] });
  });

  test('an empty variable uses its fallback, and is listed without one', () => {
    expect(fillText('{{door.code|at the desk}} {{ unit.name }}', values)).toEqual({
      text: 'at the desk {{ unit.name }}',
      empty: ['unit.name'],
    });
  });

  test('an unknown variable is refused with its field, its name and the known ones', () => {
    const texts = [{ locale: 'en', subject: 'Hello', body: 'Code: {{door.cod}}' }];
    const [fault] = templateFaults({ name: 'Arrival', texts });
    expect(fault).toMatchObject({ code: 'UNKNOWN_VARIABLE', field: ['input', 'texts', '0', 'body'] });
    expect(fault?.message).toContain('{{door.cod}}');
    expect(fault?.message).toContain('{{door.code}}');
  });
});
