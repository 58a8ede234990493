import { describe, expect, test } from 'vitest';
import {
  addressWords,
  arrivalWords,
  assigneeWords,
  placeWords,
} from '../../panel/features/tasks/task-words.ts';

describe('the words on a task', () => {
  const taken = { assignee: { accountId: '7', name: 'Ada' }, assignedBy: 'host' };

  test.each([
    ['an open task has no assignee', { assignee: null, assignedBy: null }, 'No one yet'],
    ["a member's own task is theirs", taken, 'You'],
    ["a colleague's task names them", { ...taken, assignee: { accountId: '8', name: 'Ada' } }, 'Ada'],
    [
      "an app's worker is named with the app",
      { assignee: { accountId: null, name: 'Ada' }, assignedBy: 'app:cleaners' },
      'Ada, by cleaners',
    ],
    [
      'a task left to the team has no one yet',
      { assignee: { accountId: null, name: 'Host team' }, assignedBy: 'platform' },
      'No one yet: no app responded in time',
    ],
  ])('%s', (_rule, task, words) => {
    expect(assigneeWords(task, '7')).toBe(words);
  });

  test('the next guests are counted, with their day and time', () => {
    const arrival = { checkIn: '2026-11-28', guests: 3, arrivalTime: '16:30' };
    expect(arrivalWords(arrival).replaceAll('\u00a0', ' ')).toBe('3 guests on Sat 28 Nov, 16:30');
    expect(arrivalWords(null)).toBe('None in the next 30 days');
  });

  test('a place and an address leave out what is unknown', () => {
    expect(placeWords('Lakeside', { unitType: { name: 'Loft' }, unit: { name: '3' } })).toBe(
      'Lakeside, Loft, unit 3',
    );
    expect(placeWords('Lakeside', { unitType: null })).toBe('Lakeside');
    expect(addressWords({ street: null, locality: 'Zug' })).toBe('Zug');
    expect(addressWords(null)).toBe('');
  });
});
