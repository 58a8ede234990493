import { expect, test } from 'vitest';
import { al, before, il } from '#kit/italian.ts';
import { deadlineIn, plainDay } from '#kit/language.ts';
import { statementMail } from '#subgraphs/apps/emails/domain/statement-mail.ts';

// docs/interface/mails.md#statements: dates in Italian sentences.

test('words before an Italian date are elided before the 8th and 11th of a month only', () => {
  const days = Array.from({ length: 31 }, (_, n) =>
    plainDay('it', `2027-01-${String(n + 1).padStart(2, '0')}`),
  );
  const elided = days.filter((day) => il(day).startsWith('l’')).map((day) => Number.parseInt(day, 10));
  expect(elided).toEqual([8, 11]);
  expect(['7', '8', '18', '80'].map((day) => al(`${day} gennaio`))).toEqual([
    'al 7 gennaio',
    'all’8 gennaio',
    'al 18 gennaio',
    'al 80 gennaio',
  ]);
  expect(before('al', deadlineIn('it', '2027-01-11T10:00:00Z', 'Europe/Rome'))).toBe('all’');
});

test('a statement due on the 8th has the elided article in Italian', () => {
  const mail = {
    language: 'it',
    name: 'Ada',
    team: 'Lago',
    number: 'ST-2027-000001',
    month: '2027-01-01',
    amount: 3_000,
    currency: 'EUR',
    dueOn: '2027-02-08',
    paidOn: null,
    paidThrough: null,
    apps: [],
  } as const;
  for (const template of ['statement-issued', 'statement-overdue', 'statement-reopened'] as const) {
    const { paragraphs } = statementMail(template, mail, 'https://example.com');
    expect(paragraphs.join(' ')).toMatch(/entro l’8 febbraio 2027/);
    const later = statementMail(template, { ...mail, dueOn: '2027-02-15' }, 'https://example.com');
    expect(later.paragraphs.join(' ')).toMatch(/entro il 15 febbraio 2027/);
  }
});
