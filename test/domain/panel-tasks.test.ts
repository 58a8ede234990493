import { describe, expect, test } from 'vitest';
import { assigneeWords } from '../../panel/features/tasks/task-words.ts';

describe('the assignee on a task card', () => {
  const taken = { assigneeName: 'Host', assigneeAccountId: '7', assignedBy: 'host' };

  test('a member sees that their own task is assigned to them', () => {
    expect(assigneeWords(taken, '7')).toBe('Assigned to you');
  });

  test('a member sees that another member has the task', () => {
    expect(assigneeWords(taken, '8')).toBe('Assigned to a colleague');
  });

  test('a card without an account names the team that assigned the task', () => {
    const assigned = { ...taken, assigneeAccountId: null };
    expect(assigneeWords(assigned, '7')).toBe('Assigned by your team');
  });

  test('a card names the worker and the app that assigned the task', () => {
    const assigned = { assigneeName: 'Ada', assigneeAccountId: null, assignedBy: 'app:cleaners' };
    expect(assigneeWords(assigned, '7')).toBe('Ada, by cleaners');
  });
});
