import { expect, test } from 'vitest';
import { LANGUAGES } from '#kit/languages.ts';
import { printMail } from '#subgraphs/apps/emails/domain/mail-content.ts';
import {
  STATEMENT_MAILS,
  type StatementMail,
  statementMail,
} from '#subgraphs/apps/emails/domain/statement-mail.ts';

// docs/interface/mails.md#statements.

const MAIL: StatementMail = {
  language: 'en',
  name: 'Ada',
  team: 'Lakeside Stays',
  number: 'ST-2027-000001',
  month: '2027-01-01',
  amount: 3_570,
  currency: 'EUR',
  dueOn: '2027-02-15',
  paidOn: null,
  paidThrough: null,
  apps: ['Crew', 'Locks'],
};
const LINK = 'https://panel.example.com/statements/1';

test('every email about a statement names its number, amount and link in every language', () => {
  const subjects = new Set<string>();
  for (const language of LANGUAGES)
    for (const template of STATEMENT_MAILS) {
      const { subject, text } = printMail(statementMail(template, { ...MAIL, language }, LINK));
      for (const part of ['ST-2027-000001', 'Lakeside Stays', 'Crew, Locks', LINK])
        expect(text).toContain(part);
      expect(text).toMatch(/35[.,]70/);
      expect(subject).toContain('ST-2027-000001');
      subjects.add(subject);
    }
  expect(subjects.size).toBe(LANGUAGES.length * STATEMENT_MAILS.length);
});

test('a receipt shows when and how the statement was paid', () => {
  const paid = { ...MAIL, paidOn: '2027-02-10', paidThrough: 'Stripe', apps: [] };
  const { facts } = statementMail('statement-paid', paid, LINK);
  expect(facts).toEqual([
    ['Statement', 'ST-2027-000001'],
    ['Team', 'Lakeside Stays'],
    ['Amount', 'EUR 35.70'],
    ['Paid', '10 February 2027'],
    ['Paid with', 'Stripe'],
  ]);
});
